import type { Row } from "../model/resolved-model.ts";
import { isEmpty } from "../record/normalise.ts";
import { AsyncChecks } from "./async-checks.ts";
import type { AsyncCellTest, CellCheck, CellError, StoreColumn } from "./row-store-types.ts";

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
  isDuplicate(key: string, value: unknown): boolean;
  /** Whether another row than this one holds the value. */
  isTaken(key: string, value: unknown, id: string): boolean;
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

interface CheckedColumn {
  readonly key: string;
  readonly checks: readonly CellCheck[];
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
      return checks.length > 0 ? [{ key, checks, asked }] : [];
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
    let sliceEnd = clock() + sliceMs;
    let checked: ReadonlySet<string> | undefined;
    for (;;) {
      const order = this.#source.order();
      for (const id of order) {
        if (checked?.has(id)) continue;
        const row = this.#source.row(id);
        if (!row) continue;
        for (const column of this.#columns) this.#checkCell(id, column, row);
        // Reading the clock for each row costs less than one rule.
        if (clock() >= sliceEnd) {
          this.#source.flush();
          await pause();
          sliceEnd = clock() + sliceMs;
        }
      }
      this.#source.flush();
      await this.#async.idle();
      if (this.#source.order() === order) break;
      checked = new Set([...(checked ?? []), ...order]);
    }
    return { valid: this.#count === 0, errors: this.#count, first: this.#first() };
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
    return firstProblem(column, value, { ...row, [key]: value }, () => this.#source.isTaken(key, value, id));
  }

  #checkCell(id: string, column: CheckedColumn, row: Row): void {
    const { key, asked } = column;
    const value = row[key];
    const isMissing = isEmpty(value);
    const message = firstProblem(column, value, row, () => this.#source.isDuplicate(key, value));
    if (message === undefined && asked.length > 0 && !isMissing) {
      this.#async.ask(id, key, row, asked);
      return;
    }
    if (asked.length > 0) this.#async.drop(id, key);
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

/** Rules are tried in order; the first that fails gives the message. */
function firstProblem(
  { checks }: CheckedColumn,
  value: unknown,
  row: Row,
  isDouble: () => boolean,
): string | undefined {
  const isMissing = isEmpty(value);
  for (const check of checks) {
    let message: string | undefined;
    if (check.kind === "test") message = check.test(value, row);
    else if (check.kind === "required") message = isMissing ? check.message : undefined;
    else if (check.kind === "unique" && !isMissing && isDouble()) message = check.message;
    if (message !== undefined) return message;
  }
  return undefined;
}
