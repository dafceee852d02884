import type { RowStore } from "../../runtime/rowstore/row-store.ts";
import { type CellMark, CellMarks } from "./cell-marks.ts";
import type { GridSignals } from "./grid-signals.ts";

type Errors = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What is wrong with the cells of a table, whoever found it, and what else is to be said of them. */
export class GridFindings {
  readonly #store: RowStore;
  readonly #signals: GridSignals;
  readonly #marks: CellMarks;
  /** What somebody else did to cells. */
  readonly #notes: CellMarks;
  readonly #keys: readonly string[];
  readonly #isToldElsewhere: (key: string) => boolean;
  #errors: Errors = new Map();
  #warnings: Errors = new Map();
  #problem: string | undefined;

  /**
   * @param keys every column
   * @param isToldElsewhere whose mistakes another table over the same rows counts; their cells are marked here too
   */
  constructor(
    store: RowStore,
    signals: GridSignals,
    keys: readonly string[],
    isToldElsewhere: (key: string) => boolean,
  ) {
    this.#store = store;
    this.#signals = signals;
    this.#keys = keys;
    this.#isToldElsewhere = isToldElsewhere;
    this.#marks = new CellMarks(({ id, key }) => store.cell(id, key));
    this.#notes = new CellMarks(({ id, key }) => store.cell(id, key));
  }

  /** What is wrong with the table as a whole. */
  get problem(): string | undefined {
    return this.#problem;
  }

  error(id: string, key: string): string | undefined {
    return this.#errors.get(id)?.get(key) ?? this.#marks.get({ id, key }) ?? this.#store.error(id, key);
  }

  /** Wrong cells; one that is wrong in several ways counts once. */
  get count(): number {
    let count = this.#store.meta.errors;
    const others = count > 0 ? this.#keys.filter(this.#isToldElsewhere) : [];
    for (const key of others) for (const id of this.#store.order) if (this.#store.error(id, key)) count -= 1;
    for (const [id, errors] of this.#errors) {
      for (const key of errors.keys()) if (this.#isOwn(id, key)) count += 1;
    }
    for (const { id, key } of this.#marks.places()) {
      if (this.#isOwn(id, key) && !this.#errors.get(id)?.has(key)) count += 1;
    }
    return count;
  }

  /** Whether a cell is one of those that count. */
  isWrong(id: string, key: string): boolean {
    return !this.#isToldElsewhere(key) && this.error(id, key) !== undefined;
  }

  /** Neither counted with the store's errors nor by another table. */
  #isOwn(id: string, key: string): boolean {
    return this.#store.error(id, key) === undefined && !this.#isToldElsewhere(key);
  }

  /** Errors that are not rules of the store: those of the record, those that the server answered. */
  show(errors: Errors, problem?: string): void {
    const touched = new Set([...this.#errors.keys(), ...errors.keys()]);
    this.#errors = errors;
    this.#problem = problem;
    for (const id of touched) this.#signals.tellRow(id);
    this.#signals.tell();
  }

  /** What the record's rules say of cells without keeping the record from being saved. */
  warn(warnings: Errors): void {
    const touched = new Set([...this.#warnings.keys(), ...warnings.keys()]);
    this.#warnings = warnings;
    for (const id of touched) this.#signals.tellRow(id);
  }

  warning(id: string, key: string): string | undefined {
    return this.#warnings.get(id)?.get(key);
  }

  /** Marks cells as wrong until they have another value. */
  mark(marks: readonly CellMark[]): void {
    if (marks.length === 0) return;
    this.#marks.set(marks);
    for (const { id } of marks) this.#signals.tellRow(id);
    this.#signals.tell();
  }

  get hasMarks(): boolean {
    return this.#marks.places().length > 0;
  }

  /** Says something of cells that is no mistake, until they have another value. */
  note(notes: readonly CellMark[]): void {
    this.#notes.set(notes);
    for (const { id } of notes) this.#signals.tellRow(id);
  }

  noteOf(id: string, key: string): string | undefined {
    return this.#notes.get({ id, key });
  }
}
