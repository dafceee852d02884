import { Socket } from "node:net";

/**
 * What went out to clients as on the wire: status lines, headers and bodies as they were sent, after compression; live
 * channels too. Counted on the sockets, so nothing has to be added up from headers that a stream does not have.
 */
export class SentBytes {
  readonly #open = new Set<Socket>();
  #closed = 0;

  /** A call that came in without a port has no socket and sends nothing. */
  follow(socket: unknown): void {
    if (!(socket instanceof Socket) || this.#open.has(socket)) return;
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#closed += socket.bytesWritten;
    });
  }

  get total(): number {
    return [...this.#open].reduce((sum, socket) => sum + socket.bytesWritten, this.#closed);
  }
}
