import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";
import type { RunAs } from "./sql/report-sql.ts";

/** The head of a report (contract 07 §7.1). */
export interface ReportHead {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly cgrSql: string;
  /** Code of a data source; empty: our own database. */
  readonly dbSource: string;
  readonly runAs: RunAs;
  readonly returnValField: string;
  readonly returnTxtField: string;
  readonly returnType: string;
  readonly content: string;
  /** How often an open page reads anew, in seconds; undefined: only when somebody asks. */
  readonly refreshSeconds: number | undefined;
  /** How long rows that were read may be shown again, in seconds; undefined: read each time. */
  readonly cacheSeconds: number | undefined;
  /** Charts and what the designer keeps beside; free form. */
  readonly settings: unknown;
}

/** One column of a report; flags are 1, everything else is off. */
export interface ReportItem {
  readonly id: string;
  readonly fieldName: string;
  readonly fieldTxt: string;
  readonly fieldWidth: number | undefined;
  readonly fieldType: string;
  readonly isShow: boolean;
  readonly isOrder: boolean;
  readonly isSearch: boolean;
  readonly searchMode: "single" | "group";
  readonly dictCode: string;
  readonly fieldHref: string;
  readonly replaceVal: string;
  readonly isTotal: boolean;
  readonly groupTitle: string;
}

export interface ReportParamRow {
  readonly id: string;
  readonly paramName: string;
  readonly paramTxt: string;
  readonly paramValue: string;
  readonly orderNum: number;
}

/** The whole of a report as it runs, is kept as a version, and travels as a file. */
export interface ReportDefinition {
  readonly head: ReportHead;
  readonly items: readonly ReportItem[];
  readonly params: readonly ReportParamRow[];
}

/** A definition as JSON has it: the wire names and values of the models. */
export interface StoredDefinition {
  readonly head: Readonly<Record<string, unknown>>;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly params: readonly Readonly<Record<string, unknown>>[];
}

/** What may not be missing when rows are put back by an import, and what a version keeps. */
const headColumns = [
  ["id", "id"],
  ["code", "code"],
  ["name", "name"],
  ["cgr_sql", "cgrSql"],
  ["db_source", "dbSource"],
  ["run_as", "runAs"],
  ["return_val_field", "returnValField"],
  ["return_txt_field", "returnTxtField"],
  ["return_type", "returnType"],
  ["content", "content"],
  ["refresh_seconds", "refreshSeconds"],
  ["cache_seconds", "cacheSeconds"],
  ["settings", "settings"],
] as const;
const itemColumns = [
  ["id", "id"],
  ["field_name", "fieldName"],
  ["field_txt", "fieldTxt"],
  ["field_width", "fieldWidth"],
  ["field_type", "fieldType"],
  ["is_show", "isShow"],
  ["is_order", "isOrder"],
  ["is_search", "isSearch"],
  ["search_mode", "searchMode"],
  ["dict_code", "dictCode"],
  ["field_href", "fieldHref"],
  ["replace_val", "replaceVal"],
  ["is_total", "isTotal"],
  ["group_title", "groupTitle"],
  ["order_num", "orderNum"],
] as const;
const paramColumns = [
  ["id", "id"],
  ["param_name", "paramName"],
  ["param_txt", "paramTxt"],
  ["param_value", "paramValue"],
  ["order_num", "orderNum"],
] as const;

type ColumnNames = readonly (readonly [column: string, name: string])[];

const columnList = (columns: ColumnNames) =>
  sql.join(columns.map(([column, name]) => sql`${sql.ref(column)} as ${sql.ref(name)}`));

/** The head as it is stored now, with the number of the version that runs. */
export interface HeadRow {
  readonly id: string;
  readonly status: string;
  readonly publishedVersion: number | undefined;
}

/** @param idOrCode as an address or a document names a report; undefined for none */
export async function findHead(db: Queryable, idOrCode: string): Promise<HeadRow | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, status, published_version from onl_cgreport_head
    where id = ${idOrCode} or code = ${idOrCode} order by (id = ${idOrCode}) desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const version = row.published_version;
  return {
    id: String(row.id),
    status: String(row.status ?? "0"),
    publishedVersion: version === null || version === undefined ? undefined : Number(version),
  };
}

/** What stands in the tables now: the draft. */
export async function readDraft(db: Queryable, headId: string): Promise<StoredDefinition | undefined> {
  const head = await sql<Record<string, unknown>>`
    select ${columnList(headColumns)} from onl_cgreport_head where id = ${headId}`.execute(db);
  const [row] = head.rows;
  if (!row) return undefined;
  const below = (table: string, columns: ColumnNames) =>
    sql<Record<string, unknown>>`select ${columnList(columns)} from ${sql.table(table)}
      where cgrhead_id = ${headId} order by order_num, id`.execute(db);
  const items = await below("onl_cgreport_item", itemColumns);
  const params = await below("onl_cgreport_param", paramColumns);
  return { head: { ...row, settings: readJson(row.settings) }, items: items.rows, params: params.rows };
}

/** The definition that a version kept. */
export async function readVersion(
  db: Queryable,
  headId: string,
  versionNum: number,
): Promise<StoredDefinition | undefined> {
  const { rows } = await sql<{ definition: unknown }>`select definition from onl_cgreport_version
    where cgrhead_id = ${headId} and version_num = ${versionNum}`.execute(db);
  return rows[0] && (readJson(rows[0].definition) as StoredDefinition | undefined);
}

/**
 * The definition that runs: the published version's; of a report that ships and was never published here, what ships.
 * Undefined for one that was never published.
 */
export async function readPublished(db: Queryable, head: HeadRow): Promise<StoredDefinition | undefined> {
  if (head.publishedVersion !== undefined) return readVersion(db, head.id, head.publishedVersion);
  return head.status === "1" ? readDraft(db, head.id) : undefined;
}

/** From the stored form to the one that runs; what is missing has its usual value. */
export function resolveDefinition({ head, items, params }: StoredDefinition): ReportDefinition {
  return {
    head: {
      id: text(head.id),
      code: text(head.code),
      name: text(head.name),
      cgrSql: text(head.cgrSql),
      dbSource: text(head.dbSource),
      runAs: head.runAs === "report" ? "report" : "caller",
      returnValField: text(head.returnValField),
      returnTxtField: text(head.returnTxtField),
      returnType: text(head.returnType) || "1",
      content: text(head.content),
      refreshSeconds: head.refreshSeconds ? Number(head.refreshSeconds) : undefined,
      cacheSeconds: head.cacheSeconds ? Number(head.cacheSeconds) : undefined,
      settings: readJson(head.settings),
    },
    items: items.map((item) => ({
      id: text(item.id),
      fieldName: text(item.fieldName),
      fieldTxt: text(item.fieldTxt) || text(item.fieldName),
      fieldWidth: item.fieldWidth ? Number(item.fieldWidth) : undefined,
      fieldType: text(item.fieldType) || "String",
      isShow: item.isShow === null || item.isShow === undefined || isOn(item.isShow),
      isOrder: isOn(item.isOrder),
      isSearch: isOn(item.isSearch),
      searchMode: item.searchMode === "group" ? "group" : "single",
      dictCode: text(item.dictCode).trim(),
      fieldHref: text(item.fieldHref),
      replaceVal: text(item.replaceVal),
      isTotal: isOn(item.isTotal),
      groupTitle: text(item.groupTitle),
    })),
    params: params.map((param, index) => ({
      id: text(param.id),
      paramName: text(param.paramName),
      paramTxt: text(param.paramTxt) || text(param.paramName),
      paramValue: text(param.paramValue),
      orderNum: Number(param.orderNum ?? index + 1),
    })),
  };
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const isOn = (value: unknown): boolean => value === true || String(value) === "1";

/** JSON columns arrive as text from one driver and as values from the other. */
function readJson(value: unknown): unknown {
  return typeof value === "string" && value !== "" ? JSON.parse(value) : (value ?? null);
}
