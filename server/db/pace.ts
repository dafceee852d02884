import { setTimeout } from "node:timers/promises";
import { type Asker, asAsker, currentAsker } from "./asker.ts";
import type { Database } from "./database.ts";

/** Beside others, work that nobody waits for leaves this many times as much time as a step has taken. */
const restPerStep = 5;
/** A step also takes long because it had to wait for others; nobody is helped by a longer rest. */
const longestRestMs = 100;

/** Long work in small steps, of one person: beside others there is a rest after each, alone there is none. */
export class Pace {
  readonly #database: Pick<Database, "isShared">;
  readonly #asker: Asker;
  readonly #restPerStep: number;
  #stepMs = 0;

  /** To be made in the name of the one who asks: a stream asks for the next step in nobody's name. */
  constructor(database: Pick<Database, "isShared">, options: { readonly restPerStep?: number } = {}) {
    this.#database = database;
    this.#restPerStep = options.restPerStep ?? restPerStep;
    this.#asker = { person: currentAsker()?.person ?? "", isPaced: true };
  }

  isBesideOthers(): boolean {
    return asAsker(this.#asker, () => this.#database.isShared());
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await asAsker(this.#asker, work);
    this.#stepMs = performance.now() - start;
    return result;
  }

  async rest(): Promise<void> {
    if (this.isBesideOthers()) await setTimeout(Math.min(longestRestMs, this.#stepMs * this.#restPerStep));
  }
}
