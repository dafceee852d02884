/**
 * What the client makes of a field: text it shows as it is (`scalar`: a string or a number, compared loosely), or one kind
 * that it depends on. `?` = rows may leave it out, yet one of them has it: a column that is always empty proves nothing.
 * `-` = read where it is there; no row of the replay need have it.
 */
export type Kind = "string" | "number" | "boolean" | "array" | "object" | "scalar";
export type FieldKind = Kind | `${Kind}?` | `${Kind}-`;

/** Path into the answer → kind. `[]` = each element (at least one must be there), `{}` = each value of an object. */
export type Fields = Readonly<Record<string, FieldKind>>;

/** One call of a page. Texts may hold `{name}`: what an earlier answer left; a text that is nothing else keeps its type. */
export interface RecordedCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A row of before that the client sends back whole, under `body`. */
  readonly row?: string;
  /** A chosen file: the bytes that an earlier answer left under `kept`, or its text or base64. */
  readonly upload?: {
    readonly field: string;
    readonly name: string;
    readonly kept?: string;
    readonly text?: string;
    readonly base64?: string;
  };
  readonly reads?: Fields;
  /** Name → path in the answer; `[roleCode=replay]` picks an element, `bytes` is the whole body of a file. */
  readonly keep?: Readonly<Record<string, string>>;
  /** `raw`: no envelope. `file`: a spreadsheet. `refused`: the client goes on from `success: false`. */
  readonly answer?: "envelope" | "raw" | "file" | "refused";
  /** Sent without a token. */
  readonly signedOut?: boolean;
}

export interface RecordedPage {
  /** Name of the view in the client. */
  readonly page: string;
  readonly calls: readonly RecordedCall[];
}

const under = (place: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [`${place}${name}`, kind]));

/** Rows of a plain list. */
export const listOf = (fields: Fields): Fields => under("result[].", fields);

/** Rows of a page, with what the table's pager reads. */
export const pageOf = (fields: Fields): Fields => ({
  "result.total": "number",
  "result.records": "array",
  ...under("result.records[].", fields),
});

/** Before any row is there: what the pager reads. */
export const emptyPage: Fields = { "result.total": "number", "result.records": "array" };

/** The parameters of every table of the client: newest first, ten rows, the columns that it shows. */
export const tableQuery = (columns: Fields, more: Readonly<Record<string, string>> = {}) => ({
  column: "createTime",
  order: "desc",
  field: ["id,", ...Object.keys(columns)].join(","),
  pageNo: "1",
  pageSize: "10",
  ...more,
});

/** A table's call with the columns it reads. */
export const table = (
  path: string,
  columns: Fields,
  { query, ...more }: Pick<RecordedCall, "query" | "keep"> = {},
): RecordedCall => ({ method: "GET", path, query: tableQuery(columns, query), reads: pageOf(columns), ...more });

/** `GET /sys/duplicate/check` of a form's field. */
export const duplicateCheck = (tableName: string, fieldName: string, fieldVal: string, dataId = ""): RecordedCall => ({
  method: "GET",
  path: "/sys/duplicate/check",
  query: { tableName, fieldName, fieldVal, ...(dataId === "" ? {} : { dataId }) },
});

/** Exports what the table shows, then imports the same file. */
export const sheetThereAndBack = (resource: string): readonly RecordedCall[] => [
  { method: "GET", path: `${resource}/exportXls`, query: tableQuery({}), answer: "file", keep: { sheet: "bytes" } },
  { method: "POST", path: `${resource}/importExcel`, upload: { field: "file", name: "data.xls", kept: "sheet" } },
];

export const deleted = (path: string, id: string): RecordedCall => ({ method: "DELETE", path, query: { id } });
export const deletedBatch = (path: string, ids: string): RecordedCall => ({
  method: "DELETE",
  path,
  query: { ids: `${ids},` },
});
