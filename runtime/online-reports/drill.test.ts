import { expect, it } from "vitest";
import { resolveJson } from "../expr/template.ts";
import { readSuperText } from "../query/super-query.ts";
import { type DrillColumn, drillOf } from "./drill.ts";
import { emptyBuild, type ReportBuild } from "./report-build.ts";

const column = (field: string, type: string, more: Partial<DrillColumn> = {}): DrillColumn => ({
  ...{ field, type, isRef: false, isWord: false },
  ...more,
});
const columns = new Map([
  ["create_time", column("createTime", "Datetime")],
  ["store_id", column("storeId", "String", { isRef: true })],
  ["status", column("status", "String")],
  ["remark", column("remark", "String", { isWord: true })],
  ["pay_amount", column("payAmount", "BigDecimal")],
]);
const shown = { isSearch: false };
const drill = (x: string, some: Partial<ReportBuild>, items: Readonly<Record<string, { isSearch: boolean }>>) =>
  drillOf({ build: { ...emptyBuild("t"), ...some }, x, columns, items: new Map(Object.entries(items)) });
/** What the address says once a place was pressed; undefined where nothing opens. */
function pressed(drilled: ReturnType<typeof drill>, row: object, query: object = {}) {
  const scope = { row, query };
  if (!drilled || resolveJson(drilled.test, scope) !== true) return undefined;
  const all = Object.entries(resolveJson(drilled.query, scope) as object);
  return Object.fromEntries(all.filter(([, value]) => (value ?? "") !== ""));
}

it("a month leads to its days, narrowed by the days that the reader asked for", () => {
  const items = { create_time_month: shown, create_time_month_key: shown };
  const some = { columns: [{ path: "create_time", by: "month" }], asks: ["create_time"] } as const;
  const month = { create_time_month: "2026-02", create_time_month_key: "2026-02-01" };
  const made = drill("create_time_month", some, items);
  expect(pressed(made, month)).toEqual({ createTime_begin: "2026-02-01", createTime_end: "2026-02-28" });
  const asked = { self_create_time_begin: "2026-02-10", self_create_time_end: "2026-03-10" };
  expect(pressed(made, month, asked)).toEqual({ createTime_begin: "2026-02-10", createTime_end: "2026-02-28" });
});

it.each([
  ["week", "2026-03-02", "2026-03-08"],
  ["quarter", "2026-04-01", "2026-06-30"],
  ["year", "2026-01-01", "2026-12-31"],
] as const)("a %s ends on its last day", (by, begin, end) => {
  const name = `create_time_${by}`;
  const made = drill(name, { columns: [{ path: "create_time", by }] }, { [name]: shown, [`${name}_key`]: shown });
  expect(pressed(made, { [`${name}_key`]: begin })).toEqual({ createTime_begin: begin, createTime_end: end });
});

it("a name leads by its key, with what the report is narrowed to and what its reader typed", () => {
  const where = {
    matchType: "and",
    conditions: [{ field: "pay_amount", rule: "ge", val: "5", type: "number" }],
  } as const;
  const some = { columns: [{ path: "store_id" }, { path: "" }], where, asks: ["remark", "status"] };
  const made = drill("store_id", some, { store_id: shown, store_id_key: shown, row_count: shown });
  const { super: text, ...rest } =
    pressed(made, { store_id: "望江店", store_id_key: "s1" }, { self_remark: "急" }) ?? {};
  expect(rest).toEqual({ storeId: "s1", remark: "*急*" });
  expect(readSuperText(text)?.conditions).toMatchObject([{ field: "payAmount", rule: "ge", val: "5" }]);
});

it("leads nowhere for an empty or joined place, and where rows are narrowed by what a list does not know", () => {
  const some = { columns: [{ path: "store_id" }, { path: "status" }] };
  const items = { store_id: shown, store_id_key: shown, status: { isSearch: true } };
  const made = drill("store_id", some, items);
  expect(pressed(made, { store_id: null, store_id_key: null })).toBeUndefined();
  expect(pressed(made, { store_id: "两家同名" })).toBeUndefined();
  expect(pressed(made, { store_id_key: "s1" }, { status: "1" })).toBeUndefined();
  expect(pressed(made, { store_id_key: "s1" })).toEqual({ storeId: "s1" });
});

it("is none for figures, columns of other tables, and reports of before that have no key", () => {
  expect(drill("row_count", { columns: [{ path: "" }] }, { row_count: shown })).toBeUndefined();
  const other = { columns: [{ path: "status" }], asks: ["store_id.name"] };
  expect(drill("status", other, { status: shown })).toBeUndefined();
  const condition = { field: "store_id.name", rule: "eq", val: "x", type: "string" };
  const where = { matchType: "and", conditions: [condition] } as const;
  expect(drill("status", { columns: [{ path: "status" }], where }, { status: shown })).toBeUndefined();
  expect(drill("store_id", { columns: [{ path: "store_id" }] }, { store_id: shown })).toBeUndefined();
});
