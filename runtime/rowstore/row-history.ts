import type { Row } from "../model/resolved-model.ts";

export interface RowSnapshot {
  readonly row: Row | undefined;
  readonly base: Row | undefined;
  readonly isInserted: boolean;
  readonly isMoved: boolean;
}

/** How things stood before one transaction, for the rows that it touched. */
export interface HistoryStep {
  readonly rows: Map<string, RowSnapshot>;
  readonly order: readonly string[];
  readonly removed: readonly string[];
}

/** Steps back and forth. A new step ends what could be redone. */
export class RowHistory {
  readonly #limit: number;
  #past: HistoryStep[] = [];
  #future: HistoryStep[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
  }

  /** Changes what is remembered of one row, after it was changed from outside. */
  rebase(id: string, change: (snapshot: RowSnapshot) => RowSnapshot): void {
    for (const step of [...this.#past, ...this.#future]) {
      const snapshot = step.rows.get(id);
      if (snapshot) step.rows.set(id, change(snapshot));
    }
  }

  /** Forgets what is remembered of a row. */
  forget(id: string): void {
    for (const step of [...this.#past, ...this.#future]) step.rows.delete(id);
  }

  /** Changes the remembered orders, after rows came from outside. */
  reorder(change: (order: readonly string[]) => readonly string[]): void {
    this.#past = this.#past.map((step) => ({ ...step, order: change(step.order) }));
    this.#future = this.#future.map((step) => ({ ...step, order: change(step.order) }));
  }

  /** A transaction that touched nothing is no step. */
  push(step: HistoryStep): boolean {
    if (step.rows.size === 0) return false;
    this.#past.push(step);
    if (this.#past.length > this.#limit) this.#past.shift();
    this.#future = [];
    return true;
  }

  undo(mirror: (step: HistoryStep) => HistoryStep): HistoryStep | undefined {
    return move(this.#past, this.#future, mirror);
  }

  redo(mirror: (step: HistoryStep) => HistoryStep): HistoryStep | undefined {
    return move(this.#future, this.#past, mirror);
  }
}

function move(
  from: HistoryStep[],
  to: HistoryStep[],
  mirror: (step: HistoryStep) => HistoryStep,
): HistoryStep | undefined {
  const step = from.pop();
  if (step) to.push(mirror(step));
  return step;
}
