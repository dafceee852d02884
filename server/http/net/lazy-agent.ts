import type { Agent, Dispatcher } from "undici";

type Undici = typeof import("undici");

/** Connections of undici, which is loaded by the first call: most servers start and call nobody. */
export class LazyAgent {
  readonly #options: Agent.Options;
  #opened: Promise<{ readonly undici: Undici; readonly dispatcher: Dispatcher }> | undefined;

  constructor(options: Agent.Options) {
    this.#options = options;
  }

  open(): Promise<{ readonly undici: Undici; readonly dispatcher: Dispatcher }> {
    this.#opened ??= import("undici").then((undici) => ({ undici, dispatcher: new undici.Agent(this.#options) }));
    return this.#opened;
  }

  async close(): Promise<void> {
    await (await this.#opened)?.dispatcher.destroy();
  }
}
