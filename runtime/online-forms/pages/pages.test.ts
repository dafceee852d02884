import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { proveCount } from "../../../tests/support/prove.ts";
import { checkDocuments } from "../../check/check-documents.ts";
import { compileModels, type FormWorld } from "../compile-model.ts";
import type { OnlineFormDefinition, OnlineFormField, ShowType } from "../definition.ts";
import { aField, aForm, anOrderForm } from "../form-fixture.ts";
import { exportLosses, readBack } from "./export-losses.ts";
import { exportPages } from "./export-pages.ts";
import type { TableNames } from "./read-field.ts";

const columns = new Map([
  ["id", "id"],
  ["parent_id", "parentId"],
  ["depart_name", "departName"],
  ["org_category", "orgCategory"],
]);
const world: FormWorld = {
  tableOf: (name) => (name === "sys_depart" ? { model: "system/depart", fields: columns } : undefined),
};
const columnNames = new Map([...columns].map(([column, field]) => [field, column]));
const tableOfModel = (id: string): TableNames | undefined =>
  id === "system/depart" ? { table: "sys_depart", columnOf: (name) => columnNames.get(name) } : undefined;

/** Contract 06 §6.4: every control with the settings that it needs. */
const settings: Readonly<Record<ShowType, Partial<OnlineFormField>>> = {
  text: {},
  password: {},
  list: { dictField: "sex" },
  radio: { dictField: "sex" },
  checkbox: { dictField: "sex" },
  switch: { fieldExtendJson: '["1","0"]' },
  date: { dbType: "Date", fieldExtendJson: '{"picker":"month"}' },
  datetime: { dbType: "Datetime" },
  time: {},
  file: { fieldExtendJson: '{"uploadnum":"3"}' },
  image: {},
  textarea: { dbType: "Text" },
  umeditor: { dbType: "Text" },
  markdown: {},
  sel_user: { fieldExtendJson: '{"multiSelect":false}' },
  sel_depart: { fieldExtendJson: '{"multiSelect":false,"store":"orgCode"}' },
  pca: {},
  popup: { dictTable: "rep_user", dictField: "username,realname", dictText: "popup,text" },
  list_multi: { dictField: "sex" },
  sel_search: { dictTable: "sys_depart where org_category = '1'", dictField: "id", dictText: "depart_name" },
  cat_tree: { dictField: "B02", dictText: "text" },
  sel_tree: { dictTable: "sys_depart", dictText: "id,parent_id,depart_name" },
  link_down: { dictTable: '{"table":"sys_depart","txt":"depart_name","key":"id","linkField":"text"}' },
  link_table: { dictTable: "sys_depart", dictField: "id", dictText: "depart_name" },
  link_table_field: { dbIsPersist: 0, dictTable: "link_table", dictText: "depart_name" },
  popup_dict: { dictTable: "rep_user", dictField: "username", dictText: "realname" },
  json: { jsonSchema: '{"type":"object","required":["a"]}' },
};
const everyControl = Object.entries(settings)
  .filter(([name]) => name !== "link_down")
  .map(([name, more]) => aField(name === "switch" ? "turn" : name, { ...more, fieldShowType: name as ShowType }));

everyControl.push(aField("price", { dbType: "BigDecimal", dbLength: 12, dbPointLength: 2 }));
everyControl.push(aField("total", { dbType: "int", fieldExtendJson: '{"formula":"{{ len(row.text) }}"}' }));

const nothing = { controlled: new Map() };
const exported = (form: OnlineFormDefinition, kind: Parameters<typeof exportPages>[1] = "list") =>
  exportPages(form, kind, { world, formOf: () => undefined }, nothing);
const back = (form: OnlineFormDefinition, kind?: Parameters<typeof exportPages>[1]) =>
  readBack(form, exported(form, kind), tableOfModel);

describe("ONF-04 a form as documents of a page, and back", () => {
  it("every control comes back with what it needs", () => {
    const form = aForm({ id: "1", tableName: "ext_all", scroll: 1 }, everyControl);
    expect(compileModels(form, world).findings).toEqual([]);
    expect(exportLosses(form, exported(form), { world, tableOfModel })).toEqual([]);
    const fields = new Map(back(form).fields.map((field) => [field.dbFieldName, field]));
    for (const { dbFieldName, fieldShowType, dbIsPersist } of everyControl) {
      if (dbIsPersist === 0) continue;
      // Both keep several values of a dictionary, and look the same.
      const shown = fieldShowType === "checkbox" ? "list_multi" : fieldShowType;
      expect(fields.get(dbFieldName)?.fieldShowType, dbFieldName).toBe(shown);
    }
    expect(fields.get("price")).toMatchObject({ dbType: "BigDecimal", dbLength: 12, dbPointLength: 2 });
    expect(fields.get("sel_search")).toMatchObject(settings.sel_search);
    expect(fields.get("popup")).toMatchObject(settings.popup);
    expect(fields.get("sel_tree")).toMatchObject(settings.sel_tree);
  });

  it("a main form with two sub-tables comes back with head and fields", () => {
    const form = anOrderForm({ themeTemplate: "erp" });
    const { models, screen, findings } = exported(form, "erp-list");
    expect(models.map(({ id, table }) => [id, table])).toEqual([
      ["form/ext-order", "ext_order"],
      ["form/ext-item", "ext_item"],
      ["form/ext-invoice", "ext_invoice"],
    ]);
    expect(JSON.stringify([models, screen])).not.toContain("online/");
    expect(JSON.stringify([models, screen])).not.toContain("doButton");
    expect(findings.map(({ place }) => place)).toEqual([
      "订单：按钮 审核",
      "订单：按钮 发送",
      "订单：按钮 停用",
      "订单：按钮 脚本",
    ]);
    expect(exportLosses(form, exported(form, "erp-list"), { world, tableOfModel })).toEqual([]);
    const read = back(form, "erp-list");
    expect(read.head).toMatchObject({
      id: "7",
      tableName: "ext_order",
      tableTxt: "订单",
      tableType: 2,
      themeTemplate: "erp",
      formTemplate: "2",
    });
    expect(read.subs.map(({ head }) => [head.tableName, head.relationType, head.tabOrderNum])).toEqual([
      ["ext_item", 0, 1],
      ["ext_invoice", 1, 2],
    ]);
    const field = (name: string) => read.fields.find(({ dbFieldName }) => dbFieldName === name);
    expect(field("order_no")).toMatchObject({ fieldMustInput: "1", sortFlag: "1", isQuery: 1, fieldLength: 180 });
    expect(field("amount")).toMatchObject({ dbType: "BigDecimal", queryMode: "group" });
    expect(field("state")).toMatchObject({ isReadOnly: 1, fieldHref: "/store/order?no=${order_no}" });
    expect(field("create_time")).toMatchObject({ isQuery: 1, queryMode: "group" });
  });

  it("a tree comes back as one, and what a page has no place for is named", () => {
    const tree = aForm({ id: "5", tableName: "ext_area", isTree: "Y", treeFieldname: "name" }, [
      aField("name", { isQuery: 1 }),
      aField("pid", { isShowList: 0 }),
      aField("has_child", { isShowList: 0, isShowForm: 0 }),
    ]);
    expect(back(tree, "tree-list").head).toMatchObject({
      isTree: "Y",
      treeParentIdField: "pid",
      treeIdField: "has_child",
      treeFieldname: "name",
    });
    expect(exportLosses(tree, exported(tree, "tree-list"), { world, tableOfModel })).toEqual([]);

    // The list of a sub-table is on no page of the form but the ERP one.
    const order = anOrderForm();
    const losses = exportLosses(order, exported(order), { world, tableOfModel });
    expect(losses.map(({ place }) => place)).toContain("明细：数量");
  });

  it("documents of generated forms pass the checks, and the form that comes back does the same or says what not", () => {
    const control = fc.constantFrom(...everyControl);
    const field = fc
      .tuple(
        control,
        fc.record({
          isShowList: fc.constantFrom(0, 1),
          isShowForm: fc.constantFrom(0, 1),
          isReadOnly: fc.constantFrom(0, 1),
          isQuery: fc.constantFrom(0, 1),
          queryMode: fc.constantFrom("single", "group", "like", null),
          sortFlag: fc.constantFrom("0", "1"),
          fieldLength: fc.integer({ min: 40, max: 400 }),
        }) as fc.Arbitrary<Partial<OnlineFormField>>,
      )
      .map(([one, more]) => ({ ...one, ...more }));
    const form = fc
      .tuple(
        fc.uniqueArray(field, { minLength: 1, maxLength: 8, selector: ({ dbFieldName }) => dbFieldName }),
        fc.record({
          scroll: fc.constantFrom(0, 1),
          isPage: fc.constantFrom("Y", "N"),
          isCheckbox: fc.constantFrom("Y", "N"),
          formTemplate: fc.constantFrom("1", "2", "3", "4"),
          queryMode: fc.constantFrom("single", "group"),
        }),
      )
      .map(([fields, head]) =>
        aForm({ id: "1", tableName: "ext_any", ...(head as object) }, [
          aField("text"),
          ...fields.filter(({ dbFieldName }) => dbFieldName !== "text"),
        ]),
      );
    fc.assert(
      fc.property(form, (definition) => {
        const made = exported(definition);
        const files = [
          ...made.models.map((model) => ({ path: `${model.id}.model.json`, text: JSON.stringify(model) })),
          { path: `${made.screen.id}.screen.json`, text: JSON.stringify(made.screen) },
        ];
        const { diagnostics } = checkDocuments(files, { definitions });
        // The department that a dictionary names is another document.
        expect(diagnostics.filter(({ severity, code }) => severity === "error" && code !== "LC2008")).toEqual([]);
        const again = back(definition);
        const losses = exportLosses(definition, made, { world, tableOfModel });
        expect(losses).toEqual([]);
        expect(exported(again).screen).toEqual(made.screen);
        expect(exported(again).models).toEqual(made.models);
      }),
      { numRuns: proveCount(50, 200), seed: 20261127 },
    );
  });
});
