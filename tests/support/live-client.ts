import { WebSocket } from "ws";

/** An open channel and what came through it. */
export interface LiveClient {
  readonly frames: Readonly<Record<string, unknown>>[];
  readonly socket: WebSocket;
  /** Resolves with the code when the server has ended the connection. */
  readonly closed: Promise<number>;
}

interface LiveAddress {
  readonly port: number;
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the token travels; browsers can only name sub-protocols. */
  readonly as?: "protocol" | "header";
}

/**
 * Opens a channel as a browser does.
 *
 * @throws Error `refused <status>` when the server does not upgrade
 */
export function openLive({ port, path, token, headers = {}, as = "protocol" }: LiveAddress): Promise<LiveClient> {
  const protocols = token !== undefined && as === "protocol" ? ["schema-console", token] : [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api${path}`, protocols, {
    headers: { ...headers, ...(token !== undefined && as === "header" ? { "x-access-token": token } : {}) },
  });
  const frames: Readonly<Record<string, unknown>>[] = [];
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => {
    socket.on("close", resolve);
  });
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve({ frames, socket, closed }));
    socket.on("unexpected-response", (request, response) => {
      request.destroy();
      reject(new Error(`refused ${response.statusCode}`));
    });
    socket.on("error", reject);
  });
}
