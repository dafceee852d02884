import type { Row } from "../model/resolved-model.ts";
import type { SuperNode } from "../query/super-query.ts";
import { type RowPage, readPage } from "../wire/page.ts";
import { answeredPage } from "./answered-page.ts";
import type { ListStore } from "./list-store.ts";

/** The rows of one month. */
interface MonthRows {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Only where there are more rows than are read at once: how many each day has, and no rows. */
  readonly dayCounts: ReadonlyMap<string, number> | undefined;
}

/** More than a person reads on one page of a calendar; beyond it days say how many rows they have. */
const mostRows = 300;
/** Rows of one day that are read at once. */
export const dayPageSize = 100;

type Asking = Pick<ListStore, "plan" | "services" | "params">;

/**
 * The rows of a month under the conditions, row rules and field rights of the list.
 *
 * @param month `yyyy-MM`
 */
export async function readMonth(list: Asking, month: string, signal: AbortSignal): Promise<MonthRows> {
  const span = within(list, `${month}-01`, lastDayOf(month));
  const { rows, total } = await readRows(list, span, 1, mostRows, signal);
  if (total <= rows.length) return { rows, total, dayCounts: undefined };
  return { rows: [], total, dayCounts: await countDays(list, span, signal) };
}

/**
 * Some rows of a day, in the order of time.
 *
 * @param day `yyyy-MM-dd`
 * @param pageNo from 1
 */
export const readDay = (list: Asking, day: string, pageNo: number, signal: AbortSignal): Promise<RowPage> =>
  readRows(list, within(list, day, day), pageNo, dayPageSize, signal);

async function readRows(
  list: Asking,
  span: readonly SuperNode[],
  pageNo: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const { plan, services } = list;
  const column = plan.table.calendar?.date.name ?? "";
  const asked = { ...list.params(span), column, order: "asc", pageNo, pageSize };
  return answeredPage(await services.request({ method: "GET", url: plan.listUrl, params: asked, signal }));
}

async function countDays(
  list: Asking,
  span: readonly SuperNode[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const { plan, services } = list;
  const { pageNo: _no, pageSize: _size, column: _column, order: _order, ...where } = list.params(span);
  const field = plan.table.calendar?.date.name ?? "";
  const data = {
    model: plan.model.id,
    where,
    groupBy: [{ field, by: "day" }],
    measures: { dayCount: { op: "count" } },
    limit: 31,
  };
  const answer = await services.request({ method: "POST", url: "/lowcode/aggregate", data, signal });
  return new Map(readPage(answer).rows.map((row) => [String(row[field]).slice(0, 10), Number(row.dayCount) || 0]));
}

/** From the first moment of a day to the last one of another. */
function within({ plan }: Asking, first: string, last: string): readonly SuperNode[] {
  const { name = "", type = "date" } = plan.table.calendar?.date ?? {};
  const [begin, end] = type === "datetime" ? [" 00:00:00", " 23:59:59"] : ["", ""];
  return [
    { field: name, rule: "ge", val: first + begin, type },
    { field: name, rule: "le", val: last + end, type },
  ];
}

/** `2028-02` → `2028-02-29`. */
function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}
