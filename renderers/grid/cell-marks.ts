import type { CellPlace } from "./grid-types.ts";

/** What is wrong with a cell as it stands now: what the server answered, or a pasted text that no entry has. */
export interface CellMark extends CellPlace {
  readonly message: string;
}

/** Errors that are true until their cell has another value. */
export class CellMarks {
  readonly #valueOf: (place: CellPlace) => unknown;
  readonly #marks = new Map<string, Map<string, { readonly message: string; readonly value: unknown }>>();

  constructor(readValue: (place: CellPlace) => unknown) {
    this.#valueOf = readValue;
  }

  set(marks: readonly CellMark[]): void {
    for (const { id, key, message } of marks) {
      const row = this.#marks.get(id) ?? new Map();
      this.#marks.set(id, row.set(key, { message, value: this.#valueOf({ id, key }) }));
    }
  }

  get({ id, key }: CellPlace): string | undefined {
    const mark = this.#marks.get(id)?.get(key);
    return mark && Object.is(this.#valueOf({ id, key }), mark.value) ? mark.message : undefined;
  }

  /** The marked cells whose mark is true still. */
  places(): readonly CellPlace[] {
    return [...this.#marks].flatMap(([id, row]) =>
      [...row.keys()].map((key) => ({ id, key })).filter((place) => this.get(place) !== undefined),
    );
  }
}
