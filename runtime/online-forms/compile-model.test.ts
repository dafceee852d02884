import { describe, expect, it, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../check/check-documents.ts";
import { compileModels, type FormWorld } from "./compile-model.ts";
import {
  dbTypes,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
  type OnlineFormIndex,
  type ShowType,
  showTypes,
} from "./definition.ts";
import { columnNameFault, tableNameFault } from "./names.ts";

const world: FormWorld = {
  tableOf: (name) =>
    name === "sys_depart"
      ? {
          model: "system/depart",
          fields: new Map([
            ["id", "id"],
            ["parent_id", "parentId"],
            ["depart_name", "departName"],
            ["org_category", "orgCategory"],
          ]),
        }
      : undefined,
};

const field = (more: Partial<OnlineFormField> = {}): OnlineFormField => ({
  dbFieldName: "name",
  dbFieldTxt: "名称",
  dbType: "string",
  dbLength: 32,
  ...more,
});

const form = (
  fields: readonly OnlineFormField[],
  more: Partial<OnlineFormDefinition> & { readonly headMore?: Partial<OnlineFormHead> } = {},
): OnlineFormDefinition => {
  const { headMore, ...parts } = more;
  return {
    head: { id: "7", tableName: "ext_order", tableTxt: "订单", tableType: 1, ...headMore },
    fields,
    indexes: [],
    buttons: [],
    subs: [],
    ...parts,
  };
};

const fieldOf = (more: Partial<OnlineFormField>, beside: readonly OnlineFormField[] = []) => {
  const { models, findings } = compileModels(form([field(more), ...beside]), world);
  return { field: models[0]?.fields[more.dbFieldName ?? "name"], findings };
};
const faultsOf = (definition: OnlineFormDefinition) =>
  compileModels(definition, world).findings.map(({ field: name, key, message }) => [name, key, message]);

describe("a definition as a model", () => {
  it("has its address, rights and table from the head, and no field for the columns that every table has", () => {
    const columns = ["id", "create_by", "create_time", "update_by", "update_time", "sys_org_code", "name"];
    const { models, findings } = compileModels(form(columns.map((dbFieldName) => field({ dbFieldName }))), world);
    expect(findings).toEqual([]);
    expect(models).toMatchObject([
      {
        id: "online/form/7",
        title: "订单",
        table: "ext_order",
        base: "/online/cgform/form/7",
        permissionPrefix: "online:cgform:7",
        titleField: "name",
      },
    ]);
    expect(Object.keys(models[0]?.fields ?? {})).toEqual(["name"]);
  });

  it("has a type for each type of column", () => {
    const types = dbTypes.map((dbType) => [dbType, fieldOf({ dbType }).field?.type]);
    expect(Object.fromEntries(types)).toEqual({
      string: "string",
      int: "integer",
      double: "number",
      BigDecimal: "number",
      Date: "date",
      Datetime: "datetime",
      Text: "text",
      Blob: "text",
    });
    expect(fieldOf({ dbType: "Date", fieldShowType: "datetime" }).field?.type).toBe("datetime");
    expect(fieldOf({ dbType: "BigDecimal", dbPointLength: 4 }).field).toMatchObject({ scale: 4 });
    expect(fieldOf({ dbLength: 60 }).field).toMatchObject({ maxLength: 60 });
  });

  it.each([
    ["BigDecimal", 12, 2, 9_999_999_999.99],
    ["double", 5, 0, 99_999],
    ["BigDecimal", 2, 2, 0.99],
    // These lengths were never a limit: an int, one that says nothing, one beyond what a number holds.
    ["int", 3, 0, undefined],
    ["BigDecimal", 0, 2, undefined],
    ["BigDecimal", 1, 2, undefined],
    ["BigDecimal", 32, 2, undefined],
  ] as const)(
    "a %s of length %s with %s places has the bounds of its digits",
    (dbType, dbLength, dbPointLength, most) => {
      const { field: found, findings } = fieldOf({ dbType, dbLength, dbPointLength });
      expect(findings).toEqual([]);
      expect(found).toMatchObject(most === undefined ? {} : { minimum: -most, maximum: most });
      expect("maximum" in (found ?? {})).toBe(most !== undefined);
    },
  );

  it("has a tree, its sub-tables and their foreign keys as relations", () => {
    const key = field({ dbFieldName: "order_id", mainTable: "ext_order", mainField: "id" });
    const sub = (tableName: string, id: string, relationType: 0 | 1): OnlineFormDefinition => ({
      ...form([key, field()]),
      head: { id, tableName, tableTxt: "明细", tableType: 3, relationType },
    });
    const subs = [sub("ext_item", "8", 0), sub("ext_more", "9", 1)];
    const fields = [field(), field({ dbFieldName: "pid" }), field({ dbFieldName: "has_child" })];
    const headMore = { tableType: 2, isTree: "Y", treeFieldname: "name" } as const;
    const { models, findings } = compileModels(form(fields, { headMore, subs }), world);
    expect(findings).toEqual([]);
    expect(models[0]?.relations).toEqual({
      tree: { kind: "tree", pid: "pid", hasChild: "has_child", root: "0" },
      ext_item: { kind: "one-to-many", title: "明细", model: "online/form/8", foreignKey: "order_id" },
      ext_more: { kind: "one-to-one", title: "明细", model: "online/form/9", foreignKey: "order_id" },
    });
    expect(models[1]?.fields.order_id).toMatchObject({ required: true, index: true, dict: { model: "online/form/7" } });
  });

  it("has unique and other indexes, a default sort, and a renamed column's former name", () => {
    const { models } = compileModels(
      form([field({ dbFieldNameOld: "label", sortFlag: "1", fieldExtendJson: '{"orderRule":"desc"}' })], {
        indexes: [
          { indexName: "a", indexField: "name,create_time", indexType: "unique" },
          { indexName: "b", indexField: "name", indexType: "normal" },
        ],
      }),
      world,
    );
    expect(models[0]).toMatchObject({
      indexes: [{ fields: ["name", "createTime"], unique: true }, { fields: ["name"] }],
      sort: [{ field: "name", order: "desc" }],
      fields: { name: { renamedFrom: "label" } },
    });
    const files = models.map((model) => ({ path: `${model.id}.model.json`, text: JSON.stringify(model) }));
    expect(checkDocuments(files, { definitions }).diagnostics.filter(({ severity }) => severity === "error")).toEqual(
      [],
    );
  });
});

describe("the settings of a control", () => {
  const settings: Readonly<Record<ShowType, Partial<OnlineFormField>>> = {
    text: {},
    password: {},
    list: { dictField: "sex" },
    radio: { dictField: "sex" },
    checkbox: { dictField: "sex" },
    switch: { fieldExtendJson: '["1","0"]' },
    date: { dbType: "Date" },
    datetime: { dbType: "Datetime" },
    time: {},
    file: { fieldExtendJson: '{"uploadnum":"3"}' },
    image: {},
    textarea: {},
    umeditor: {},
    markdown: {},
    sel_user: {},
    sel_depart: { fieldExtendJson: '{"multiSelect":false,"store":"orgCode"}' },
    pca: {},
    popup: { dictTable: "rep_user", dictField: "username,realname", dictText: "name,other" },
    list_multi: { dictField: "sex" },
    sel_search: { dictTable: "sys_depart where org_category = '1'", dictField: "id", dictText: "depart_name" },
    cat_tree: { dictField: "B02", dictText: "other" },
    sel_tree: { dictTable: "sys_depart", dictText: "id,parent_id,depart_name" },
    link_down: { dictTable: '{"table":"sys_depart","txt":"depart_name","key":"id","linkField":"other"}' },
    link_table: { dictTable: "sys_depart", dictField: "id", dictText: "depart_name" },
    link_table_field: {},
    popup_dict: { dictTable: "rep_user", dictField: "username", dictText: "realname" },
    json: { jsonSchema: '{"type":"object"}' },
  };
  const other = field({ dbFieldName: "other" });

  test("popup_dict stores what a report returns and shows its words", () => {
    const { models } = compileModels(form([field({ ...settings.popup_dict, fieldShowType: "popup_dict" })]), world);
    const made = Object.values(models[0]?.fields ?? {}).find(({ dict }) => dict !== undefined);
    expect(made).toMatchObject({
      dict: { report: "rep_user", value: "username", text: "realname" },
      widget: { type: "popup", code: "rep_user" },
    });
  });

  test.each(showTypes)("are a model that the language accepts: %s", (fieldShowType) => {
    const definition = form([field({ ...settings[fieldShowType], fieldShowType }), other]);
    const { models, findings } = compileModels(definition, world);
    expect(findings).toEqual([]);
    const files = models.map((model) => ({ path: `${model.id}.model.json`, text: JSON.stringify(model) }));
    const { diagnostics } = checkDocuments(files, { definitions });
    // What the shipped documents hold (dictionaries, departments) is not here, and pages come later.
    const left = diagnostics.filter(({ code, severity }) => severity === "error" && !/LC2006|LC2008/.test(code));
    expect(left).toEqual([]);
  });

  it("say where its values come from", () => {
    const of = (fieldShowType: ShowType) => fieldOf({ ...settings[fieldShowType], fieldShowType }, [other]).field;
    expect(of("list")).toMatchObject({ dict: "sex", widget: { type: "select" } });
    expect(of("list_multi")).toMatchObject({ multiple: true, widget: { type: "multi-select" } });
    expect(of("sel_search")?.dict).toEqual({
      model: "system/depart",
      text: "departName",
      value: "id",
      where: { orgCategory: "1" },
    });
    expect(of("sel_depart")).toMatchObject({ widget: { type: "depart-picker", store: "orgCode", multiple: false } });
    const map = { username: "name", realname: "other" };
    const multiple = (more: Partial<OnlineFormField>) => {
      const { field } = fieldOf({ ...settings.popup, fieldShowType: "popup", ...more }, [other]);
      return field !== undefined && "multiple" in field && field.multiple === true;
    };
    expect(of("popup")?.widget).toEqual({ type: "popup", code: "rep_user", map, multiple: true });
    expect(multiple({})).toBe(true);
    expect(multiple({ fieldExtendJson: '{"popupMulti":false}' })).toBe(false);
    expect(multiple({ dbType: "int" })).toBe(false);
    expect(of("switch")?.widget).toEqual({ type: "switch", values: ["1", "0"] });
    const counted = fieldOf({ dbType: "int", fieldShowType: "switch" });
    expect(counted).toMatchObject({ field: { widget: { values: [1, 0] } }, findings: [] });
    const chain = compileModels(form([field({ ...settings.link_down, fieldShowType: "link_down" }), other]), world);
    expect(chain.models[0]?.fields.other?.dict).toMatchObject({ model: "system/depart" });
  });

  test.each<[Partial<OnlineFormField>, unknown]>([
    [{ fieldDefaultValue: "#{sysUserCode}" }, "{{ user.username }}"],
    [{ fieldDefaultValue: "A-#{date}" }, '{{ concat("A-", today()) }}'],
    [{ fieldDefaultValue: "{{ 1 + 2 }}" }, "{{ 1 + 2 }}"],
    [{ dbType: "int", fieldDefaultValue: "7" }, 7],
    [{ dbDefaultVal: "'新'" }, "新"],
  ])("say what a new row holds: %o", (more, value) => {
    expect(fieldOf(more)).toMatchObject({ field: { default: value }, findings: [] });
  });

  it("name the fill rule that gives a value, and what a value must be", () => {
    expect(fieldOf({ fieldDefaultValue: "${order_rule}" }).field).toMatchObject({ fill: { rule: "order_rule" } });
    expect(fieldOf({ fieldValidType: "only" }).field).toMatchObject({ unique: true });
    expect(fieldOf({ fieldValidType: "n6-16" }).field).toMatchObject({ rules: [{ pattern: "n6-16" }] });
    expect(fieldOf({ fieldValidType: "^[AB]$" }).field).toMatchObject({
      rules: [{ pattern: "^[AB]$", message: "不符合校验规则!" }],
    });
    expect(fieldOf({ fieldMustInput: "1" }).field).toMatchObject({ required: true });
  });
});

describe("a definition that cannot be used", () => {
  test.each<[Partial<OnlineFormField>, string, RegExp]>([
    [{ dbFieldName: "tenant_id" }, "dbFieldName", /由系统维护/],
    [{ dbLength: 0 }, "dbLength", /长度须为/],
    [{ dbType: "double", dbPointLength: 9 }, "dbPointLength", /小数位/],
    [{ dbType: "int", fieldDefaultValue: "七" }, "fieldDefaultValue", /不能用于类型 int/],
    [{ fieldDefaultValue: "{{ constructor.constructor('x')() }}" }, "fieldDefaultValue", /表达式有误/],
    [{ dbType: "Date", fieldDefaultValue: "2026-02-30" }, "fieldDefaultValue", /不能用于类型 Date/],
    [{ dbType: "int", fieldShowType: "switch", fieldExtendJson: '["是","否"]' }, "fieldExtendJson", /两个数字/],
    [{ fieldDefaultValue: "${a}${b}" }, "fieldDefaultValue", /只能有一个/],
    [{ fieldDefaultValue: "#{sysPassword}" }, "fieldDefaultValue", /没有系统变量/],
    [{ fieldValidType: "(a+)+(a+)+(a+)+$" }, "fieldValidType", /正则/],
    [{ fieldValidType: "([" }, "fieldValidType", /正则/],
    [{ fieldShowType: "list" }, "dictField", /填写字典/],
    [
      { fieldShowType: "list", dictTable: "sys_session", dictField: "id", dictText: "id" },
      "dictTable",
      /没有可以作字典/,
    ],
    [
      { fieldShowType: "list", dictTable: "sys_depart", dictField: "id", dictText: "salt" },
      "dictText",
      /没有字段 salt/,
    ],
    [
      { fieldShowType: "list", dictTable: "sys_depart where 1=1 or 1=1", dictField: "id", dictText: "id" },
      "dictTable",
      /条件/,
    ],
    [{ fieldShowType: "popup", dictTable: "r", dictField: "a,b", dictText: "name" }, "dictText", /一一对应/],
    [{ fieldShowType: "link_down", dictTable: "{" }, "dictTable", /JSON/],
    [{ dbIsNull: 0, isShowForm: 0 }, "fieldMustInput", /默认值/],
    [{ mainTable: "sys_depart", mainField: "id" }, "mainTable", /只有附表/],
  ])("says so at the field: %o", (more, key, message) => {
    const name = more.dbFieldName ?? "name";
    expect(faultsOf(form([field(more), field({ dbFieldName: "beside" })]))).toEqual([
      [name, key, expect.stringMatching(message)],
    ]);
  });

  test.each<[Partial<OnlineFormField>, string, RegExp]>([
    [{ dbLength: 3, fieldDefaultValue: "四个汉字" }, "fieldDefaultValue", /超过字段的长度 3/],
    [{ fieldExtendJson: "{a" }, "fieldExtendJson", /不起作用/],
  ])("warns of what has no effect or needs a hand in each row: %o", (more, key, message) => {
    const { findings } = fieldOf(more);
    expect(findings).toMatchObject([
      { severity: "warning", field: "name", key, message: expect.stringMatching(message) },
    ]);
  });

  it("says so at the row of an index", () => {
    const index: OnlineFormIndex = { indexName: "b", indexField: "gone", indexType: "normal" };
    const indexes: OnlineFormIndex[] = [{ ...index, delFlag: 1 }, { ...index, indexField: "name" }, index];
    const { findings } = compileModels({ ...form([field()]), indexes }, world);
    expect(findings).toMatchObject([{ key: "indexes/2/indexField", message: "索引 b 的字段 gone 不存在" }]);
  });

  it("says so of the whole form", () => {
    const asSub = { headMore: { tableType: 3 } } as const;
    expect(faultsOf(form([field()], asSub))).toEqual([[undefined, "fields", expect.stringContaining("外键")]]);
    const key = { mainTable: "sys_depart", mainField: "id" };
    const two = [field(key), field({ ...key, dbFieldName: "more" })];
    expect(faultsOf(form(two, asSub))).toEqual([["more", "mainTable", "外键只允许配置一个!"]]);
    expect(faultsOf(form([field(), field()]))).toEqual([["name", "dbFieldName", expect.stringContaining("两次")]]);
    expect(faultsOf(form([]))).toEqual([[undefined, "fields", expect.any(String)]]);
  });
});

/** What a hostile name is made of: each part alone, before, after and inside a good name. */
const hostileParts = [
  ...[
    "",
    " ",
    "\t",
    "\n",
    "\0",
    ";",
    "'",
    '"',
    "`",
    "\\",
    "--",
    "/*",
    "*/",
    "$",
    "$$",
    "#",
    "(",
    ")",
    ",",
    ".",
    "..",
    "/",
  ],
  ...[
    "=",
    "+",
    "%",
    "?",
    "!",
    "@",
    "&",
    "|",
    "<",
    ">",
    "[",
    "]",
    "{",
    "}",
    "{{",
    "}}",
    "${x}",
    "#{x}",
    "-",
    "~",
    "^",
    ":",
  ],
  ...["表", "é", "ﬁ", "\u200b", "\u202e", "😀", "A", "É", "ı", "�"],
  ...["; drop table sys_user", '"; drop table sys_user; --', "' or '1'='1", "a b", "x\u0000y", "union select"],
];
const reserved = "user select table order group where drop column current_user all default check references".split(" ");
const systemTables = "sys_user sys_role onl_cgform_head pg_class pg_catalog sql_features schema_migration".split(" ");
const words = [...reserved, "constructor", "__proto__", "prototype", "1abc", "_abc", "a".repeat(64)];

describe("a hostile name", () => {
  const made = hostileParts.flatMap((part) => [part, `${part}t_demo`, `t_demo${part}`, `t_${part}demo`]);
  // A part that is empty leaves a good name.
  const names = [...new Set([...made, ...words])].filter((name) => name !== "t_demo");

  it("is refused as a table and as a column", () => {
    expect(names.length + systemTables.length).toBeGreaterThan(200);
    const taken = [...names, ...systemTables].filter((name) => tableNameFault(name) === undefined);
    expect(taken).toEqual([]);
    expect(names.filter((name) => columnNameFault(name) === undefined)).toEqual([]);
    expect(["version", "tenant_id", "del_flag"].filter((name) => columnNameFault(name) === undefined)).toEqual([]);
  });

  it("is told from a good one", () => {
    expect(["ext_order", "a", "t2", "order_item"].map(tableNameFault)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(["name", "order_no", "x1"].map(columnNameFault)).toEqual([undefined, undefined, undefined]);
  });
});
