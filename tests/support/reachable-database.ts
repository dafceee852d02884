import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a data source has to say to reach it. */
export interface ReachableDatabase {
  /** `host:port`, as the server's list of allowed hosts wants it. */
  readonly host: string;
  readonly database: string;
  readonly username: string;
}

/**
 * A PostgreSQL that a data source can be tried on: that of the tests where there is one, otherwise one that lets
 * everybody in and answers every question with nothing.
 */
export async function openReachableDatabase(): Promise<ReachableDatabase & { close(): void }> {
  const { TEST_DATABASE_URL: real } = process.env;
  if (real) {
    const { hostname, port, pathname, username } = new URL(real);
    return { host: `${hostname}:${port || "5432"}`, database: pathname.slice(1), username, close: () => undefined };
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.once("data", () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]));
      socket.on("data", (message) => {
        if (message.toString("latin1", 0, 1) === "Q") socket.write(Buffer.concat([commandComplete, readyForQuery]));
        else socket.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    database: "reports",
    username: "reader",
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** One message of the server's side of the protocol: its letter, its length, what it holds. */
function message(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, "latin1");
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const authenticationOk = message("R", Buffer.alloc(4));
const readyForQuery = message("Z", Buffer.from("I"));
const commandComplete = message("C", Buffer.from("SELECT 0\0"));
