import type { Row } from "../model/resolved-model.ts";
import type { RowSnapshot } from "./row-history.ts";

/** What happened to the rows since they were loaded: new, edited, moved, and which stored ones are gone. */
export class RowMarks {
  /** The row as loaded, for each loaded row that differs from it. */
  readonly #base = new Map<string, Row>();
  readonly #inserted = new Set<string>();
  readonly #moved = new Set<string>();
  /** Row keys of removed stored rows, in order of removal; a new array with each removal. */
  removed: readonly string[] = [];

  get inserted(): number {
    return this.#inserted.size;
  }

  get edited(): number {
    return this.#base.size;
  }

  get isDirty(): boolean {
    return this.#inserted.size + this.#base.size + this.removed.length + this.#moved.size > 0;
  }

  isInserted(id: string): boolean {
    return this.#inserted.has(id);
  }

  isEdited(id: string): boolean {
    return this.#base.has(id);
  }

  isMoved(id: string): boolean {
    return this.#moved.has(id);
  }

  base(id: string): Row | undefined {
    return this.#base.get(id);
  }

  insert(id: string): void {
    this.#inserted.add(id);
  }

  move(id: string): void {
    if (!this.#inserted.has(id)) this.#moved.add(id);
  }

  /** A row that differs from how it was loaded, as its first change makes it. */
  edit(id: string, loaded: Row): void {
    if (!this.#inserted.has(id)) this.#base.set(id, loaded);
  }

  /** Compares a written row with how it was loaded; without an earlier edit that is how it was before the write. */
  settle(id: string, loaded: Row, next: Row): void {
    if (this.#inserted.has(id)) return;
    if (isAlike(loaded, next)) this.#base.delete(id);
    else this.#base.set(id, loaded);
  }

  /** Nothing is known of the row any more. */
  forget(id: string): void {
    this.#inserted.delete(id);
    this.#base.delete(id);
    this.#moved.delete(id);
  }

  clear(): void {
    this.#base.clear();
    this.#inserted.clear();
    this.#moved.clear();
    this.removed = [];
  }

  snapshot(id: string, row: Row | undefined): RowSnapshot {
    return { row, base: this.#base.get(id), isInserted: this.#inserted.has(id), isMoved: this.#moved.has(id) };
  }

  restore(id: string, { base, isInserted, isMoved }: RowSnapshot): void {
    this.forget(id);
    if (base) this.#base.set(id, base);
    if (isInserted) this.#inserted.add(id);
    if (isMoved) this.#moved.add(id);
  }
}

function isAlike(before: Row, after: Row): boolean {
  for (const key in after) if (!Object.is(before[key], after[key])) return false;
  for (const key in before) if (before[key] !== undefined && !Object.hasOwn(after, key)) return false;
  return true;
}

/** Keys whose values differ; a key that is gone counts when it had a value. */
export function changedKeys(before: Row, after: Row): string[] {
  const keys = Object.keys(after).filter((key) => !Object.is(before[key], after[key]));
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key) && before[key] !== undefined) keys.push(key);
  return keys;
}
