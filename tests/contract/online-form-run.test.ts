import { read, utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { aField, aForm, anOrderForm } from "../../runtime/online-forms/form-fixture.ts";
import { putFormsInForce } from "../support/forms-in-force.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Calls of contract 06 §6.6 against an order with items and an invoice, a tree, and a form without its table. */
let server: TestServer;
let admin: TestClient;
let reader: TestClient;
let stranger: TestClient;
const base = "/online/cgform/api";

const tree = aForm({ id: "5", tableName: "ext_area", isTree: "Y", treeFieldname: "name" }, [
  aField("name", { isQuery: 1 }),
  aField("pid", { isShowList: 0 }),
  aField("has_child", { isShowList: 0 }),
]);
const waiting = aForm({ id: "6", tableName: "ext_waiting", isDbSynch: "N" }, [aField("name")]);

const kit = aForm(
  { id: "20", tableName: "ext_kit", tableType: 2, subTableStr: "ext_part" },
  [aField("name"), aField("pick", { fieldShowType: "popup", ...popup("name") })],
  {
    subs: [
      aForm({ id: "21", tableName: "ext_part", tableType: 3 }, [
        aField("kit_id", { mainTable: "ext_kit", mainField: "id", isShowForm: 0, isShowList: 0 }),
        aField("pick", { fieldShowType: "popup", ...popup("pick_name") }),
        aField("pick_name"),
        aField("is_open", { fieldShowType: "switch", fieldExtendJson: '["1","0"]' }),
        aField("serial", { dbFieldTxt: "序号", fieldValidType: "only" }),
      ]),
    ],
  },
);
function popup(name: string) {
  return { dictTable: "rep_user", dictField: "username,realname", dictText: `pick,${name}` };
}

async function addCode(code: string, name = code): Promise<void> {
  await sql`insert into sys_permission (id, parent_id, name, menu_type, url, component, perms, perms_type, status, sort_no, version, tenant_id, del_flag)
    values (${name}, 'online', ${name}, 2, '', '', ${code}, '1', '1', 1, 1, 0, 0)`.execute(server.db.kysely);
}

beforeAll(async () => {
  server = await createTestServer();
  await putFormsInForce(server, [anOrderForm(), tree, waiting, kit]);
  admin = await server.as("admin");
  await addCode("online:cgform:7:list");
  await addUser(server, { username: "reader", permissions: ["online:cgform:7:list"] });
  await addUser(server, { username: "stranger", permissions: ["system:dict:list"] });
  reader = await server.as("reader");
  stranger = await server.as("stranger");
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ["ext_order", "ext_item", "ext_invoice", "ext_area"]) {
    await sql`delete from ${sql.table(table)}`.execute(server.db.kysely);
  }
});

const order = (order_no: string, more: Row = {}) => ({
  order_no,
  amount: 12.5,
  sex: "1",
  state: "0",
  ext_item: [
    { goods: "苹果", num: 2 },
    { goods: "梨", num: 1 },
  ],
  ext_invoice: [{ invoice_title: "某公司" }],
  ...more,
});
const add = async (body: Row, form = "7") => String((await admin.post(`${base}/form/${form}`, body)).result);
const record = async (id: string) => (await admin.get<Row>(`${base}/form/7/${id}`)).result;
const listed = async (query: Record<string, string> = {}, client = admin) =>
  ((await client.get<{ records: Row[] }>(`${base}/getData/7`, { query })).result?.records ?? []).map(
    ({ order_no }) => order_no,
  );

describe("records", () => {
  it("ONF-02 are added with their sub-tables in one call, and read with the names of their columns", async () => {
    const answer = await admin.post(`${base}/form/7?tabletype=2`, order("A1"));
    expect(answer).toMatchObject({ success: true, message: "添加成功！" });
    expect(await record(String(answer.result))).toMatchObject({
      id: answer.result,
      order_no: "A1",
      amount: 12.5,
      create_by: "admin",
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      ext_item: [
        { goods: "苹果", num: 2, order_id: answer.result },
        { goods: "梨", num: 1 },
      ],
      ext_invoice: { invoice_title: "某公司" },
    });
  });

  it("ONF-02 are changed as a whole: sub-tables that are sent replace the stored ones, others stay", async () => {
    const id = await add(order("A1"));
    const { version, ext_item } = await record(id);
    const [first] = ext_item as Row[];
    const body = {
      id,
      version,
      order_no: "A2",
      ext_item: [
        { ...first, num: 9 },
        { goods: "桃", num: 3 },
      ],
    };
    expect(await admin.put(`${base}/form/7?tabletype=2`, body)).toMatchObject({ success: true, message: "编辑成功!" });
    expect(await record(id)).toMatchObject({
      order_no: "A2",
      amount: 12.5,
      ext_item: [
        { id: first?.id, num: 9 },
        { goods: "桃", num: 3 },
      ],
      ext_invoice: { invoice_title: "某公司" },
    });
    expect(await admin.put(`${base}/form/7`, { id, version, order_no: "A3" })).toMatchObject({
      status: 409,
      code: 409,
    });
  });

  it("ONF-02 are refused with the field that is wrong, and nothing is stored", async () => {
    const answer = await admin.post<Row>(`${base}/form/7`, order("", { ext_item: [{ num: 1 }] }));
    expect(answer.success).toBe(false);
    expect(JSON.stringify(answer.result)).toContain("order_no");
    expect(await listed()).toEqual([]);
  });

  it("ONF-02 are deleted with their sub-tables, several by a comma list", async () => {
    const ids = [await add(order("A1")), await add(order("A2")), await add(order("A3"))];
    expect(await admin.delete(`${base}/form/7/${ids[0]}`)).toMatchObject({ success: true });
    expect(await admin.delete(`${base}/form/7/${ids[1]},${ids[2]},`)).toMatchObject({ success: true });
    expect(await listed()).toEqual([]);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ext_item`.execute(
      server.db.kysely,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it("ONF-02 are added once for one key, and saved by the name of their table", async () => {
    const options = { headers: { "x-idempotency-key": "once" } };
    const [one, other] = [
      await admin.post(`${base}/crazyForm/ext_order`, order("A1"), options),
      await admin.post(`${base}/crazyForm/ext_order`, order("A1"), options),
    ];
    expect(one.result).toBe(other.result);
    const { version } = await record(String(one.result));
    await admin.put(`${base}/crazyForm/ext_order`, { id: one.result, version, state: "1" });
    expect(await listed({ state: "1" })).toEqual(["A1"]);
    await admin.delete(`${base}/crazyForm/ext_order/${one.result}`);
    expect(await listed()).toEqual([]);
  });

  it("ONF-02 are read by the table's name, and sub-tables alone", async () => {
    const id = await add(order("A1"));
    for (const url of [`form/table_name/ext_order/${id}`, `data/ext_order/queryById?id=${id}&mock=1`]) {
      expect((await admin.get(`${base}/${url}`)).result).toMatchObject({ order_no: "A1", ext_item: [{}, {}] });
    }
    expect((await reader.get(`${base}/subform/list/ext_item/${id}`)).result).toMatchObject([{ num: 2 }, { num: 1 }]);
    expect((await reader.get(`${base}/subform/ext_invoice/${id}`)).result).toMatchObject({ invoice_title: "某公司" });
  });
});

describe("lists", () => {
  beforeEach(async () => {
    for (const [order_no, amount] of [
      ["A1", 5],
      ["A2", 15],
      ["B1", 25],
    ] as const)
      await add(order(order_no, { amount }));
  });

  test.each<[Record<string, string>, string[]]>([
    [{}, ["B1", "A2", "A1"]],
    [{ column: "create_time,order_no", order: "asc", pageSize: "2" }, ["A1", "A2"]],
    [{ order_no: "*A*", column: "order_no", order: "asc", pageSize: "-521" }, ["A1", "A2"]],
    [{ amount_begin: "10", amount_end: "20" }, ["A2"]],
    [{ create_time_begin: "2099-01-01 00:00:00" }, []],
    [{ create_by: "admin", amount: "5" }, ["A1"]],
    [
      {
        superQueryParams: encodeURIComponent(
          JSON.stringify([
            { field: "create_by", rule: "eq", val: "admin" },
            { field: "ext_item,goods", rule: "eq", val: "苹果" },
            { field: "order_no", rule: "like", val: "B" },
          ]),
        ),
        superQueryMatchType: "and",
      },
      ["B1"],
    ],
  ])("ONF-02 ask with the names of columns: %o", async (query, found) => {
    expect(await listed(query)).toEqual(found);
  });

  it("an advanced query that cannot be read is refused", async () => {
    const query = { superQueryParams: '[{"field":"password","rule":"eq","val":"1"}]' };
    expect((await admin.get(`${base}/getData/7`, { query })).success).toBe(false);
  });

  it("ONF-02 a tree answers its top rows, the rows below one, and what a search finds", async () => {
    const top = await add({ name: "华东" }, "5");
    await add({ name: "上海", pid: top }, "5");
    const names = async (query: Record<string, string>) =>
      (await admin.get<{ records: Row[] }>(`${base}/getTreeData/5`, { query })).result.records.map(
        ({ name, has_child }) => [name, has_child],
      );
    expect(await names({ pid: "0" })).toEqual([["华东", "1"]]);
    expect(await names({ pid: top })).toEqual([["上海", "0"]]);
    expect(await names({ hasQuery: "true", pid: "0", name: "*海*" })).toEqual([["上海", "0"]]);
    const batch = JSON.stringify([{ field: "pid", rule: "in", val: top }]);
    expect(await names({ batchFlag: "true", superQueryParams: batch })).toEqual([["上海", "0"]]);
  });

  it("ONF-02 are exported under the conditions of the list and read back in", async () => {
    const answer = await admin.get(`${base}/exportXls/7`, {
      query: { paramsStr: JSON.stringify({ order_no: "*A*", column: "order_no", order: "asc" }) },
    });
    expect(answer.headers["content-type"]).toBe("application/vnd.ms-excel");
    const book = read(answer.bytes);
    const sheet = book.Sheets[book.SheetNames[0] ?? ""] ?? {};
    const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    expect(lines.flat()).toEqual(expect.arrayContaining(["编号", "A1", "A2"]));
    expect(lines.flat()).not.toContain("B1");
    const file = utils.book_new();
    utils.book_append_sheet(file, utils.aoa_to_sheet([["订单"], [""], ["编号", "金额"], ["C1", 3], ["C2", 4]]), "订单");
    const { body, options } = multipartBody([
      { name: "file", value: Buffer.from(write(file, { type: "array", bookType: "xlsx" })), fileName: "orders.xlsx" },
    ]);
    expect(await admin.post(`${base}/importXls/7`, body, options)).toMatchObject({ success: true, code: 200 });
    expect(await listed({ order_no: "*C*", column: "order_no", order: "asc" })).toEqual(["C1", "C2"]);
    expect((await admin.get(`${base}/exportXls/7`, { query: { paramsStr: "[1]" } })).success).toBe(false);
  });
});

describe("imports", () => {
  const sheet = (...lines: unknown[][]) => {
    const file = utils.book_new();
    utils.book_append_sheet(file, utils.aoa_to_sheet([["标题"], [""], ...lines]), "Sheet1");
    return Buffer.from(write(file, { type: "array", bookType: "xlsx" }));
  };
  const imported = (form: string, value: Buffer, parts: Readonly<Record<string, string>> = {}, client = admin) => {
    const { body, options } = multipartBody([
      { name: "files[]", value, fileName: "rows.xlsx" },
      ...Object.entries(parts).map(([name, text]) => ({ name, value: text })),
    ]);
    return client.post<string>(`${base}/importXls/${form}`, body, options);
  };
  const items = sheet(["商品", "数量"], ["桃", 3], ["李", 4]);

  it("IMP-03 rows of a sub-table are those of the master that foreignKeys names, though the key is not shown", async () => {
    const id = await add(order("A1", { ext_item: [] }));
    const keys = { isSingleTableImport: "1", foreignKeys: JSON.stringify({ order_id: id }) };
    expect(await imported("8", items, keys)).toMatchObject({ success: true, code: 200 });
    expect((await record(id)).ext_item).toMatchObject([
      { goods: "桃", num: 3, order_id: id },
      { goods: "李", num: 4, order_id: id },
    ]);
  });

  it("a file with mistakes stores nothing; the result is the address of the report", async () => {
    const answer = await imported("7", sheet(["编号", "金额"], ["A1", 1], ["A2", "很多"]), { validateStatus: "0" });
    expect(answer).toMatchObject({
      success: true,
      code: 201,
      result: expect.stringMatching(/^\/sys\/common\/static\//),
    });
    expect((await admin.get(answer.result)).text).toContain("第 5 行");
    expect(await listed()).toEqual([]);
  });

  it("IMP-03 a master that is not there, and another hidden field, store nothing", async () => {
    for (const keys of [{ order_id: "404" }, { version: "1" }]) {
      const answer = await imported("8", items, { foreignKeys: JSON.stringify(keys) });
      expect([answer.success, answer.code]).not.toEqual([true, 200]);
    }
    const { rows } = await sql`select 1 from ext_item`.execute(server.db.kysely);
    expect(rows).toEqual([]);
  });
});

describe("descriptions", () => {
  it("ONF-02 the list: columns, dictionaries, links, buttons", async () => {
    const { result } = await admin.get<Row>(`${base}/getColumns/7`);
    expect(result).toMatchObject({
      code: "7",
      currentTableName: "ext_order",
      description: "订单",
      formTemplate: "2",
      scrollFlag: 1,
      checkboxFlag: "Y",
      paginationFlag: "Y",
      dictOptions: { sex: expect.arrayContaining([expect.objectContaining({ value: "1", text: "男" })]) },
      fieldHrefSlots: [{ slotName: "fieldHref_state", href: "/store/order?no=${order_no}" }],
      hideColumns: [],
      cgButtonList: [{ buttonCode: "send_all" }, { buttonCode: "audit", exp: "state#eq#0" }],
    });
    expect(result.columns).toMatchObject([
      { title: "下单时间", dataIndex: "create_time", align: "center" },
      { title: "编号", dataIndex: "order_no", width: "180", sorter: true },
      { title: "性别", dataIndex: "sex", customRender: "sex" },
      { title: "金额", dataIndex: "amount", sorter: true },
      { title: "状态", dataIndex: "state", scopedSlots: { customRender: "fieldHref_state" } },
    ]);
    expect((await admin.get<Row>(`${base}/getColumns/5`)).result).toMatchObject({
      pidField: "pid",
      hasChildrenField: "has_child",
      textField: "name",
    });
  });

  it("ONF-02 the ERP list: the master's and those of its sub-tables", async () => {
    expect((await admin.get<Row>(`${base}/getErpColumns/7`)).result).toMatchObject({
      main: { code: "7" },
      subList: [
        {
          code: "8",
          currentTableName: "ext_item",
          foreignKeys: [{ field: "order_id", table: "ext_order", key: "id" }],
        },
        { code: "9", relationType: 1 },
      ],
    });
  });

  it("ONF-02 the query and the form", async () => {
    expect((await admin.get<Row[]>(`${base}/getQueryInfo/7`)).result).toMatchObject([
      { field: "create_time", label: "下单时间", mode: "group", hidden: "0" },
      { field: "order_no", view: "text", mode: "single", hidden: "0" },
      { field: "sex", view: "list", dictCode: "sex", hidden: "0" },
      { field: "amount", mode: "group", hidden: "1" },
    ]);
    const byTable = await admin.get<Row>(`${base}/getFormItemBytbname/ext_order`);
    expect(byTable.result).toEqual((await admin.get<Row>(`${base}/getFormItem/7`)).result);
    expect(byTable.result).toMatchObject({
      head: { tableName: "ext_order" },
      schema: {
        table: "ext_order",
        describe: "订单",
        required: ["order_no"],
        properties: {
          order_no: { title: "编号", type: "string", view: "text", maxLength: 50 },
          sex: { view: "list", dictCode: "sex" },
          amount: { type: "number", view: "number" },
          state: { ui: { widgetattrs: { disabled: true } } },
          ext_item: {
            view: "tab",
            relationType: 0,
            foreignKey: "order_id",
            columns: [
              { key: "goods", type: "input", validateRules: [{ required: true, message: "商品不能为空" }] },
              { key: "num", type: "inputNumber" },
            ],
          },
          ext_invoice: { relationType: 1, properties: { invoice_title: { title: "抬头" } } },
        },
      },
    });
  });

  it("ONF-02 the columns of a sub-table: what a popup and a switch are set up with, and the rule against repeats", async () => {
    const { schema } = (await admin.get<{ schema: Row }>(`${base}/getFormItem/20`)).result;
    expect(schema.properties).toMatchObject({
      pick: { code: "rep_user", popupMulti: true },
      ext_part: {
        columns: [
          { key: "pick", popupCode: "rep_user", orgFields: "username,realname", destFields: "pick,pick_name" },
          { key: "pick_name", type: "input" },
          { key: "is_open", type: "checkbox", customValue: ["1", "0"] },
          { key: "serial", validateRules: [{ pattern: "only", message: "序号不能重复" }] },
        ],
      },
    });
  });

  it("a button is refused while nothing is set up for it, and on rows that it is not offered on", async () => {
    const [open, closed] = [await add(order("A1")), await add(order("A2", { state: "1" }))];
    const press = (buttonCode: string, dataId: string) =>
      admin.post(`${base}/doButton`, { formId: "7", buttonCode, dataId });
    expect(await press("audit", closed)).toMatchObject({ success: false, message: "这条数据现在不能“审核”" });
    expect(await press("audit", open)).toMatchObject({ success: false, message: "按钮“审核”还没有配置要做的事" });
    expect(await press("off", open)).toMatchObject({ success: false, message: "没有按钮“off”" });
  });
});

describe("linked choices", () => {
  const options = (query: Row, client = admin) =>
    client.get<Row[]>(`${base}/querySelectOptions`, {
      query: { table: "sys_category", txt: "name", key: "code", idField: "id", pidField: "pid", ...query } as never,
    });

  it("ONF-03 answer the entries below the one chosen before, and those of a condition", async () => {
    const addCategory = async (name: string, pid?: string) => {
      expect(await admin.post("/sys/category/add", { name, ...(pid ? { pid } : {}) })).toMatchObject({ success: true });
      const { result } = await options({ condition: `name = '${name}'` });
      return String(result[0]?.id);
    };
    const east = await addCategory("华东");
    const names = ["江苏", "浙江"];
    for (const name of names) await addCategory(name, east);
    const below = (await options({ pidValue: east })).result;
    expect(below.map(({ label, pid }) => [label, pid]).sort()).toEqual(names.map((name) => [name, east]));
    expect(await options({ condition: `pid = '${east}' and name = '浙江'` })).toMatchObject({
      result: [{ label: "浙江", store: expect.stringMatching(/^[A-Z]\d/) }],
    });
  });

  test.each([
    [{ condition: "1=1 or name = 'x'" }, "条件只能是 字段 = '值'，用 and 连接"],
    [{ pidField: "secret", pidValue: "1" }, "没有字段“secret”"],
  ])("ONF-03 refuse what they cannot read: %j", async (query, message) => {
    expect(await options(query)).toMatchObject({ success: false, message });
  });

  it("ONF-03 of a table that no definition names as a dictionary are refused", async () => {
    expect(await options({ table: "sys_user", txt: "password", key: "id" })).toMatchObject({ success: false });
    expect(await options({ table: "ext_area", txt: "name", key: "name" })).toMatchObject({ success: false });
  });
});

describe("pages", () => {
  const screen = (kind: string, name: string, client = admin, headers = {}) =>
    client.get<Row>(`/lowcode/screens/online/${kind}/${name}`, { headers });

  it("ONF-02 are handed out by the head's id or the table's name, with the rights that go with them", async () => {
    const byId = await screen("erp-list", "7");
    expect(byId.result).toMatchObject({ screen: { kind: "erp-list", model: "online/form/7" }, diagnostics: [] });
    expect(Object.keys(byId.result.models as object)).toEqual(
      expect.arrayContaining(["online/form/7", "online/form/8", "online/form/9"]),
    );
    expect(byId.result.granted).toContain("online:cgform:7:add");
    expect((await screen("form", "ext_order")).result).toMatchObject({ screen: { kind: "form" } });
    expect((await screen("list", "7", reader)).result.granted).toEqual([
      "online:cgform:7:list",
      "online:cgform:7:audit",
      "online:cgform:7:send_all",
    ]);
  });

  it("are not sent again while they are the same", async () => {
    const { etag } = (await screen("list", "7")).headers;
    expect((await screen("list", "7", admin, { "if-none-match": String(etag) })).status).toBe(304);
    expect((await screen("list", "7", reader, { "if-none-match": String(etag) })).status).toBe(200);
  });

  it("say that the table waits for its synchronisation, and that a form is unknown or denied", async () => {
    expect(await screen("list", "6")).toMatchObject({ success: false, message: "请先同步数据库再查看此页面！" });
    expect(await screen("list", "404")).toMatchObject({ status: 404 });
    expect(await screen("list", "7", stranger)).toMatchObject({ status: 403 });
  });

  it("have the family of every model, files included", async () => {
    const own = "/online/cgform/form/7";
    await add(order("A1"));
    expect((await admin.get<Row>(`${own}/list`)).result).toMatchObject({ total: 1, records: [{ order_no: "A1" }] });
    expect((await admin.get(`${own}/exportXls`, { query: { format: "csv" } })).text).toContain("A1");
    expect((await admin.get(`${own}/importTemplate`)).headers["content-type"]).toContain("spreadsheetml");
    expect(await stranger.get(`${own}/exportXls`)).toMatchObject({ status: 403 });
  });
});

describe("rights", () => {
  const calls: readonly [method: "get" | "post" | "put" | "delete", url: string][] = [
    ...["getColumns", "getErpColumns", "getQueryInfo", "getFormItem", "getEnhanceJs", "getData", "exportXls"].map(
      (call): ["get", string] => ["get", `${call}/:form`],
    ),
    ["get", "form/:form/1"],
    ["post", "form/:form"],
    ["put", "form/:form"],
    ["delete", "form/:form/1"],
    ["delete", "form/:form/1,2"],
    ["post", "importXls/:form"],
  ];

  test.each(calls)(
    "%s %s is refused to a stranger, for an unknown form and before synchronisation",
    async (method, url) => {
      const call = (client: TestClient, form: string) => {
        const at = `${base}/${url.replace(":form", form)}`;
        return method === "get" || method === "delete" ? client[method](at) : client[method](at, {});
      };
      expect(await call(stranger, "7")).toMatchObject({ status: 403, result: null });
      expect(await call(stranger, "6")).toMatchObject({ status: 403, result: null });
      expect(await call(admin, "6")).toMatchObject({ success: false, message: "NO_DB_SYNC" });
      expect(await call(admin, "404")).toMatchObject({ success: false, message: "没有在线表单“404”" });
      expect(await call(server.anonymous, "7")).toMatchObject({ status: 401 });
    },
  );

  it("who only reads is told what they may not do, and may not", async () => {
    expect((await reader.get<Row>(`${base}/getColumns/7`)).result.hideColumns).toEqual([
      "add",
      "update",
      "delete",
      "batch_delete",
      "export",
      "import",
    ]);
    expect(await reader.post(`${base}/form/7`, order("A1"))).toMatchObject({ status: 403 });
    expect(await reader.get(`${base}/exportXls/7`)).toMatchObject({ status: 403 });
    expect((await reader.get<Row>(`${base}/getFormItem/7`)).result.form_disable_update).toBe(true);
  });
});
