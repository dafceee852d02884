import { describe, expect, test } from "vitest";
import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ModelDocument, ScreenDocument } from "../schema/types.gen.ts";
import { compileScreen } from "./compile-screen.ts";
import { fixtureModels } from "./fixture-models.ts";
import type { ListPlan } from "./plan.ts";

const place: ModelDocument = {
  schemaVersion: 1,
  id: "test/place",
  title: "地点",
  table: "test_place",
  base: "/test/place",
  permissionPrefix: "test:place",
  fields: {
    name: { type: "string", title: "名称" },
    pid: { type: "string", title: "上级" },
    hasChild: { type: "string", title: "有下级" },
  },
  relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
};

const models: ReadonlyMap<string, ResolvedModel> = new Map([
  ...fixtureModels(),
  ["test/place", resolveModel(place, () => "name")],
]);

function compileList(screen: Record<string, unknown>): ListPlan {
  const plan = compileScreen({ schemaVersion: 1, id: "test/shop", ...screen } as ScreenDocument, models);
  if (plan.kind === "broken") throw new Error("broken");
  return plan as ListPlan;
}

describe("master and details", () => {
  const details = [{ kind: "list", relation: "lines" }];

  test("an ERP page has one chosen master row and its details as sub-lists", () => {
    const plan = compileList({ kind: "erp-list", model: "test/shop", details, layout: { ratio: 0.4 } });
    expect(plan.table.selection).toBe("single");
    expect(plan.table).toMatchObject({ pageSize: 5, pageSizes: [5, 10, 30] });
    expect(plan.layout).toEqual({ split: "vertical", ratio: 0.4, resizable: true });
    const beside = { kind: "erp-list", model: "test/shop", details, layout: { split: "horizontal" } };
    expect(compileList(beside).layout).toEqual({ split: "horizontal", ratio: undefined, resizable: true });
    expect(plan.details.map(({ title, base, relation }) => ({ title, base, relation }))).toEqual([
      { title: "明细", base: "/test/line", relation: "lines" },
    ]);
  });

  test("an inner list keeps the selection of a list and has its details below the rows", () => {
    const plan = compileList({ kind: "inner-list", model: "test/shop", details });
    expect(plan.table.selection).toBe("multiple");
    expect(plan.details).toHaveLength(1);
  });

  test("a detail with buttons, conditions or views is a list of its own; one with columns alone is read", () => {
    const detail = (more: object) =>
      compileList({
        kind: "erp-list",
        model: "test/shop",
        details: [{ kind: "list", relation: "lines", ...more }],
      }).details[0]?.list;
    expect(detail({})).toBeUndefined();
    expect(detail({ table: { columns: ["product"], height: 200 } })).toBeUndefined();
    const list = detail({ toolbar: [{ preset: "add" }, { preset: "deleteBatch" }] });
    expect(list?.key).toEqual({ field: "shopId", masterField: "id" });
    expect(list?.plan.toolbar.map((button) => button.permission)).toEqual(["test:line:add", "test:line:deleteBatch"]);
    expect(list?.plan.table.selection).toBe("multiple");
    expect(list?.plan.table.columns.map((column) => column.name)).not.toContain("shopId");
    expect([list?.plan.query.items, list?.plan.rowActions.items]).toEqual([[], []]);
    expect(detail({ query: { items: ["product"] } })?.plan.query.items.map((item) => item.name)).toEqual(["product"]);
    const views = { brief: { items: ["product"] } };
    expect(detail({ views })?.plan.views.get("brief")?.items).toHaveLength(1);
    expect(detail({ table: { sort: { field: "qty" } } })?.plan.table.sort.field).toBe("qty");
  });

  test("a mistake inside a detail is reported at its place", () => {
    const detail = {
      kind: "list",
      relation: "lines",
      rowActions: { items: [{ preset: "transition", transition: "x" }] },
    };
    const plan = compileList({ kind: "erp-list", model: "test/shop", details: [detail] });
    expect(plan.diagnostics.map(({ path }) => path)).toEqual(["/details/0/rowActions/items/0/transition"]);
  });

  test("a plain list has no details and no tree", () => {
    const plan = compileList({ kind: "list", model: "test/shop" });
    expect(plan.details).toEqual([]);
    expect(plan.tree).toBeUndefined();
  });

  test("a detail of an unknown relation is reported with its place", () => {
    const plan = compileList({ kind: "erp-list", model: "test/shop", details: [{ kind: "list", relation: "line" }] });
    expect(plan.diagnostics.map(({ path, suggestion }) => ({ path, suggestion }))).toEqual([
      { path: "/details/0", suggestion: "lines" },
    ]);
  });
});

describe("a tab list", () => {
  test("puts sub-rows that the form inherits into tabs", () => {
    const form = compileList({ kind: "tab-list", model: "test/shop" }).views.get("form");
    const last = form?.items.at(-1);
    expect(last?.kind).toBe("tabs");
    expect(last?.kind === "tabs" && last.tabs.map((tab) => tab.title)).toEqual(["明细"]);
  });

  test("a list puts them one below the other", () => {
    expect(compileList({ kind: "list", model: "test/shop" }).views.get("form")?.items.at(-1)?.kind).toBe("subTable");
  });
});

describe("a tree list", () => {
  test("takes the tree of its model and opens one level", () => {
    expect(compileList({ kind: "tree-list", model: "test/place" }).tree).toEqual({
      parent: "pid",
      hasChild: "hasChild",
      isPaged: false,
      root: "0",
      titleField: "name",
      expandLevel: 1,
    });
  });

  test("a model without a tree is reported and drawn flat", () => {
    const plan = compileList({ kind: "tree-list", model: "test/shop" });
    expect(plan.tree).toBeUndefined();
    expect(plan.diagnostics[0]?.path).toBe("/tree/relation");
  });
});

describe("a dashboard", () => {
  const panels = [
    {
      type: "stat",
      title: "门店",
      source: {
        type: "aggregate",
        model: "test/shop",
        groupBy: [{ field: "createTime", by: "day" }],
        measures: {
          shops: { op: "count" },
          amount: { op: "sum", field: "amount" },
          paid: { op: "sum", field: "amount", title: "成交额" },
        },
      },
      value: "{{ rows[0].shops }}",
    },
    { type: "weather" },
    { type: "table", source: { type: "model", model: "test/shop" }, columns: ["name"] },
  ];
  const plan = compileScreen(
    {
      schemaVersion: 1,
      kind: "dashboard",
      id: "test/home",
      title: "首页",
      panels,
      refresh: 60,
    } as unknown as ScreenDocument,
    models,
    { has: (_slot, type) => type !== "weather", names: () => ["stat", "table"] },
  );
  if (!("panels" in plan)) throw new Error("no panels");
  const [stat, weather, table] = plan.panels;

  test("gives a figure a quarter of the width and the words of the fields behind it", () => {
    expect(stat?.kind === "panel" && [stat.span, Object.fromEntries(stat.figures)]).toEqual([
      6,
      {
        createTime: { title: "创建时间", format: "text" },
        shops: { title: "门店数", format: "number" },
        amount: { title: "金额", format: "money" },
        paid: { title: "成交额", format: "money" },
      },
    ]);
  });

  test("keeps the place of a panel that cannot be drawn and says which", () => {
    expect(weather?.kind === "broken" && [weather.name, weather.diagnostic.path]).toEqual([
      "weather",
      "/panels/1/type",
    ]);
  });

  test("a table panel takes the columns that it names, from its own model", () => {
    expect(table?.kind === "panel" && table.columns.map((column) => column.title)).toEqual(["门店名称"]);
    expect(plan.refreshSeconds).toBe(60);
  });
});

describe("rows of an interface of the server", () => {
  const fields = { name: { type: "string", title: "名称" }, used: { type: "number", title: "已用（MB）" } };

  test("a list may name its fields and the address of its rows instead of a model; it is for reading", () => {
    const source = { type: "rest", list: "GET /sys/online/list" };
    const plan = compileList({ kind: "list", title: "在线用户", source, fields, table: { columns: ["name"] } });
    expect(plan.model.base).toBe("/sys/online");
    expect(plan.model.writable).toBe(false);
    expect(plan.title).toBe("在线用户");
    expect(plan.table.columns.map((column) => column.title)).toEqual(["名称"]);
  });

  test("panels take titles and columns from the fields of their source", () => {
    const source = { type: "rest", list: "GET /sys/monitor/series", fields };
    const panels = [
      { type: "line", title: "内存", source, x: "name", y: ["used"] },
      { type: "table", title: "明细", source, columns: ["name", "used"] },
    ];
    const screen = { schemaVersion: 1, id: "test/board", kind: "dashboard", title: "监控", panels };
    const plan = compileScreen(screen as unknown as ScreenDocument, models);
    const [line, table] = "panels" in plan ? plan.panels : [];
    expect(line?.kind === "panel" && line.figures.get("used")?.title).toBe("已用（MB）");
    expect(table?.kind === "panel" && table.columns.map((column) => column.title)).toEqual(["名称", "已用（MB）"]);
  });
});

describe("what views and tables have where the document says nothing", () => {
  const views = (more: object = {}) => compileList({ kind: "list", model: "test/shop", ...more }).views;

  test("PCK-10 a detail has three columns, four at most by the language; a form has two", () => {
    expect([views().get("detail")?.columns, views().get("form")?.columns]).toEqual([3, 2]);
  });

  test("PCK-13 a modal leaves its width to the window's share; what is written counts", () => {
    expect(views().get("form")).toMatchObject({ as: "modal", width: undefined, fullscreen: true });
    expect(views({ views: { form: { width: 700 } } }).get("form")?.width).toBe(700);
    expect(views().get("detail")).toMatchObject({ as: "drawer", width: 800 });
  });

  test("TBL-01, TBL-02, TBL-08, TBL-12 columns without a width share the table, a time is wider; dragging numbers orderNum; pages of 10 rows", () => {
    const lines = fixtureModels().get("test/line");
    const orderNum = lines?.fields.get("qty");
    if (!lines || !orderNum) throw new Error("no model");
    const added = { at: { ...orderNum, name: "at", type: "datetime" }, orderNum: { ...orderNum, name: "orderNum" } };
    const fields = new Map([...lines.fields, ...(Object.entries(added) as never)]);
    const models = new Map([...fixtureModels(), ["test/line", { ...lines, fields }]]) as never;
    const grid = (more: object) => {
      const subTable = { kind: "table", relation: "lines", ...more };
      const screen = {
        schemaVersion: 1,
        kind: "list",
        id: "x",
        model: "test/shop",
        views: { form: { items: [{ subTable }] } },
      };
      const plan = compileScreen(screen as never, models);
      const item = plan.kind === "list" ? plan.views.get("form")?.items[0] : undefined;
      if (item?.kind !== "subTable" || !item.grid) throw new Error("no grid");
      return item.grid;
    };
    const { columns, orderField } = grid({ dragSort: true, columns: ["product", { field: "qty", width: 90 }, "at"] });
    expect(columns.map(({ width, grows }) => [width, grows])).toEqual([
      [120, true],
      [90, false],
      [240, true],
    ]);
    expect(orderField).toBe("orderNum");
    expect(grid({}).orderField).toBeUndefined();
    // TBL-01: a height at most, and four sizes.
    expect([grid({}).height, grid({}).rowHeight]).toEqual([400, 61]);
    expect((["medium", "small", "mini", "tiny"] as const).map((size) => grid({ size }).rowHeight)).toEqual([
      61, 48, 40, 36,
    ]);
    // TBL-12: pages where the document asks for them.
    expect(grid({}).paging).toBeUndefined();
    expect(grid({ pager: true }).paging).toEqual({ pageSize: 10, pageSizes: [10, 20, 30] });
    expect(grid({ pageSize: 5, pageSizes: [5, 50] }).paging).toEqual({ pageSize: 5, pageSizes: [5, 50] });
  });
});
