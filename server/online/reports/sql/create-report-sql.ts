import { CompiledQuery, sql, type Transaction } from "kysely";
import { modelOfTable } from "../../../../runtime/model/model-of-table.ts";
import type { ResolvedModel, Row } from "../../../../runtime/model/resolved-model.ts";
import { type Caller, defaultTenant } from "../../../auth/caller.ts";
import { type Database, DatabaseError, type Statement, type Tables } from "../../../db/database.ts";
import { estimateOf, type PlanNode, planOf } from "../../../db/estimate.ts";
import { refuse } from "../../../http/refusal.ts";
import { longFrom } from "../../../models/query-budget.ts";
import { BoundValues, bindValues, type ValueSource } from "./bind-values.ts";
import { reportCatalogue } from "./catalogue.ts";
import { describeColumns } from "./describe-columns.ts";
import { type Guard, guardTables } from "./guard-tables.ts";
import { type ParsedTree, parseReport } from "./parse-report.ts";
import { planInWords, wholeCost } from "./plan-words.ts";
import { reportError } from "./report-errors.ts";
import { ReportRole } from "./report-role.ts";
import {
  type CatalogueTable,
  maxReportRows,
  type ParsedReport,
  type ReportCall,
  type ReportColumn,
  type ReportPlan,
  type ReportSql,
  type RunRequest,
  type RunResult,
  reportDeadlineMs,
} from "./report-sql.ts";
import { StoppedReports } from "./stopped-reports.ts";
import {
  type BoundReport,
  emptyStatement,
  figuresStatement,
  isWorkedOutWhole,
  pageStatement,
  takeFigures,
  type Wrapping,
} from "./wrap-report.ts";

export interface ReportSqlParts {
  readonly database: Database;
  /** Live: a document read again replaces its entry. */
  readonly models: ReadonlyMap<string, ResolvedModel>;
  /** Now in the business time zone, `yyyy-MM-dd HH:mm:ss`. */
  readonly clock: () => string;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** What one report may cost, in the planner's units; default `reportCostLimits`. */
  readonly costLimit?: number | undefined;
  /** Default `reportDeadlineMs`, and `recursiveDeadlineMs` for recursive reports of the embedded database. */
  readonly deadlineMs?: number | undefined;
}

/**
 * Reports may cost more than lists: they give way to everybody else, and few people run them. Steps of time over many rows
 * count as groups of one row each, because no planner knows how many months there are: a million rows fit.
 */
export const reportCostLimits: Readonly<Record<Database["engine"], number>> = {
  embedded: 600_000,
  postgres: 4_000_000,
};
/** No planner can tell how long a recursion goes on; on the embedded database everybody waits for it. */
export const recursiveDeadlineMs = 2_500;
const planDeadlineMs = 5_000;

/** Reads for `describe`: no rule of anybody, since no row is answered. */
const nobody: Caller = {
  sessionId: "",
  userId: "",
  username: "",
  realname: "",
  orgCode: "",
  orgCodes: [],
  tenantId: defaultTenant,
  roles: [],
  isAdmin: true,
  permissions: new Set(),
  controlled: new Set(),
  dataRules: new Map(),
};

/** Reports over our own database; says in the log when it has to do without a role of its own. */
export async function createReportSql(parts: ReportSqlParts): Promise<ReportSql> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(parts.database.kysely);
  const schema = rows[0]?.schema ?? "public";
  return new Reports(parts, schema, await ReportRole.open(parts.database, schema, parts.note));
}

class Reports implements ReportSql {
  readonly #parts: ReportSqlParts;
  readonly #schema: string;
  readonly #role: ReportRole | undefined;
  readonly #stopped = new StoppedReports();
  readonly #described = new WeakMap<ParsedReport, { models: readonly unknown[]; columns: readonly ReportColumn[] }>();

  constructor(parts: ReportSqlParts, schema: string, role: ReportRole | undefined) {
    this.#parts = parts;
    this.#schema = schema;
    this.#role = role;
  }

  parse(text: string): Promise<ParsedReport> {
    return parseReport(text, this.#parts.models);
  }

  catalogue(caller: Caller): readonly CatalogueTable[] {
    return reportCatalogue(this.#parts.models, caller);
  }

  async describe(report: ParsedReport): Promise<readonly ReportColumn[]> {
    const tree = treeOf(report);
    const models = tree.models.map((id) => this.#parts.models.get(id));
    const known = this.#described.get(report);
    if (known && known.models.every((model, index) => model === models[index])) return known.columns;
    const bound = this.#bind(tree, { caller: nobody, runAs: "report" }, undefined);
    const { database } = this.#parts;
    const columns = await this.#asked(tree, bound, async (enter) => {
      const answered = await database.columnsOf(emptyStatement(bound, this.#place()), enter);
      return describeColumns(answered, database.kysely, this.#parts.models.values());
    });
    this.#described.set(report, { models, columns });
    return columns;
  }

  async run(request: RunRequest): Promise<RunResult> {
    const startedAt = performance.now();
    checkPage(request.page);
    const tree = treeOf(request.report);
    const { userId } = request.caller;
    if (tree.isRecursive) this.#stopped.refuse(userId);
    const columns = await this.describe(request.report); // 1. what its columns are
    const bound = this.#bindCall(request); // 2. values and the caller's rules, into the tree
    const wrapping = { ...this.#place(), columns };
    const isWhole = isWorkedOutWhole(bound, wrapping);
    const page = pageStatement(bound, request, wrapping, isWhole); // 3. written back, one page of it
    return this.#asked(tree, bound, async (enter) => {
      const isLong = await this.#admit(page, request, enter); // 4. what it would cost
      return this.#database(
        async (trx) => {
          const answered = await rowsOf(trx, page);
          const taken = isWhole ? takeFigures(answered, request.totals ?? []) : undefined;
          const rows = taken?.rows ?? answered;
          const found = taken
            ? figuresOf(request, taken.figures)
            : await figures(trx, rows.length, bound, request, wrapping);
          return { rows, ...found, tookMs: Math.round(performance.now() - startedAt) };
        },
        { enter, isLong, signal: request.signal, deadlineMs: this.#deadlineMs(tree) },
      ).catch((error: unknown) => {
        const isStopped = error instanceof DatabaseError && error.failure === "timeout";
        if (isStopped && tree.isRecursive) this.#stopped.stopped(userId, this.#deadlineMs(tree));
        throw error;
      });
    });
  }

  async keyOf(request: RunRequest): Promise<string> {
    const columns = await this.describe(request.report);
    const bound = this.#bindCall(request);
    const { text, values } = pageStatement(bound, request, { ...this.#place(), columns });
    return JSON.stringify([text, values, request.totals ?? [], request.where ?? null]);
  }

  async rowsIn(trx: Transaction<Tables>, request: ReportCall, limit: number): Promise<readonly Row[]> {
    const tree = treeOf(request.report);
    const bound = this.#bindCall(request, true);
    const page = { ...request, page: { pageNo: 1, pageSize: limit } };
    try {
      return await rowsOf(trx, pageStatement(bound, page, { ...this.#place(), columns: [] }));
    } catch (error) {
      throw reportError(error, tree);
    }
  }

  async explain(request: ReportCall): Promise<ReportPlan> {
    const tree = treeOf(request.report);
    const bound = this.#bindCall(request);
    const whole = pageStatement(
      bound,
      { ...request, page: { pageNo: 1, pageSize: maxReportRows } },
      {
        ...this.#place(),
        columns: [],
      },
    );
    return this.#asked(tree, bound, async (enter) => {
      const plan = await this.#plan(whole, request.signal, enter);
      const { rowsBeforeLimit } = estimateOf(plan);
      const cost = wholeCost(plan);
      const steps = planInWords(plan, (table) => modelOfTable(this.#parts.models.values(), table)?.title);
      return { rows: Math.round(rowsBeforeLimit), cost, share: cost / this.#limit(), steps };
    });
  }

  #bindCall(request: ReportCall, keepsEmpty = false): BoundReport {
    const { report, caller, runAs = "caller", values = {}, defaults = {} } = request;
    if (runAs === "report") {
      this.#parts.note("report.as-report", { userId: caller.userId, models: report.models.join(",") });
    }
    return this.#bind(
      treeOf(report),
      { caller, runAs },
      { caller, now: this.#parts.clock(), values, defaults, keepsEmpty },
    );
  }

  #bind(tree: ParsedTree, who: Pick<Guard, "caller" | "runAs">, source: ValueSource | undefined): BoundReport {
    const { models, clock } = this.#parts;
    const bound = new BoundValues();
    const select = bindValues(tree, source, bound);
    guardTables(select, { ...this.#place(), ...who, models, now: clock() }, bound);
    return { select, values: bound.values };
  }

  #place(): Omit<Wrapping, "columns"> {
    return { kysely: this.#parts.database.kysely, schema: this.#schema };
  }

  /** Runs `work` so that the role may read what it needs, and says failures in words. */
  async #asked<Result>(
    tree: ParsedTree,
    bound: BoundReport,
    work: (enter: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    const role = this.#role;
    const attempt = async () => {
      await role?.allow(bound.select, this.#parts.models);
      return work(role ? [role.enter] : []);
    };
    try {
      return await attempt().catch((error: unknown) => {
        if (!role || (error as { readonly code?: unknown }).code !== "42501") throw error;
        role.forget();
        return attempt();
      });
    } catch (error) {
      throw reportError(error, tree);
    }
  }

  /** @throws AppError INVALID for a report that would take too long; answers whether it keeps others waiting */
  async #admit(statement: Statement, { signal }: RunRequest, enter: readonly string[]): Promise<boolean> {
    const cost = wholeCost(await this.#plan(statement, signal, enter));
    const share = cost / this.#limit();
    if (share > 1) {
      const times = share < 10 ? share.toFixed(1) : share < 1e9 ? String(Math.round(share)) : "数亿";
      throw refuse(`报表的开销是上限的 ${times} 倍，请缩小范围、补上关联条件，或减少排序`);
    }
    return cost >= longFrom[this.#parts.database.engine];
  }

  #plan(statement: Statement, signal: AbortSignal | undefined, enter: readonly string[]): Promise<PlanNode> {
    const how = { enter, isLong: false, signal, deadlineMs: Math.min(planDeadlineMs, this.#parts.deadlineMs ?? 1e9) };
    return this.#database((trx) => planOf(trx, statement), how);
  }

  #database<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    {
      enter,
      ...how
    }: {
      readonly enter: readonly string[];
      readonly isLong: boolean;
      readonly signal: AbortSignal | undefined;
      readonly deadlineMs: number;
    },
  ): Promise<Result> {
    return this.#parts.database.readOnly(async (trx) => {
      for (const one of enter) await trx.executeQuery(CompiledQuery.raw(one));
      return work(trx);
    }, how);
  }

  #limit(): number {
    return this.#parts.costLimit ?? reportCostLimits[this.#parts.database.engine];
  }

  #deadlineMs(tree: ParsedTree): number {
    const { deadlineMs, database } = this.#parts;
    const isOpenEnded = tree.isRecursive && database.engine === "embedded";
    return deadlineMs ?? (isOpenEnded ? recursiveDeadlineMs : reportDeadlineMs);
  }
}

type Figures = Pick<RunResult, "total" | "totals">;

/** A page that is not full tells how many rows there are; else they are counted. */
async function figures(
  trx: Transaction<Tables>,
  shown: number,
  bound: BoundReport,
  request: RunRequest,
  wrapping: Wrapping,
): Promise<Figures> {
  const { pageNo, pageSize } = request.page;
  const names = request.totals ?? [];
  const isLast = shown < pageSize && (shown > 0 || pageNo === 1);
  if (isLast && names.length === 0) return { total: (pageNo - 1) * pageSize + shown, totals: {} };
  request.signal?.throwIfAborted();
  const [row = {}] = await rowsOf(trx, figuresStatement(bound, request, wrapping));
  return figuresOf(request, { n: row.n, sums: names.map((_, index) => row[`s${index}`]) });
}

function figuresOf(
  { totals = [] }: RunRequest,
  { n, sums }: { readonly n: unknown; readonly sums: readonly unknown[] },
) {
  const named = totals.map((name, index): [string, string | null] => {
    const sum = sums[index];
    return [name, sum === null || sum === undefined ? null : String(sum)];
  });
  return { total: Number(n), totals: Object.fromEntries(named) };
}

async function rowsOf(trx: Transaction<Tables>, { text, values }: Statement): Promise<Row[]> {
  return (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

function checkPage({ pageNo, pageSize }: RunRequest["page"]): void {
  if (!Number.isInteger(pageNo) || pageNo < 1 || pageNo > 1e9) throw refuse("参数 pageNo 须为正整数");
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maxReportRows) {
    throw refuse(`参数 pageSize 须为 1 到 ${maxReportRows} 的整数`);
  }
}

/** What `parse` answers is a tree; others know only what it tells about itself. */
function treeOf(report: ParsedReport): ParsedTree {
  if (!("select" in report)) throw new Error("not a report that was parsed");
  return report as ParsedTree;
}
