import type { NoticeHandler } from "../database.ts";

const maxPayloadBytes = 7_999;

/** LISTEN and NOTIFY inside the one process that the embedded database has. Handlers run after the caller's turn. */
export class LocalBus {
  readonly #handlers = new Map<string, Set<NoticeHandler>>();

  notify(channel: string, payload: string): void {
    assertPayload(payload);
    const handlers = [...(this.#handlers.get(channel) ?? [])];
    setImmediate(() => {
      for (const handler of handlers) handler(payload, true);
    });
  }

  /** @returns a function that stops listening */
  listen(channel: string, handler: NoticeHandler): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
    return () => handlers.delete(handler);
  }
}

/** The limit of PostgreSQL, kept on both engines. */
export function assertPayload(payload: string): void {
  const bytes = Buffer.byteLength(payload);
  if (bytes > maxPayloadBytes) throw new RangeError(`a notification of ${bytes} bytes; at most ${maxPayloadBytes}`);
}
