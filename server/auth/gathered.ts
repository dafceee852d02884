interface Waiting<Value> {
  readonly answer: Promise<Value | undefined>;
  settle(value: Value | undefined): void;
  fail(reason: unknown): void;
}

/**
 * A look-up that answers many at once: what is asked for while one statement is under way waits for the next, and then
 * all of it is read together. Nobody hears what was read before they asked.
 */
export class Gathered<Value> {
  readonly #load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  #waiting = new Map<string, Waiting<Value>>();
  #isLoading = false;

  constructor(load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#load = load;
  }

  find(key: string): Promise<Value | undefined> {
    const known = this.#waiting.get(key);
    if (known) return known.answer;
    const own = wait<Value>();
    this.#waiting.set(key, own);
    if (!this.#isLoading) void this.#loadAll();
    return own.answer;
  }

  async #loadAll(): Promise<void> {
    this.#isLoading = true;
    while (this.#waiting.size > 0) {
      const round = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await this.#load([...round.keys()]);
        for (const [key, one] of round) one.settle(found.get(key));
      } catch (reason) {
        for (const one of round.values()) one.fail(reason);
      }
    }
    this.#isLoading = false;
  }
}

function wait<Value>(): Waiting<Value> {
  let settle: Waiting<Value>["settle"] = () => {};
  let fail: Waiting<Value>["fail"] = () => {};
  const answer = new Promise<Value | undefined>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { answer, settle, fail };
}
