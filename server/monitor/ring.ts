/** Keeps the newest values; the oldest make room. */
export class Ring<Value> {
  readonly #values: Value[] = [];
  readonly #size: number;
  #next = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(value: Value): void {
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#size;
  }

  /** From the oldest to the newest. */
  all(): Value[] {
    return [...this.#values.slice(this.#next), ...this.#values.slice(0, this.#next)];
  }

  last(): Value | undefined {
    return this.#values[(this.#next + this.#size - 1) % this.#size];
  }
}
