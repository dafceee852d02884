import { describe, expect, it, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../check/check-documents.ts";
import { compileScreen } from "../compile/compile-screen.ts";
import type { ListPlan } from "../compile/plan.ts";
import { compileExpression } from "../expr/compile.ts";
import { sourceOf } from "../expr/template.ts";
import { resolveModel } from "../model/resolve-model.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { buttonCondition } from "./button-condition.ts";
import { compileModels } from "./compile-model.ts";
import { type FormScreenKind, formScreen, formScreens } from "./compile-screen.ts";
import type { OnlineFormDefinition, ShowType } from "./definition.ts";
import { aField, aForm, anOrderForm, emptyWorld } from "./form-fixture.ts";

const modelsOf = (form: OnlineFormDefinition) => {
  const { models } = compileModels(form, emptyWorld);
  return new Map(models.map((model) => [model.id, resolveModel(model, () => "order_no")]));
};
const titleOf = (form: OnlineFormDefinition) => compileModels(form, emptyWorld).models[0]?.titleField;

function planOf(kind: FormScreenKind, form = anOrderForm()): ListPlan {
  const plan = compileScreen(formScreen(kind, form, emptyWorld, titleOf(form)), modelsOf(form));
  expect(plan.diagnostics).toEqual([]);
  return plan as ListPlan;
}

/** Values of a plan without its functions: what two documents that say the same have in common. */
const plain = (plan: unknown): unknown =>
  JSON.parse(JSON.stringify(plan, (_, value) => (value instanceof Map ? [...value] : value)));

describe("the pages of a form", () => {
  const tree = aForm({ id: "5", tableName: "ext_area", isTree: "Y", treeFieldname: "name" }, [
    aField("name"),
    aField("pid", { isShowList: 0 }),
    aField("has_child", { isShowList: 0 }),
  ]);

  it("ONF-02 are those that its tables make", () => {
    const kindsOf = (form: OnlineFormDefinition) => formScreens(form, emptyWorld).map(({ id }) => id);
    expect(kindsOf(anOrderForm())).toEqual([
      "online/list/7",
      "online/erp-list/7",
      "online/tab-list/7",
      "online/inner-list/7",
      "online/form/7",
    ]);
    expect(kindsOf(tree)).toEqual(["online/list/5", "online/tree-list/5", "online/tab-list/5", "online/form/5"]);
  });

  test.each([anOrderForm(), anOrderForm({ isCheckbox: "N", isPage: "N", scroll: 0, formTemplate: "4" }), tree])(
    "are documents that the language accepts, over models that it accepts: %#",
    (form) => {
      const { models } = compileModels(form, emptyWorld);
      const files = [
        ...models.map((model) => ({ path: `${model.id}.model.json`, text: JSON.stringify(model) })),
        ...formScreens(form, emptyWorld, titleOf(form)).map((screen) => ({
          path: `${screen.id}.screen.json`,
          text: JSON.stringify(screen),
        })),
      ];
      const { diagnostics } = checkDocuments(files, { definitions });
      // Dictionaries of the product are not here, and nobody writes tests for a stored page.
      const left = diagnostics.filter(({ code, severity }) => severity === "error" && !/LC2006|LC2008/.test(code));
      expect(left).toEqual([]);
    },
  );

  it.each<[ShowType, object | undefined]>([
    ["text", { type: "ellipsis", length: 20 }],
    ["textarea", { type: "ellipsis", length: 20 }],
    ["file", undefined],
    ["image", undefined],
    ["list", undefined],
    ["sel_user", undefined],
    ["password", undefined],
    ["umeditor", undefined],
  ])("ONF-02 cut the text of a column, never what stands for a stored value: %s", (fieldShowType, cell) => {
    const field = aField("shown", { fieldShowType, dictField: "sex", fieldExtendJson: '{"showLength":20}' });
    const screen = formScreen("list", aForm({ id: "1", tableName: "ext_cut" }, [field]), emptyWorld);
    expect(screen).toHaveProperty("table.columns", [{ field: "shown", ...(cell ? { cell } : {}) }]);
  });

  it("ONF-02 compile to the plan of the same page written by hand", () => {
    const byHand = {
      schemaVersion: 1,
      kind: "list",
      id: "online/list/7",
      title: "订单",
      model: "online/form/7",
      query: {
        items: [
          { field: "createTime", title: "下单时间", op: "range" },
          "order_no",
          "sex",
          { field: "amount", op: "range" },
        ],
      },
      table: {
        columns: [
          { field: "createTime", title: "下单时间" },
          {
            field: "order_no",
            width: 180,
            sortable: true,
            cell: { type: "link", do: [{ type: "open", view: "detail" }] },
          },
          "sex",
          { field: "amount", sortable: true },
          {
            field: "state",
            cell: { type: "link", do: [{ type: "navigate", to: "/store/order", query: { no: "{{ row.order_no }}" } }] },
          },
        ],
        sort: { field: "amount", order: "desc" },
        selection: "multiple",
      },
      toolbar: [
        { preset: "add" },
        {
          key: "sendAll",
          label: "发送",
          permission: "online:cgform:7:send_all",
          disabled: "{{ len(selection.keys) != 1 }}",
          disabledReason: "{{ len(selection.keys) != 1 ? '请选择一条数据' : '' }}",
          do: [
            {
              type: "request",
              method: "POST",
              url: "/online/cgform/api/doButton",
              data: { formId: "7", buttonCode: "send_all", dataId: "{{ selection.keys[0] }}" },
            },
            { type: "message", level: "success", text: "处理完成!" },
            { type: "reload" },
          ],
        },
        { preset: "import" },
        { preset: "export", fileName: "订单" },
        { preset: "deleteBatch" },
      ],
      rowActions: {
        items: [
          { preset: "edit" },
          { preset: "detail" },
          {
            key: "audit",
            label: "审核",
            permission: "online:cgform:7:audit",
            visible: "{{ toText(row.state) == '0' }}",
            do: [
              {
                type: "request",
                method: "POST",
                url: "/online/cgform/api/doButton",
                data: { formId: "7", buttonCode: "audit", dataId: "{{ row.id }}" },
              },
              { type: "message", level: "success", text: "处理完成!" },
              { type: "reload" },
            ],
          },
          { preset: "delete" },
        ],
      },
      views: {
        form: {
          as: "modal",
          columns: 2,
          items: [
            "order_no",
            "sex",
            "amount",
            { field: "state", disabled: true },
            { field: "remark", span: 2 },
            {
              tabs: [
                {
                  title: "明细",
                  items: [{ subTable: { kind: "table", relation: "ext_item", columns: ["goods", "num"] } }],
                },
                {
                  title: "发票",
                  items: [{ subTable: { kind: "table", relation: "ext_invoice", columns: ["invoice_title"] } }],
                },
              ],
            },
          ],
        },
        detail: {
          as: "drawer",
          items: [
            ...["order_no", "sex", "amount", "state", { field: "remark", span: 3 }],
            ...["createBy", "createTime", "updateBy", "updateTime"],
            {
              tabs: [
                {
                  title: "明细",
                  items: [{ subTable: { kind: "list", relation: "ext_item", table: { columns: ["goods", "num"] } } }],
                },
                {
                  title: "发票",
                  items: [
                    { subTable: { kind: "list", relation: "ext_invoice", table: { columns: ["invoice_title"] } } },
                  ],
                },
              ],
            },
          ],
        },
      },
    };
    const written = compileScreen(byHand as unknown as ScreenDocument, modelsOf(anOrderForm()));
    expect(plain(planOf("list"))).toEqual(plain(written));
  });

  it("have masters above, sub-tables below with buttons of their own, in the ERP theme", () => {
    const { details, table, views } = planOf("erp-list");
    expect(table.selection).toBe("single");
    expect(details.map(({ title, list }) => [title, list?.plan.toolbar.map(({ permission }) => permission)])).toEqual([
      ["明细", ["online:cgform:8:add", "online:cgform:8:deleteBatch"]],
      ["发票", ["online:cgform:9:add"]],
    ]);
    expect(details[0]?.list?.plan.table.columns.map(({ name }) => name)).toEqual(["goods", "num"]);
    expect(views.get("form")?.items.map((item) => ("name" in item ? item.name : item.kind))).not.toContain("tabs");
  });

  it("put the form's own fields into the first tab in the TAB theme", () => {
    const [tabs, ...rest] = planOf("tab-list").views.get("form")?.items ?? [];
    expect(tabs?.kind === "tabs" && tabs.tabs.map(({ title }) => title)).toEqual(["订单", "明细", "发票"]);
    expect(rest).toEqual([]);
  });

  it("read the sub-tables in unfolded rows in the inner theme", () => {
    expect(planOf("inner-list").details.map(({ relation, list }) => [relation, list])).toEqual([
      ["ext_item", undefined],
      ["ext_invoice", undefined],
    ]);
  });

  it("unfold a tree by its column and add rows below rows", () => {
    const plan = planOf("tree-list", tree);
    expect(plan.tree).toMatchObject({ parent: "pid", hasChild: "has_child", root: "0", titleField: "name" });
    expect(plan.rowActions.items.map(({ key }) => key)).toContain("addChild");
    expect(plan.views.get("form")?.items.map((item) => "name" in item && item.name)).toEqual(["name", "pid"]);
  });

  it("have no choice of rows and no pages where the form says so", () => {
    const { table, toolbar } = planOf("list", anOrderForm({ isCheckbox: "N", isPage: "N" }));
    expect(table).toMatchObject({ selection: "none", pageSize: 1000 });
    expect(toolbar.map(({ key }) => key)).not.toContain("deleteBatch");
  });

  it("ask with the control of the query tab", () => {
    const form = aForm({ id: "6", tableName: "ext_own" }, [
      aField("kind", {
        isQuery: 1,
        queryConfigFlag: "1",
        queryShowType: "list",
        queryDictField: "sex",
        queryDefVal: "#{sysUserCode}",
      }),
    ]);
    expect(planOf("list", form).query.items).toMatchObject([
      { name: "kind", dict: { code: "sex" }, editor: { type: "select" }, default: "{{ user.username }}" },
    ]);
  });

  it("lock a row while a process works on it", () => {
    const form = aForm({ id: "6", tableName: "ext_own" }, [aField("name"), aField("bpm_status")]);
    const edit = planOf("list", form).rowActions.items.find(({ key }) => key === "edit");
    const shows = (bpm_status: unknown) =>
      typeof edit?.visible === "object" && edit.visible.evaluate({ row: { bpm_status } });
    expect([null, "", "1", "2"].map(shows)).toEqual([true, true, true, false]);
  });
});

describe("the condition of a button", () => {
  const columns = new Set(["state", "num", "create_time"]);
  const holds = (exp: string, row: object) => {
    const condition = buttonCondition(exp, columns);
    return condition === undefined || Boolean(compileExpression(sourceOf(condition) ?? "")({ row }));
  };

  test.each([
    ["state#eq#0", [{ state: "0" }], [{ state: "1" }, { state: null }]],
    ["num#eq#0", [{ num: 0 }], [{ num: 1 }]],
    ["state#ne#0", [{ state: "1" }, {}], [{ state: "0" }]],
    ["state#empty#true", [{ state: "" }, {}], [{ state: "1" }]],
    ["state#empty#false", [{ state: "1" }], [{}]],
    ["state#in#1,2", [{ state: "2" }], [{ state: "3" }]],
    ["state#eq#it's \\ #1", [{ state: "it's \\ #1" }], [{ state: "its" }]],
    ["create_time#empty#false", [{ createTime: "2026-01-01" }], [{}]],
    ["", [{}], []],
  ])("%s holds for the rows it means", (exp, right, wrong) => {
    expect(right.map((row) => holds(exp, row))).toEqual(right.map(() => true));
    expect(wrong.map((row) => holds(exp, row))).toEqual(wrong.map(() => false));
  });

  test.each(["password#eq#1", "state#like#1", "state", "state#eq", "') || true || ('#eq#1"])(
    "%s cannot be read and never holds",
    (exp) => {
      expect(holds(exp, { state: "1", password: "1" })).toBe(false);
    },
  );
});
