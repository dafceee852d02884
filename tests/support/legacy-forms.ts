import type { LegacyRow, LegacyTables } from "../../server/online/forms/legacy/read-legacy.ts";

/** Rows as a former system has them (contract 06 §6.2, §6.3): its own samples, and some that are hostile. */

const head = (id: string, table_name: string, table_txt: string, more: Record<string, string> = {}): LegacyRow => ({
  ...{ id, table_name, table_txt, table_type: "1", table_version: "3", is_db_synch: "Y" },
  ...{ is_checkbox: "Y", is_page: "Y", is_tree: "N", id_type: "UUID", query_mode: "single", relation_type: null },
  ...{ form_template: "1", theme_template: "normal", scroll: "1", copy_type: "0", is_des_form: "N" },
  ...more,
});

let nextField = 0;
const field = (
  cgform_head_id: string,
  name: string,
  text: string,
  more: Record<string, string | null> = {},
): LegacyRow => ({
  ...{ id: `f${++nextField}`, cgform_head_id, db_field_name: name, db_field_txt: text, db_type: "string" },
  ...{ db_length: "32", db_point_length: "0", db_is_key: "0", db_is_null: "1", is_show_form: "1", is_show_list: "1" },
  ...{ is_query: "0", is_read_only: "0", field_show_type: "text", field_length: "120", order_num: String(nextField) },
  ...{ field_must_input: "0", query_mode: "single", sort_flag: "0", main_table: "", main_field: "" },
  ...more,
});
const usual = (id: string): LegacyRow[] => [
  field(id, "id", "主键", { db_is_key: "1", db_is_null: "0", is_show_form: "0", is_show_list: "0", db_length: "36" }),
  field(id, "create_by", "创建人", { is_show_form: "0", is_show_list: "0" }),
  field(id, "create_time", "创建日期", {
    db_type: "Date",
    field_show_type: "datetime",
    is_show_form: "0",
    is_show_list: "1",
  }),
];
const joining = (id: string, column: string): LegacyRow =>
  field(id, column, "外键", { main_table: "test_order_main", main_field: "id", is_show_form: "0", is_show_list: "0" });

export const legacyRows: LegacyTables = {
  heads: [
    head("h1", "test_order_main", "测试订单主表", {
      table_type: "2",
      sub_table_str: "test_order_product,test_order_customer",
    }),
    head("h2", "test_order_product", "订单产品明细", { table_type: "3", relation_type: "0", tab_order_num: "1" }),
    head("h3", "test_order_customer", "订单客户", { table_type: "3", relation_type: "1", tab_order_num: "2" }),
    head("h4", "test_shoptype_tree", "商品分类", {
      ...{ is_tree: "Y", tree_parent_id_field: "pid", tree_id_field: "has_child", tree_fieldname: "type_name" },
    }),
    head("h5", "test_order_main$1", "测试订单主表", { copy_type: "1", physic_id: "h1", copy_version: "1" }),
    head("h6", "lost_sub", "失去主表的附表", { table_type: "3" }),
    head("h7", "sys_user; drop table x", "{{ constructor }} 敌意表", {
      ...{ id_type: "SEQUENCE", is_des_form: "Y", ext_config_json: '{"reportPrintShow":1}', theme_template: "x" },
    }),
    head("", "no_id", "没有编号"),
  ],
  fields: [
    ...usual("h1"),
    field("h1", "order_code", "订单编码", {
      field_must_input: "1",
      is_query: "1",
      field_valid_type: "only",
      db_length: "50",
    }),
    field("h1", "sex", "性别", { field_show_type: "list", dict_field: "sex", is_query: "1" }),
    field("h1", "money", "金额", { db_type: "BigDecimal", db_length: "10", db_point_length: "3", sort_flag: "1" }),
    field("h1", "owner", "负责人", {
      ...{ field_show_type: "sel_search", dict_table: "test_shoptype_tree where id in (select 1)" },
      ...{ dict_field: "id", dict_text: "type_name" },
    }),
    field("h1", "link", "链接", { field_href: "/x?t={{ACCESS_TOKEN}}", converter: "org.example.Converter" }),
    field("h1", "note", "说明", { db_type: "Text", db_length: "0", field_show_type: "umeditor" }),
    ...usual("h2"),
    joining("h2", "order_fk_id"),
    field("h2", "product_name", "产品名字", { field_must_input: "1" }),
    field("h2", "num", "数量", { db_type: "int", db_length: "10", field_valid_type: "n" }),
    ...usual("h3"),
    joining("h3", "order_id"),
    field("h3", "name", "客户名"),
    ...usual("h4"),
    field("h4", "type_name", "类型名称"),
    field("h4", "pid", "父级节点", { is_show_form: "0", is_show_list: "0" }),
    field("h4", "has_child", "是否有子节点", {
      field_show_type: "list",
      dict_field: "yn",
      is_show_form: "0",
      is_show_list: "0",
    }),
    field("h4", "main_order", "订单", {
      ...{ field_show_type: "sel_search", dict_table: "test_order_main", dict_field: "id", dict_text: "order_code" },
    }),
    field("h6", "x_id", "外键", { main_table: "nowhere", main_field: "id" }),
    field("h7", "select", "保留字"),
    field("h7", "SELECT", "写了两次的保留字"),
    field("h7", "a\"b'c", "引号"),
    field("h7", "名称", "中文名"),
    field("h7", "tenant_id", "租户"),
    field("h7", "__proto__", "原型"),
    field("h7", "strange", "控件", { field_show_type: "hidden_thing", db_type: "Money" }),
    field("h7", "script", "默认值", { field_default_value: "{{ process.exit() }}" }),
    field("h7", "fill", "填值", { field_default_value: "${a}${b}" }),
    field("h7", "pattern", "校验", { field_valid_type: "^(a+)+$" }),
    field("h7", "secret", "字典表", {
      field_show_type: "list",
      dict_table: "secret_table",
      dict_field: "a",
      dict_text: "b",
    }),
    field("h7", "dictionary", "字典", { field_show_type: "radio", dict_field: "no_such_dict" }),
    field("h7", "bad_dictionary", "坏字典", { field_show_type: "radio", dict_field: "a' or 1=1" }),
    field("h7", "long_text", "长".repeat(300), { db_length: "-5", field_length: "999999999" }),
    field("h7", "kept", "留下的", { dict_text: "x".repeat(600) }),
  ],
  indexes: [
    {
      id: "i1",
      cgform_head_id: "h1",
      index_name: "uni_code",
      index_field: "order_code",
      index_type: "unique",
      del_flag: "0",
    },
    { id: "i2", cgform_head_id: "h1", index_name: "gone", index_field: "sex", index_type: "normal", del_flag: "1" },
    { id: "i3", cgform_head_id: "h7", index_name: "bad", index_field: "nothing", index_type: "normal", del_flag: "0" },
  ],
  buttons: [
    ...[
      ["audit", "审核", "action", "sex#eq#1"],
      ["script_one", "脚本按钮", "js", ""],
      ["wrong", "错的条件", "action", "nothing#eq#1"],
      ["delete", "顶替", "action", ""],
      ["a b", "坏编码", "action", ""],
    ].map(([button_code = "", button_name = "", opt_type = "", exp = ""], at) => ({
      ...{ id: `b${at}`, cgform_head_id: "h1", button_code, button_name, opt_type, exp },
      ...{ button_style: "link", button_status: "1", order_num: String(at), button_icon: "check" },
    })),
  ],
  scripts: [
    { id: "j1", cgform_head_id: "h1", cg_js_type: "form", cg_js: "onlChange(){ return { sex(){ eval('1') } } }" },
  ],
  classes: [
    {
      id: "c1",
      cgform_head_id: "h1",
      button_code: "add",
      cg_java_type: "spring",
      cg_java_value: "org.example.DemoBean",
    },
    {
      id: "c2",
      cgform_head_id: "h1",
      button_code: "audit",
      cg_java_type: "http",
      cg_java_value: "http://inner.example/api",
    },
  ],
  statements: [
    {
      id: "s1",
      cgform_head_id: "h1",
      button_code: "audit",
      cgb_sql: "update test_order_main set money = 0\n where id = '#{id}'",
    },
  ],
};

const names: Readonly<Record<keyof LegacyTables, string>> = {
  heads: "onl_cgform_head",
  fields: "onl_cgform_field",
  indexes: "onl_cgform_index",
  buttons: "onl_cgform_button",
  scripts: "onl_cgform_enhance_js",
  classes: "onl_cgform_enhance_java",
  statements: "onl_cgform_enhance_sql",
};

/** The same as tables to be made in a database. */
export function legacyTables() {
  return Object.entries(names).map(([list, table]) => {
    const rows = legacyRows[list as keyof LegacyTables];
    return { table, columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
  });
}
