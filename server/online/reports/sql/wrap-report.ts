import { sql } from "kysely";
import type { FieldType, ResolvedField, Row } from "../../../../runtime/model/resolved-model.ts";
import { always } from "../../../../runtime/query/condition.ts";
import type { Queryable, Statement } from "../../../db/database.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { QueryField } from "../../../models/query/parse-filter.ts";
import { toSql } from "../../../models/query/to-sql.ts";
import { refuseTooManyTerms } from "../../../models/query-budget.ts";
import { BoundValues } from "./bind-values.ts";
import { ownSelect } from "./own-sql.ts";
import type { ReportColumn, RunRequest, WireColumnType } from "./report-sql.ts";
import type { SqlBody, SqlNode } from "./sql-tree.ts";
import { writeSql } from "./write-sql.ts";

/** A report's tree with everything put in, ready to be wrapped. */
export interface BoundReport {
  readonly select: SqlBody;
  readonly values: readonly unknown[];
}

export interface Wrapping {
  readonly kysely: Queryable;
  readonly schema: string;
  readonly columns: readonly ReportColumn[];
}

const fieldTypes: Readonly<Record<WireColumnType, FieldType>> = {
  String: "string",
  Integer: "integer",
  Long: "integer",
  BigDecimal: "number",
  Date: "date",
  Datetime: "datetime",
  Boolean: "boolean",
};
const numeric: ReadonlySet<WireColumnType> = new Set(["Integer", "Long", "BigDecimal"]);

/** A column as `parseFilter` takes it. */
export function queryField({ name, title, type }: ReportColumn): QueryField {
  return { name, title, type: fieldTypes[type], multiple: false };
}

/** Names of what `pageStatement` puts beside each row; a report that has such a column is counted on its own. */
const besides = { total: "sc__total", sum: (index: number) => `sc__sum${index}` };

/**
 * Whether all rows are there before the first one is: groups, distinct rows and united ones. How many there are and their
 * sums then cost nothing more; of others the first page comes long before the last row.
 */
export function isWorkedOutWhole({ select }: BoundReport, { columns }: Wrapping): boolean {
  const isUnited = select.op !== undefined && select.op !== "SETOP_NONE";
  const isGrouped = [select.groupClause, select.distinctClause].some((part) => part !== undefined);
  return (isUnited || isGrouped) && !columns.some(({ name }) => name.startsWith("sc__"));
}

/** A page that `pageStatement` with figures answered, taken apart; undefined for an empty page, which says nothing. */
export function takeFigures(rows: readonly Row[], names: readonly string[]) {
  const [first] = rows;
  if (!first) return undefined;
  const keys = [besides.total, ...names.map((_, index) => besides.sum(index))];
  const bare = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !keys.includes(name))));
  return { rows: bare, figures: { n: first[besides.total], sums: names.map((_, index) => first[besides.sum(index)]) } };
}

/** The rows of one page; `withFigures` puts beside each of them how many there are on all pages, and the sums. */
export function pageStatement(
  report: BoundReport,
  request: RunRequest,
  wrapping: Wrapping,
  withFigures = false,
): Statement {
  const { pageNo, pageSize } = request.page;
  const order = (request.sort ?? []).map(
    ({ column, order }) =>
      sql`${sql.ref(`t.${columnOf(wrapping, column, "排序").name}`)} ${order === "desc" ? sql`desc` : sql`asc`}`,
  );
  const figures = withFigures
    ? [
        sql`count(*) over () as ${sql.ref(besides.total)}`,
        ...sumsOf(request, wrapping).map(
          (sum, index) => sql`cast(${sum} over () as text) as ${sql.ref(besides.sum(index))}`,
        ),
      ]
    : [];
  return wrapped(
    report,
    sql`select ${sql.join([sql`t.*`, ...figures])} from (select 1) as t where ${whereSql(request, wrapping)}
      ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}
      limit cast(${pageSize} as bigint) offset cast(${(pageNo - 1) * pageSize} as bigint)`,
    wrapping,
  );
}

/** How many rows there are on all pages (`n`), and the sums of columns (`s0`, `s1` …) as text. */
export function figuresStatement(report: BoundReport, request: RunRequest, wrapping: Wrapping): Statement {
  const sums = sumsOf(request, wrapping).map((sum, index) => sql`, cast(${sum} as text) as ${sql.ref(`s${index}`)}`);
  return wrapped(
    { ...report, select: withoutOrder(report.select) },
    sql`select count(*) as n ${sums.length > 0 ? sql.join(sums, sql` `) : sql``} from (select 1) as t
      where ${whereSql(request, wrapping)}`,
    wrapping,
  );
}

function sumsOf({ totals = [] }: RunRequest, wrapping: Wrapping) {
  return totals.map((name) => {
    const column = columnOf(wrapping, name, "合计");
    if (!numeric.has(column.type)) throw refuse(`列${quoted(name)}不是数字，不能合计`);
    return sql`sum(${sql.ref(`t.${name}`)})`;
  });
}

/** No rows: for its columns. */
export function emptyStatement(report: BoundReport, wrapping: Omit<Wrapping, "columns">): Statement {
  return wrapped(report, sql`select * from (select 1) as t limit 0`, wrapping);
}

function whereSql({ where = always }: RunRequest, wrapping: Wrapping) {
  refuseTooManyTerms(where);
  // Conditions read no more of a field than this.
  const fields = wrapping.columns.map((column): [string, ResolvedField] => [
    column.name,
    { ...queryField(column), column: column.name, search: false } as ResolvedField,
  ]);
  return toSql(where, { model: { fields: new Map(fields), table: "t" } });
}

function wrapped(
  report: BoundReport,
  around: Parameters<typeof ownSelect>[0],
  place: Omit<Wrapping, "columns">,
): Statement {
  const bound = new BoundValues(report.values);
  const select = ownSelect(around, bound, place);
  const [{ RangeSubselect: hole } = {}] = select.fromClause as SqlNode[];
  if (!hole) throw new Error("no place for the report");
  hole.subquery = { SelectStmt: report.select };
  return { text: writeSql(select), values: bound.values };
}

/** What is only counted and summed need not be sorted, where the order does not choose the rows. */
function withoutOrder(select: SqlBody): SqlBody {
  const chooses = ["limitCount", "limitOffset", "distinctClause"].some((key) => select[key] !== undefined);
  if (chooses) return select;
  const { sortClause: _, ...rest } = select;
  return rest;
}

function columnOf({ columns }: Wrapping, name: string, purpose: string): ReportColumn {
  const column = columns.find((one) => one.name === name);
  if (!column) throw refuse(`报表没有列${quoted(name)}，不能用来${purpose}`);
  return column;
}
