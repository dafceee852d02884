import { describe, expect, test } from "vitest";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { compileScreen } from "./compile-screen.ts";
import type { KnownRenderers } from "./context.ts";
import { fixtureModels } from "./fixture-models.ts";
import type { ListPlan } from "./plan.ts";
import type { ItemPlan } from "./view-plan.ts";

const minimal: ScreenDocument = { schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" };

function compileList(
  screen: Partial<Extract<ScreenDocument, { kind: "list" }>> = {},
  known?: KnownRenderers,
): ListPlan {
  const plan = compileScreen({ ...minimal, ...screen } as ScreenDocument, fixtureModels(), known);
  if (plan.kind !== "list") throw new Error("not a list");
  return plan;
}

const fieldNames = (items: readonly ItemPlan[]) => items.map((item) => (item.kind === "field" ? item.name : item.kind));

describe("a three-line screen inherits from its model", () => {
  const plan = compileList();

  test("the title and the permission prefix are the model's", () => {
    expect([plan.title, plan.permissionPrefix]).toEqual(["门店", "test:shop"]);
  });

  test("query items are the searched, unique, indexed and dictionary fields, three of them open", () => {
    expect(
      plan.query.items.map((item) => [item.name, item.op, item.editor.kind === "editor" && item.editor.type]),
    ).toEqual([
      ["shopNo", "like", "input"],
      ["name", "like", "input"],
      ["companyId", "eq", "search-select"],
      ["kind", "eq", "select"],
      ["payType", "eq", "select"],
      ["openedAt", "range", "range"],
      ["status", "eq", "select"],
    ]);
    expect(plan.query.collapsedCount).toBe(3);
  });

  test("columns are all fields but hidden and long ones, then the time of creation", () => {
    expect(plan.table.columns.map((column) => column.name)).toEqual([
      "shopNo",
      "name",
      "companyId",
      "kind",
      "phone",
      "payType",
      "cardNo",
      "price",
      "count",
      "amount",
      "openedAt",
      "status",
      "createTime",
    ]);
  });

  test("titles, cells and alignment of columns follow the type of the field", () => {
    const shown = (name: string) => {
      const column = plan.table.columns.find((each) => each.name === name);
      return [column?.title, column?.cell.kind === "cell" && column.cell.type, column?.align, column?.sortable];
    };
    expect(shown("price")).toEqual(["单价", "money", "right", true]);
    expect(shown("kind")).toEqual(["类型", "dict-tag", "left", false]);
    expect(shown("companyId")).toEqual(["所属公司", "dict", "left", false]);
    expect(shown("createTime")).toEqual(["创建时间", "datetime", "left", true]);
  });

  test("the column that names a row opens its detail", () => {
    const column = plan.table.columns.find((each) => each.name === "name");
    expect(column?.cell).toMatchObject({ type: "link", props: { do: [{ type: "open", view: "detail" }] } });
  });

  test("only numbers are summed: the server would refuse the sums of all for one text", () => {
    expect(compileList({ table: { totals: ["name"] } }).table.totals).toEqual([]);
  });

  test("rows come newest first, ten a page", () => {
    expect(plan.table.sort).toEqual({ field: "createTime", order: "desc" });
    expect([plan.table.pageSize, plan.table.pageSizes]).toEqual([10, [10, 20, 30]]);
  });

  test("the toolbar has the four presets with their permissions", () => {
    expect(plan.toolbar.map((button) => [button.key, button.label, button.permission])).toEqual([
      ["add", "新增门店", "test:shop:add"],
      ["import", "导入", "test:shop:import"],
      ["export", "导出", "test:shop:export"],
      ["deleteBatch", "批量删除", "test:shop:deleteBatch"],
    ]);
  });

  test("row actions are edit, detail, the transitions and delete, each in its states", () => {
    expect(plan.rowActions.items.map((button) => [button.key, button.permission, button.states])).toEqual([
      ["edit", "test:shop:edit", ["0"]],
      ["detail", undefined, undefined],
      ["approve", "test:shop:approve", ["0"]],
      ["reject", "test:shop:reject", ["0"]],
      ["delete", "test:shop:delete", ["0", "9"]],
    ]);
  });

  test("deleting asks with the text of the specification", () => {
    const remove = plan.rowActions.items.find((button) => button.key === "delete");
    expect(remove?.confirm?.render({})).toBe("是否删除选中数据?");
  });

  test("a transition brings its question and its confirmation", () => {
    const [approve, reject] = plan.rowActions.items.filter((button) => button.kind === "transition");
    expect(approve?.confirm?.render({ row: { name: "一号店" } })).toBe("确定审核 一号店 吗？");
    expect(reject?.ask.map((item) => [item.name, item.title, item.required, item.readOnly])).toEqual([
      ["remark", "备注", true, false],
    ]);
  });

  test("the form is a modal with all fields but hidden ones and the rows of its relation below", () => {
    const form = plan.views.get("form");
    expect([form?.as, form?.width, form?.columns]).toEqual(["modal", undefined, 2]);
    expect(fieldNames(form?.items ?? [])).toEqual([
      "shopNo",
      "name",
      "companyId",
      "kind",
      "phone",
      "payType",
      "cardNo",
      "price",
      "count",
      "amount",
      "openedAt",
      "status",
      "remark",
      "subTable",
    ]);
  });

  test("a read-only field that nothing computes stands in the form only when it has a value", () => {
    const items = plan.views.get("form")?.items ?? [];
    const only = items
      .filter((item) => item.kind === "field" && item.onlyWithValue)
      .map((item) => "name" in item && item.name);
    expect(only).toEqual(["shopNo", "openedAt", "status"]);
  });

  test("the detail is a drawer that ends with the audit columns and has the relation in a tab", () => {
    const detail = plan.views.get("detail");
    expect([detail?.as, detail?.width]).toEqual(["drawer", 800]);
    expect(fieldNames(detail?.items ?? []).slice(-5)).toEqual([
      "createBy",
      "createTime",
      "updateBy",
      "updateTime",
      "tabs",
    ]);
  });

  test("rows of a relation leave out the column that points back", () => {
    const tabs = plan.views.get("detail")?.items.find((item) => item.kind === "tabs");
    const table = tabs?.kind === "tabs" ? tabs.tabs[0]?.items[0] : undefined;
    expect(table?.kind === "subTable" && table.columns.map((column) => column.name)).toEqual([
      "product",
      "qty",
      "createTime",
    ]);
  });

  test("the plan lists the permission codes its buttons ask for", () => {
    expect(plan.permissions).toContain("test:shop:approve");
  });

  test("nothing is reported for a clean document", () => {
    expect(plan.diagnostics).toEqual([]);
  });
});

describe("what the screen writes", () => {
  test("columns written out are exactly those, in that order", () => {
    const plan = compileList({
      table: { columns: ["phone", { field: "name", title: "店名", width: 200, fixed: "left" }] },
    });
    expect(plan.table.columns.map((column) => [column.name, column.title, column.fixed])).toEqual([
      ["phone", "联系电话", undefined],
      ["name", "店名", "left"],
    ]);
    expect(plan.table.columns[1]?.width).toBe(200);
    // Narrower than its title it would be cut.
    const narrow = { field: "name", title: "所属门店名称", width: 80 };
    const [cut, sorted] = [narrow, { ...narrow, sortable: true }].map(
      (column) => compileList({ table: { columns: [column] } }).table.columns[0]?.width,
    );
    expect([cut, sorted]).toEqual([106, 122]);
  });

  test("override changes a few keys of an inherited column", () => {
    const plan = compileList({ table: { override: { price: { title: "价格", align: "left" } } } });
    const price = plan.table.columns.find((column) => column.name === "price");
    expect([price?.title, price?.align, plan.table.columns.length]).toEqual(["价格", "left", 13]);
  });

  test("a permission on a preset replaces the derived code", () => {
    const plan = compileList({ toolbar: [{ preset: "add", permission: "other:add" }] });
    expect(plan.toolbar[0]?.permission).toBe("other:add");
  });

  test("a model that is not writable has nothing that writes", () => {
    const plan = compileList({ model: "test/company" });
    expect(plan.toolbar.map((button) => button.key)).toEqual(["export"]);
    expect(plan.rowActions.items.map((button) => button.key)).toEqual(["detail"]);
    expect(plan.table.selection).toBe("none");
  });

  test("the document is left as it was", () => {
    const screen = { ...minimal, table: { columns: ["name"] } } as ScreenDocument;
    const before = structuredClone(screen);
    compileScreen(screen, fixtureModels());
    expect(screen).toEqual(before);
  });
});

describe("broken parts", () => {
  const known: KnownRenderers = {
    has: (slot, type) => slot === "editor" || ["text", "money", "link", "number", "dict-tag"].includes(type),
    names: () => ["text", "money", "link"],
  };

  test("an unknown cell becomes a placeholder that names the nearest one", () => {
    const plan = compileList({ table: { columns: [{ field: "price", cell: { type: "monye" as "money" } }] } }, known);
    const [column] = plan.table.columns;
    expect(column?.cell).toMatchObject({ kind: "broken", name: "monye", diagnostic: { suggestion: "money" } });
    expect(plan.diagnostics.at(0)?.message).toBe('未找到单元格组件 "monye"，是否为 "money"');
  });

  test("an unknown column is left out and reported with its place", () => {
    const plan = compileList({ table: { columns: ["nmae", "phone"] } });
    expect(plan.table.columns.map((column) => column.name)).toEqual(["phone"]);
    expect(plan.diagnostics).toMatchObject([{ code: "LC2001", path: "/table/columns/0", suggestion: "name" }]);
  });

  test("an expression that cannot be read is reported and counts as its default", () => {
    const plan = compileList({ toolbar: [{ preset: "add", visible: "{{ row. }}" }] });
    expect(plan.toolbar[0]?.visible).toBe(true);
    expect(plan.diagnostics).toMatchObject([{ code: "LC2004", path: "/toolbar/0/visible" }]);
  });

  test("an unknown transition is left out and reported", () => {
    const plan = compileList({ rowActions: { items: [{ preset: "transition", transition: "aprove" }] } });
    expect(plan.rowActions.items).toEqual([]);
    expect(plan.diagnostics[0]?.suggestion).toBe("approve");
  });

  test("a screen without its model is a broken plan, not a crash", () => {
    const plan = compileScreen({ ...minimal, model: "test/shpo" } as ScreenDocument, fixtureModels());
    expect(plan.kind).toBe("broken");
    expect(plan.diagnostics[0]?.suggestion).toBe("test/shop");
  });
});

test("the action column is as wide as the words of the fullest state, not as the longest label anywhere", () => {
  const long = { preset: "transition", transition: "approve", label: "一个很长很长的动作" } as const;
  const inMenu = compileList({ rowActions: { inline: 2, items: [{ preset: "edit" }, { preset: "detail" }, long] } });
  const inLine = compileList({ rowActions: { inline: 3, items: [{ preset: "edit" }, { preset: "detail" }, long] } });
  expect([inMenu.rowActions.width, inLine.rowActions.width]).toEqual([128, 246]);
});
