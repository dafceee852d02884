import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { quietPort } from "./quiet-port.ts";

/** A port in front of a server that can be shut, as when the server stops, and opened again. */
export class TcpGate {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(host: string, port: number) {
    this.#target = { host, port };
  }

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    this.#port ||= await quietPort();
    const server = createServer((inside) => {
      const outside = connectTo(this.#target);
      for (const socket of [inside, outside]) {
        this.#sockets.add(socket);
        socket.on("error", () => {}); // cut connections are what this is for
        socket.on("close", () => this.#sockets.delete(socket));
      }
      inside.pipe(outside).pipe(inside);
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
  }

  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
