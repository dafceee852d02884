import pg from "pg";
import type { NoticeHandler } from "../database.ts";

const reconnectMs = 1_000;

/**
 * LISTEN on a connection of its own, made again when it is lost. What was sent meanwhile is in the tables: every handler
 * then hears an empty payload, so that it looks there.
 */
export class PostgresListener {
  readonly #config: pg.ClientConfig;
  readonly #isOwn: (backend: number) => boolean;
  readonly #log: (message: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly #handlers = new Map<string, Set<NoticeHandler>>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #wasLost = false;

  /** @param isOwn whether the backend of that process id serves a connection of this process */
  constructor(
    config: pg.ClientConfig,
    isOwn: (backend: number) => boolean,
    log: (message: string, details?: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#config = config;
    this.#isOwn = isOwn;
    this.#log = log;
  }

  /** Resolves when the server listens; @returns a function that stops listening */
  async listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    const first = handlers.size === 0;
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
    await this.#connected();
    if (first) await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      handlers.delete(handler);
      if (handlers.size > 0 || this.#closed) return;
      await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#connecting?.catch(() => {});
    await this.#client?.end().catch(() => {});
  }

  #connected(): Promise<void> {
    if (this.#client) return Promise.resolve();
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config);
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, undefined));
    client.on("notification", ({ channel, payload, processId }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? "", this.#isOwn(processId));
    });
    await client.connect();
    for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
    if (this.#wasLost)
      for (const handlers of this.#handlers.values()) for (const handler of handlers) handler("", false);
    this.#wasLost = false;
  }

  #lost(client: pg.Client, error: Error | undefined): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#wasLost = true;
    client.end().catch(() => {});
    if (this.#closed) return;
    this.#log("the listening connection was lost", { error: String(error ?? "ended") });
    this.#reconnect();
  }

  #reconnect(): void {
    this.#retry = setTimeout(() => this.#connected().catch(() => this.#closed || this.#reconnect()), reconnectMs);
    this.#retry.unref();
  }
}
