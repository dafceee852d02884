import type { Row } from "../model/resolved-model.ts";
import { isEmpty } from "../record/normalise.ts";
import { AsyncChecks } from "./async-checks.ts";
import type { AsyncCellTest, CellCheck, CellError, StoreColumn } from "./row-store-types.ts";
import type { UniqueIndex } from "./unique-index.ts";

export interface ValidateOptions {
  /** Longest stretch of work without a pause, in milliseconds; default 8. */
  readonly sliceMs?: number;
  /** Resolves when other work had its turn; default: the next macrotask. */
  readonly pause?: () => Promise<void>;
  /** Clock in milliseconds; default `performance.now`. */
  readonly clock?: () => number;
}

export interface ValidationResult {
  readonly valid: boolean;
  readonly errors: number;
  /** The first wrong cell in table and column order. */
  readonly first: CellError | undefined;
}

interface Source {
  row(id: string): Row | undefined;
  order(): readonly string[];
  /** Which rows hold which value; only of columns with a unique rule. */
  unique(key: string): UniqueIndex | undefined;
  /** Called when the error of a cell is another one now; listeners hear of it with the next `flush`. */
  changed(id: string, key: string): void;
  flush(): void;
}

/** A message is not delayed as nested timers are in a browser. */
const macrotask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Rows between two looks at the clock: more of them as long as they take no time to speak of. */
const block = { least: 4, most: 256, quickMs: 1 };

/** @param typedIn the row whose cell does not hold the value yet; undefined = it stands there */
type ColumnTest = (value: unknown, row: Row, typedIn: string | undefined) => string | undefined;

interface CheckedColumn {
  readonly key: string;
  /** In the order in which they are tried. `among`: nothing fails as long as no value stands there twice. */
  readonly tests: readonly { readonly test: ColumnTest; readonly among?: UniqueIndex }[];
  readonly asked: readonly AsyncCellTest[];
}

/** The errors of all cells and the rules that make them. */
export class CellValidator {
  readonly #columns: readonly CheckedColumn[];
  readonly #byKey: ReadonlyMap<string, CheckedColumn>;
  readonly #source: Source;
  readonly #errors = new Map<string, Map<string, string>>();
  readonly #async: AsyncChecks;
  #count = 0;

  constructor(columns: readonly StoreColumn[], source: Source) {
    this.#columns = columns.flatMap(({ key, checks = [] }) => {
      const asked = checks.flatMap((check) => (check.kind === "async" ? [check.test] : []));
      const tests = checks.flatMap((check) => testsOf(check, source.unique(key)));
      return checks.length > 0 ? [{ key, tests, asked }] : [];
    });
    this.#byKey = new Map(this.#columns.map((column) => [column.key, column]));
    this.#source = source;
    this.#async = new AsyncChecks({
      isCurrent: (id, key, value) => Object.is(source.row(id)?.[key], value) && source.row(id) !== undefined,
      settle: (id, key, message) => {
        this.#put(id, key, message);
        source.flush();
      },
    });
  }

  get errorCount(): number {
    return this.#count;
  }

  error(id: string, key: string): string | undefined {
    return this.#errors.get(id)?.get(key);
  }

  wrongKeys(id: string): readonly string[] {
    return [...(this.#errors.get(id)?.keys() ?? [])];
  }

  clear(): void {
    this.#errors.clear();
    this.#count = 0;
    this.#async.clear();
  }

  forget(id: string): void {
    this.#count -= this.#errors.get(id)?.size ?? 0;
    this.#errors.delete(id);
    this.#async.forget(id);
  }

  check(id: string, keys: Iterable<string>): void {
    const row = this.#source.row(id);
    if (!row) return;
    for (const key of keys) {
      const column = this.#byKey.get(key);
      if (column) this.#checkCell(id, column, row);
    }
  }

  /**
   * Checks every row. Rows that come or change meanwhile are checked by their own writes or in the next round, so
   * the result holds for the rows as they are when it resolves.
   */
  async checkAll(options: ValidateOptions = {}): Promise<ValidationResult> {
    const { sliceMs = 8, pause = macrotask, clock = () => performance.now() } = options;
    let lookedAt = clock();
    let sliceEnd = lookedAt + sliceMs;
    let size = block.least;
    let checked: ReadonlySet<string> | undefined;
    for (;;) {
      const order = this.#source.order();
      for (let from = 0; from < order.length; ) {
        const ids = order.slice(from, from + size);
        from += size;
        this.#checkRows(checked ? ids.filter((id) => !checked?.has(id)) : ids);
        const now = clock();
        size = now - lookedAt < block.quickMs ? Math.min(block.most, size * 2) : block.least;
        lookedAt = now;
        if (now < sliceEnd) continue;
        this.#source.flush();
        await pause();
        lookedAt = clock();
        sliceEnd = lookedAt + sliceMs;
      }
      this.#source.flush();
      await this.#async.idle();
      if (this.#source.order() === order) break;
      checked = new Set([...(checked ?? []), ...order]);
    }
    return { valid: this.#count === 0, errors: this.#count, first: this.#first() };
  }

  /** Rule by rule, so that each runs over many values at a time. */
  #checkRows(ids: readonly string[]): void {
    const rows = ids.map((id) => this.#source.row(id));
    for (const column of this.#columns) {
      const problems = problemsOf(column, rows);
      // Of ten thousand cells most are right and were right before.
      if (!problems && this.#count === 0 && column.asked.length === 0) continue;
      rows.forEach((row, at) => {
        if (row) this.#tell(ids[at] ?? "", column, row, problems?.get(at));
      });
    }
  }

  #first(): CellError | undefined {
    if (this.#count === 0) return undefined;
    for (const id of this.#source.order()) {
      const wrong = this.#errors.get(id);
      if (!wrong) continue;
      for (const { key } of this.#columns) {
        const message = wrong.get(key);
        if (message !== undefined) return { id, key, message };
      }
    }
    return undefined;
  }

  /** What the rules say to a value that is not in its cell yet; asynchronous ones are left out. */
  problemOf(id: string, key: string, value: unknown): string | undefined {
    const column = this.#byKey.get(key);
    const row = this.#source.row(id);
    if (!column || !row) return undefined;
    return firstProblem(column, value, { ...row, [key]: value }, id);
  }

  #checkCell(id: string, column: CheckedColumn, row: Row): void {
    this.#tell(id, column, row, firstProblem(column, row[column.key], row, undefined));
  }

  /** Asks what is asked elsewhere, or takes the message down. */
  #tell(id: string, { key, asked }: CheckedColumn, row: Row, message: string | undefined): void {
    if (asked.length > 0) {
      if (message === undefined && !isEmpty(row[key])) {
        this.#async.ask(id, key, row, asked);
        return;
      }
      this.#async.drop(id, key);
    }
    this.#put(id, key, message);
  }

  #put(id: string, key: string, message: string | undefined): void {
    const row = this.#errors.get(id);
    const before = row?.get(key);
    if (before === message) return;
    if (message === undefined) {
      row?.delete(key);
      if (row?.size === 0) this.#errors.delete(id);
      this.#count -= 1;
    } else {
      if (row) row.set(key, message);
      else this.#errors.set(id, new Map([[key, message]]));
      if (before === undefined) this.#count += 1;
    }
    this.#source.changed(id, key);
  }
}

/** None for what is asked elsewhere. */
function testsOf(check: CellCheck, unique: UniqueIndex | undefined): CheckedColumn["tests"] {
  switch (check.kind) {
    case "test":
      return [{ test: check.test }];
    case "required":
      return [{ test: (value) => (isEmpty(value) ? check.message : undefined) }];
    case "unique": {
      if (!unique) return [];
      const isDouble = (value: unknown, typedIn: string | undefined) =>
        typedIn === undefined ? unique.isDuplicate(value) : unique.isTaken(value, typedIn);
      return [{ test: (value, _, typedIn) => (isDouble(value, typedIn) ? check.message : undefined), among: unique }];
    }
    case "async":
      return [];
  }
}

/**
 * What {@link firstProblem} says to the cells of one column, by the row's place; undefined = nothing is wrong. Plain loops
 * over one test at a time: a table is checked before the browser has compiled anything, and calls cost most there.
 */
function problemsOf(
  { key, tests }: CheckedColumn,
  rows: readonly (Row | undefined)[],
): ReadonlyMap<number, string> | undefined {
  let problems: Map<number, string> | undefined;
  const values = rows.map((row) => row?.[key]);
  for (const { test, among } of tests) {
    if (among && !among.hasDuplicates) continue;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at];
      if (!row || problems?.has(at)) continue;
      const message = test(values[at], row, undefined);
      if (message === undefined) continue;
      problems ??= new Map();
      problems.set(at, message);
    }
  }
  return problems;
}

/** Rules are tried in order; the first that fails gives the message. */
function firstProblem(
  { tests }: CheckedColumn,
  value: unknown,
  row: Row,
  typedIn: string | undefined,
): string | undefined {
  for (const { test } of tests) {
    const message = test(value, row, typedIn);
    if (message !== undefined) return message;
  }
  return undefined;
}
