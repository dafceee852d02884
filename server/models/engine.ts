import type { Expression, SqlBool, Transaction } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Condition } from "../../runtime/query/condition.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import type { Cache } from "../config/caches/caches.ts";
import type { Tables } from "../db/database.ts";
import type { AggregateRequest } from "./aggregate-rows.ts";
import type { ExportOptions } from "./export-rows.ts";
import type { Generated } from "./generate.ts";
import type { ImportBatch } from "./import-batch.ts";
import type { ImportOptions, ImportOutcome } from "./import-rows.ts";
import type { ImportSheet } from "./import-sheet.ts";
import type { WireQuery } from "./query/parse-list-query.ts";

export interface SaveOptions {
  /** ≤ 64 characters; the same key of the same user answers the same for 24 hours. */
  readonly idempotencyKey?: string | undefined;
  /** Joins the caller's transaction (hooks, posts) instead of opening one. */
  readonly trx?: Transaction<Tables> | undefined;
}

/** What became of each row of a batch; rows are done one by one, each in a transaction of its own. */
export interface BatchResult {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly title: string; readonly reason: string }[];
}

/**
 * The one engine behind every model's routes. Every call takes the caller and gives them only what they may see and
 * change: tenant, row rules and field permissions are applied here, action permissions on the route.
 *
 * All methods throw AppError: ROW_NOT_FOUND for a row that is not there or not theirs, CONFLICT with `{current}`,
 * INVALID with a reason and, for a failed validation, `{fieldErrors}`.
 */
export interface Engine {
  readonly models: ReadonlyMap<string, ResolvedModel>;
  /** What the engine keeps in memory. */
  readonly caches: readonly Cache[];
  /** `within` narrows the list by a condition of the server's own, for example to the members of a department. */
  list(modelId: string, query: WireQuery, caller: Caller, within?: Condition): Promise<Page<Row>>;
  /** Exact sums over the whole query, for `fields` (comma list of number fields). */
  totals(
    modelId: string,
    query: WireQuery,
    caller: Caller,
  ): Promise<{ readonly totals: Readonly<Record<string, number>> }>;
  /** Grouped sums and counts over the rows that the caller may see. */
  aggregate(modelId: string, request: AggregateRequest, caller: Caller): Promise<readonly Row[]>;
  /** Ids of the rows that match; refused when there are more than one batch call takes. */
  matchingIds(modelId: string, query: WireQuery, caller: Caller): Promise<readonly string[]>;
  /** Everything that matches, in batches as `list` would answer them, or only chosen rows and fields of it. */
  exportRows(
    modelId: string,
    query: WireQuery,
    caller: Caller,
    options?: ExportOptions,
  ): AsyncGenerator<readonly Row[]>;
  /**
   * Stores the rows of a sheet, or tries to; answers what is wrong in file order. Needs no `edit` right for a key: the
   * route asks.
   */
  importRows(modelId: string, sheet: ImportSheet, caller: Caller, options: ImportOptions): Promise<ImportOutcome>;
  /** Takes an import back, as a whole or but for rows that were changed since. @returns how many rows */
  undoImport(batch: ImportBatch, caller: Caller, options: { readonly isRest: boolean }): Promise<number>;
  /** Works the sums of the current day, month or year of a row out anew. @returns whether it had to be changed */
  recount(modelId: string, id: string, caller: Caller): Promise<boolean>;
  queryById(modelId: string, id: string, caller: Caller): Promise<Row>;
  /** A row that was kept aside, as the caller would read it today; undefined where it does not exist for them. */
  rowAsSeen(modelId: string, row: Row, caller: Caller): Promise<Row | undefined>;
  /** `<name>_dictText` of values that are no row's, for example those of a query. */
  wordsOf(modelId: string, values: Row, caller: Caller): Promise<Row>;
  /** @throws AppError ROW_NOT_FOUND, or INVALID for a row that all tenants read and another one changes */
  requireChangeable(modelId: string, id: string, caller: Caller): Promise<void>;
  /**
   * The live rows of the caller's tenant, for the server's own statements; `alias` as the statement names the table.
   */
  tenantRows(modelId: string, caller: Caller, alias?: string): Expression<SqlBool>;
  /**
   * The sub-rows of a master that the caller may see, in their order; `modelId` is the detail model.
   *
   * @param parentId of sub-rows that form a tree: one level of it, `""` or the root's value for the top
   */
  listByMainId(modelId: string, mainId: string, caller: Caller, parentId?: string): Promise<readonly Row[]>;
  /** The rows directly below a row of a tree; `""` or the tree's root value for the top rows. */
  children(modelId: string, parentId: string, caller: Caller): Promise<readonly Row[]>;
  add(modelId: string, body: Row, caller: Caller, options?: SaveOptions): Promise<Row>;
  edit(modelId: string, body: Row, caller: Caller, options?: SaveOptions): Promise<Row>;
  /** Deletes all or none. */
  remove(modelId: string, ids: readonly string[], caller: Caller, options?: SaveOptions): Promise<void>;
  /** Moves a row from state to state; `body` is `{id, version?, …answers}`. */
  transition(modelId: string, key: string, body: Row, caller: Caller, options?: SaveOptions): Promise<Row>;
  /** The same for several, each for itself. Of a call that is repeated with its key, every row is moved once. */
  transitionBatch(
    modelId: string,
    key: string,
    ids: readonly string[],
    answers: Row,
    caller: Caller,
    options?: Pick<SaveOptions, "idempotencyKey">,
  ): Promise<BatchResult>;
  /** What a generation of the model would make with the answers of `body`. */
  previewGeneration(modelId: string, key: string, body: Row, caller: Caller): Promise<Generated>;
  /** Makes it: all or nothing. */
  generate(modelId: string, key: string, body: Row, caller: Caller): Promise<Generated>;
  /** The next value of a stored fill rule; null for an unknown one. A serial number that is asked for is used up. */
  fillValue(ruleCode: string, form: Row, caller: Caller): Promise<unknown>;
  /** The value that a stored fill rule would give now; nothing is used up. */
  tryFillValue(ruleCode: string, caller: Caller): Promise<unknown>;
  /** Whether no other row of the caller's tenant holds the value; which fields may be asked about is the route's to say. */
  isFree(modelId: string, field: string, value: string, exceptId: string, caller: Caller): Promise<boolean>;
  /** Rows in the recycle bin of a model that has one, newest first. */
  listDeleted(modelId: string, caller: Caller): Promise<readonly Row[]>;
  /** Takes rows back out of the recycle bin. */
  restore(modelId: string, ids: readonly string[], caller: Caller): Promise<void>;
  /** Removes rows of the recycle bin for good, sub-rows included. */
  purge(modelId: string, ids: readonly string[], caller: Caller): Promise<void>;
  /** Ends its listening to what other processes write; the database stays open. */
  stop(): Promise<void>;
}
