import { describe, expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import type { ListPlan } from "../compile/plan.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { readOnlineReport } from "../wire/online-report.ts";
import { memoryAddress } from "./address-bar.ts";
import { ReportStore } from "./report-store.ts";
import type { ConsoleServices, RequestOptions } from "./services.ts";

const online = readOnlineReport(
  "daily",
  {
    columns: [
      { title: "日期", dataIndex: "day", fieldType: "Date" },
      { title: "成交额", dataIndex: "pay_amount", fieldType: "BigDecimal" },
    ],
  },
  [{ field: "day", view: "Date", mode: "group" }],
);
const models: ReadonlyMap<string, ResolvedModel> = new Map([...fixtureModels(), [online.model.id, online.model]]);

function planOf(screen: Record<string, unknown>): ListPlan {
  const plan = compileScreen(
    { schemaVersion: 1, kind: "report", id: "test/daily", title: "日报", ...screen } as never as ScreenDocument,
    models,
  );
  if (plan.kind !== "report") throw new Error(`${plan.kind} ${JSON.stringify(plan.diagnostics)}`);
  return plan;
}

function storeOf(screen: Record<string, unknown>, answer: (request: RequestOptions) => unknown, given = {}) {
  const calls: RequestOptions[] = [];
  const services = {
    request: async (request: RequestOptions) => {
      calls.push(request);
      return answer(request);
    },
    user: { id: "1", username: "clerk", realname: "陈晓", orgCode: "A01", roles: [] },
    permissions: { auth: [], allAuth: [] },
    hasPermission: () => true,
  } as unknown as ConsoleServices;
  return { store: new ReportStore(planOf(screen), services, memoryAddress(), given), calls };
}

const cgreport = { type: "cgreport", code: "daily" };

describe("a report over an online report", () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({ day: `2026-02-${10 + index}`, pay_amount: 0.1 }));
  const answer = ({ params }: RequestOptions) => {
    const { pageNo, pageSize } = params as { pageNo: number; pageSize: number };
    return { records: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length };
  };

  test("sends its parameters as self_name, from the address, fixed, or empty", async () => {
    const params = { storeId: { from: "query" }, org: { from: "fixed", value: "{{ user.orgCode }}" }, other: {} };
    const { store, calls } = storeOf({ source: cgreport, params }, answer, { storeId: "7" });
    await store.load();
    expect(calls[0]?.url).toBe("/online/cgreport/api/getData/daily");
    expect(calls[0]?.params).toMatchObject({
      self_storeId: "7",
      self_org: "A01",
      self_other: "",
      pageNo: 1,
      pageSize: 10,
    });
  });

  test("the page is a page, the charts and the sums are the whole result", async () => {
    const { store, calls } = storeOf(
      { source: cgreport, table: { totals: ["pay_amount"] }, panels: [{ type: "line", x: "day", y: ["pay_amount"] }] },
      answer,
    );
    await store.load();
    expect(store.rows).toEqual(rows.slice(0, 10));
    expect([store.total, store.pageCount]).toEqual([25, 3]);
    expect(store.all).toHaveLength(25);
    expect(store.totals).toEqual({ pay_amount: 2.5 });
    // Worked out once: a report is as dear for a page as for the whole.
    expect(calls).toHaveLength(1);
    await store.setPage(3, 10);
    expect(store.rows).toEqual(rows.slice(20));
    expect(calls).toHaveLength(2);
  });

  test("a page behind the rows that charts read is a call of its own", async () => {
    const { store, calls } = storeOf(
      { source: cgreport, panels: [{ type: "line", x: "day", y: ["pay_amount"] }] },
      ({ params }) => ({ records: [{ day: "2026-02-10", pay_amount: params }], total: 60_000 }),
    );
    await store.setPage(501, 10);
    expect(calls.map(({ params }) => [params?.pageNo, params?.pageSize])).toEqual([
      [501, 10],
      [1, 5_000],
    ]);
    expect(store.isWhole).toBe(false);
  });

  test("of a result too large to sum, no sum is shown", async () => {
    const { store } = storeOf({ source: cgreport, table: { totals: ["pay_amount"] } }, (request) => ({
      ...(answer(request) as object),
      total: 5_000,
    }));
    await store.load();
    expect(store.isWhole).toBe(false);
    expect(store.totals).toBeUndefined();
  });

  test("sums that the server worked out over all rows are shown without reading those rows", async () => {
    const { store, calls } = storeOf({ source: cgreport, table: { totals: ["pay_amount"] } }, (request) => ({
      ...(answer(request) as object),
      total: 5_000,
      totals: { pay_amount: "123456789012345678.90" },
    }));
    await store.load();
    expect(store.totals).toEqual({ pay_amount: "123456789012345678.90" });
    expect(calls).toHaveLength(1);
  });

  test("exports through the report's own call, conditions and parameters included", () => {
    const { store } = storeOf({ source: cgreport, params: { storeId: {} } }, answer, { storeId: "7" });
    store.setValue("day", ["2026-02-01", "2026-02-28"]);
    void store.search();
    expect(store.exportCall()).toMatchObject({
      url: "/online/cgreport/api/exportXls/daily",
      params: { day_begin: "2026-02-01", day_end: "2026-02-28", self_storeId: "7" },
    });
  });

  test("a required parameter that the address lacks is named", () => {
    const { store } = storeOf({ source: cgreport, params: { storeId: { title: "门店", required: true } } }, answer);
    expect(store.missingParams).toEqual(["门店"]);
  });
});

describe("a report that sums up a model", () => {
  const source = {
    type: "aggregate",
    model: "test/shop",
    groupBy: ["companyId"],
    measures: { amount: { op: "sum", field: "amount" }, shops: { op: "count" } },
  };
  const figures = [
    { companyId: "c1", amount: 5, shops: 1 },
    { companyId: "c2", amount: 30, shops: 2 },
    { companyId: "c3", amount: 10, shops: 1 },
  ];

  test("has a column for each group and measure, with the titles and forms of the fields behind them", () => {
    const plan = planOf({ source });
    expect(plan.table.columns.map(({ name, title, align }) => [name, title, align])).toEqual([
      ["companyId", "所属公司", "left"],
      ["amount", "金额", "right"],
      ["shops", "门店数", "right"],
    ]);
    expect(plan.query.items.map(({ name }) => name)).toContain("name");
  });

  test("its conditions go to the rows that are summed up; order and pages are made here", async () => {
    const { store, calls } = storeOf(
      { source, table: { pageSize: 2, sort: { field: "amount", order: "desc" }, totals: ["amount"] } },
      () => figures,
    );
    store.setValue("name", "南");
    await store.search();
    expect(calls[0]).toMatchObject({ method: "POST", url: "/lowcode/aggregate", data: { where: { name: "*南*" } } });
    expect(store.rows.map((row) => row.companyId)).toEqual(["c2", "c3"]);
    expect([store.total, store.totals]).toEqual([3, { amount: 45 }]);
    expect(store.exportCall()).toEqual({
      url: "/lowcode/aggregate/exportXls/test/daily",
      params: { column: "amount", order: "desc", name: "*南*" },
      source: { kind: "screen", id: "test/daily" },
    });
  });

  test("an unknown model is reported at its place, not drawn", () => {
    const screen = { schemaVersion: 1, kind: "report", id: "x", title: "x", source: { ...source, model: "test/sho" } };
    const plan = compileScreen(screen as never, models);
    expect(plan.kind).toBe("broken");
    expect(plan.diagnostics[0]).toMatchObject({ path: "/source", suggestion: "test/shop" });
  });
});

test("rows that stand in the document are searched, ordered and cut here", async () => {
  const rows = [
    { city: "成都", n: 3 },
    { city: "重庆", n: 9 },
    { city: "成都东", n: 5 },
  ];
  const { store, calls } = storeOf(
    { source: { type: "static", rows }, query: { items: ["city"] }, table: { sort: { field: "n", order: "desc" } } },
    () => undefined,
  );
  store.setValue("city", "成都");
  await store.search();
  expect(calls).toEqual([]);
  expect(store.rows.map((row) => row.n)).toEqual([5, 3]);
});

describe("parameters that people are asked for", () => {
  const asked = readOnlineReport(
    "asked",
    { columns: [{ title: "门店", dataIndex: "name" }] },
    [],
    [{ paramName: "storeId", paramTxt: "门店", paramValue: "1" }],
  );
  const screen = { source: { type: "cgreport", code: "asked" }, query: asked.query };
  const known = new Map([[asked.model.id, asked.model]]);
  const open = (address = "", given = {}) => {
    const plan = compileScreen({ schemaVersion: 1, kind: "report", id: "a", title: "a", ...screen } as never, known);
    const params: unknown[] = [];
    const services = {
      request: async (request: RequestOptions) => {
        params.push(request.params);
        return { records: [], total: 0 };
      },
      user: { id: "1" },
      permissions: { auth: [], allAuth: [] },
    } as unknown as ConsoleServices;
    return { store: new ReportStore(plan as ListPlan, services, memoryAddress(address), given), params };
  };

  test("begin with their default, are sent as self_name just as they were typed, and no order is asked for", async () => {
    const { store, params } = open();
    await store.load();
    store.setValue("self_storeId", "1,2");
    await store.search();
    expect(params).toEqual([
      { self_storeId: "1", pageNo: 1, pageSize: 10 },
      { self_storeId: "1,2", pageNo: 1, pageSize: 10 },
    ]);
  });

  test("a link fills them, until something else was typed", () => {
    expect(open("", { storeId: "7" }).store.applied).toEqual({ self_storeId: "7" });
    expect(open("?q.self_storeId=9", { storeId: "7" }).store.applied).toEqual({ self_storeId: "9" });
  });
});
