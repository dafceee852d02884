import type { WebSocket } from "ws";
import type { Caller } from "../auth/caller.ts";
import { type CloseReason, closeReasons } from "./frames.ts";

/** What a socket may hold back before its reader counts as gone. */
const maxBufferedBytes = 256 * 1024;
const maxMessagesPerSecond = 20;
/** A client that does not answer the closing hand-shake is cut off. */
const closeWithinMs = 1_000;

/** What a connection is told of. */
export type LiveKind = "notices" | "tables";

/** One open socket of a signed-in person: bounded in both directions. */
export class LiveConnection {
  readonly caller: Caller;
  readonly kind: LiveKind;
  readonly #socket: WebSocket;
  #hasAnswered = true;
  #windowStart = 0;
  #received = 0;

  constructor(socket: WebSocket, caller: Caller, kind: LiveKind) {
    this.#socket = socket;
    this.caller = caller;
    this.kind = kind;
    socket.on("pong", () => {
      this.#hasAnswered = true;
    });
  }

  /** Calls back for every text within the limits; more than 20 in a second end the connection. */
  onText(handle: (text: string) => void): void {
    this.#socket.on("message", (data, isBinary) => {
      this.#hasAnswered = true;
      if (!this.#isWithinLimit()) this.close("tooManyMessages");
      else if (!isBinary) handle(data.toString());
    });
  }

  onClose(handle: () => void): void {
    this.#socket.on("close", handle);
  }

  /** A reader that is too slow is dropped: they fetch what they missed when they come back. */
  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(text);
  }

  /** Asks for a sign of life; ends the connection when the last one was not answered. */
  probe(): void {
    if (this.#hasAnswered) this.#socket.ping();
    else this.#socket.terminate();
    this.#hasAnswered = false;
  }

  close(reason: CloseReason): void {
    const { code, text } = closeReasons[reason];
    this.#socket.close(code, text);
    setTimeout(() => this.#socket.terminate(), closeWithinMs).unref();
  }

  #isWithinLimit(): boolean {
    const now = performance.now();
    if (now - this.#windowStart >= 1_000) {
      this.#windowStart = now;
      this.#received = 0;
    }
    this.#received += 1;
    return this.#received <= maxMessagesPerSecond;
  }
}
