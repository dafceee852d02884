import type { Transaction } from "kysely";
import type { ResolvedDict, Row } from "../../../../runtime/model/resolved-model.ts";
import type { Condition } from "../../../../runtime/query/condition.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { Tables } from "../../../db/database.ts";

/** A place in the author's text; both from 1, columns in characters. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A place of the text that a value is put into. */
export interface ReportParam {
  readonly name: string;
  /** `param`: `${name}`, its value comes with the call. `system`: `#{sys_user_code}` and the like, from the session. */
  readonly kind: "param" | "system";
  /** Where it stands first. */
  readonly place: TextPlace;
  /** Stands alone in an IN list, so that a comma list of values may be given. */
  readonly isList: boolean;
}

/** A text that was read and found harmless. Holds for every caller and every run until a model changes; keep it. */
export interface ParsedReport {
  readonly text: string;
  /** In the order of their first places. */
  readonly params: readonly ReportParam[];
  /** Ids of the models whose tables it reads, each once. */
  readonly models: readonly string[];
}

/** Types of a column on the wire (contract 7.1). */
export type WireColumnType = "String" | "Integer" | "Long" | "BigDecimal" | "Date" | "Datetime" | "Boolean";

export interface ReportColumn {
  readonly name: string;
  readonly type: WireColumnType;
  /** The model's title where the column is a plain column of a table, else the name. */
  readonly title: string;
  readonly dict: ResolvedDict | undefined;
  /** The field it shows, for a plain column of a table. */
  readonly source: { readonly model: string; readonly field: string } | undefined;
}

/**
 * `caller`: as who asks may see: list rights of every table it reads, their row rules, hidden and masked columns.
 * `report`: list rights, data rules and field permissions of the caller are left out on purpose; their tenant and the
 * recycle bin still bind. Who calls it has asked for the right of its own before; each run is noted
 * (`report.as-report`).
 */
export type RunAs = "caller" | "report";

/** Values of `${name}` by name; what is absent or blank has the default, what has no default is empty. */
export type ReportValues = Readonly<Record<string, string | undefined>>;

interface ReportCall {
  readonly report: ParsedReport;
  readonly caller: Caller;
  readonly runAs?: RunAs;
  readonly values?: ReportValues;
  readonly defaults?: ReportValues;
  /**
   * Aborted when the one who asked is gone: a waiting call leaves the queue, PostgreSQL cancels a running statement.
   */
  readonly signal?: AbortSignal | undefined;
}

export interface RunRequest extends ReportCall {
  /** Wraps the text: fields are names of its columns (`queryField` makes one for `parseFilter`). */
  readonly where?: Condition;
  /** Names of its columns. Without any, the text's own order stays. */
  readonly sort?: readonly { readonly column: string; readonly order: "asc" | "desc" }[];
  /** `pageNo` from 1; `pageSize` at most `maxReportRows`. */
  readonly page: { readonly pageNo: number; readonly pageSize: number };
  /** Numeric columns to sum over all rows that match, not only the page's. */
  readonly totals?: readonly string[];
}

export interface RunResult {
  /** Values as lists have them: exact numbers and dates as text. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows that match on all pages. */
  readonly total: number;
  readonly totals: Readonly<Record<string, string | null>>;
  /** At the database, waiting included. */
  readonly tookMs: number;
}

export interface ReportPlan {
  /** What the planner expects. */
  readonly rows: number;
  readonly cost: number;
  /** Share of what one report may cost; refused above 1. */
  readonly share: number;
  /** The plan in words, the outer step first; `depth` from 0. */
  readonly steps: readonly { readonly depth: number; readonly text: string }[];
}

export interface CatalogueColumn {
  readonly name: string;
  readonly title: string;
  readonly type: WireColumnType;
  readonly dict: ResolvedDict | undefined;
  /**
   * For a column that names a row of another table that reports read: its model, table, and the columns of key and
   * name.
   */
  readonly ref: RefColumn | undefined;
}

export interface RefColumn {
  readonly model: string;
  readonly table: string;
  readonly value: string;
  readonly text: string;
}

/** A table that a report may read. */
export interface CatalogueTable {
  readonly name: string;
  readonly model: string;
  readonly title: string;
  readonly columns: readonly CatalogueColumn[];
}

/** Rows of one page at most. */
export const maxReportRows = 10_000;
/** One call to the database, in milliseconds. */
export const reportDeadlineMs = 10_000;

/**
 * Reports over our own database, made by `createReportSql`. Nothing of an author's text reaches the database as they
 * wrote it: it is read into a tree, checked against what is allowed, given the caller's rules and written back.
 *
 * Every refusal is an AppError INVALID whose reason is Chinese; one about the text begins with its place
 * (`第 2 行第 7 列：…`) and carries it as `result: TextPlace`.
 */
export interface ReportSql {
  /** @throws AppError INVALID with place for anything that is not one harmless SELECT */
  parse(text: string): Promise<ParsedReport>;
  /** What the caller may write reports about, by title. */
  catalogue(caller: Caller): readonly CatalogueTable[];
  /**
   * The columns, without running it; asked again only when a model has changed.
   *
   * @throws AppError INVALID for what only the database can tell: types that do not fit, columns without or with one
   * name
   */
  describe(report: ParsedReport): Promise<readonly ReportColumn[]>;
  /** @throws AppError INVALID; FORBIDDEN-like reasons name the table; QUERY_TIMEOUT, BUSY */
  run(request: RunRequest): Promise<RunResult>;
  /**
   * What `run` would ask the database, its values and the caller's rules included, as text: what two people may share.
   *
   * @throws AppError INVALID for tables whose lists the caller may not open
   */
  keyOf(request: RunRequest): Promise<string>;
  /**
   * The first rows within a transaction that goes on to change them; empty parameters are NULL. Nothing is admitted by
   * its cost here: whoever stored the text has explained it.
   */
  rowsIn(trx: Transaction<Tables>, request: ReportCall, limit: number): Promise<readonly Row[]>;
  explain(request: ReportCall): Promise<ReportPlan>;
}

export type { ReportCall };
