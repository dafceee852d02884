import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser, grantTo } from "../support/people.ts";
import { readPdf } from "../support/read-pdf.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Calls of contract 07 against a server with one report over its dictionaries. */
let server: TestServer;
let admin: TestClient;
let staff: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["system:dict:list"] });
  staff = await server.as("clerk");
});
afterAll(() => server.close());

const head = {
  code: "dict_items",
  name: "字典明细",
  cgrSql: `SELECT i.id, d.dict_code, i.item_text, i.item_value, i.status, i.sort_order
    FROM sys_dict_item i JOIN sys_dict d ON d.id = i.dict_id
    WHERE d.dict_code = '\${dictCode}' ORDER BY i.sort_order`,
};
const items = [
  { fieldName: "id", fieldTxt: "编号", fieldType: "String", isShow: 0, orderNum: 1 },
  { fieldName: "dict_code", fieldTxt: "字典编码", fieldType: "String", isShow: 1, orderNum: 2 },
  {
    fieldName: "item_text",
    fieldTxt: "名称",
    fieldType: "String",
    fieldWidth: 180,
    isShow: 1,
    isSearch: 1,
    searchMode: "single",
    orderNum: 3,
  },
  {
    fieldName: "item_value",
    fieldTxt: "值",
    fieldType: "String",
    isShow: 1,
    isOrder: 1,
    replaceVal: "男_1,女_2",
    orderNum: 4,
  },
  {
    fieldName: "status",
    fieldTxt: "状态",
    fieldType: "Integer",
    isShow: 1,
    isSearch: 1,
    dictCode: "dict_item_status",
    orderNum: 5,
  },
  {
    fieldName: "sort_order",
    fieldTxt: "排序",
    fieldType: "Integer",
    isShow: 1,
    isOrder: 1,
    isSearch: 1,
    searchMode: "group",
    isTotal: "1",
    groupTitle: "数字",
    fieldHref: "/system/dict?code={dict_code}",
    orderNum: 6,
  },
];
const params = [{ paramName: "dictCode", paramTxt: "字典编码", paramValue: "sex", orderNum: 1 }];

let id: string;
async function stored(): Promise<Row> {
  return (await admin.get<Row>("/online/cgreport/head/queryById", { query: { id } })).result;
}
const publish = async () => {
  const { version } = await stored();
  return admin.put<Row>("/online/cgreport/head/publish", { id, version });
};
const api = (call: string, query: Record<string, string> = {}, client = admin, of = id) =>
  client.get<Row>(`/online/cgreport/api/${call}/${of}`, { query });
const texts = (answer: { result: Row }) =>
  ((answer.result.records ?? []) as Row[]).map(({ item_text: text }) => String(text));

/** What the publishing of a report of one column answers: true, or why not. */
async function published(code: string, cgrSql: string, more: Row = {}): Promise<string | true> {
  const body = { code, name: code, cgrSql, items: [{ ...items[0], ...more }] };
  const { result } = await admin.post<Row>("/online/cgreport/head/add", body);
  const { id, version } = result;
  const answer = await admin.put<Row>("/online/cgreport/head/publish", { id, version });
  await admin.delete("/online/cgreport/head/delete", { query: { id: String(id) } });
  return answer.success || String(answer.message);
}

describe("design-time calls", () => {
  it("RPT-01 a report is added with its columns and parameters; a second of its code is refused", async () => {
    const answer = await admin.post<Row>("/online/cgreport/head/add", { head, items, params });
    expect(answer).toMatchObject({ success: true, message: "添加成功！" });
    id = String(answer.result.id);
    expect(await stored()).toMatchObject({
      ...head,
      status: "0",
      publishedVersion: null,
      menuAddress: `/online/cgreport/${id}?dictCode=\${dictCode}`,
    });
    const again = await admin.post("/online/cgreport/head/add", { head, items, params });
    expect(again.success).toBe(false);
    const check = await admin.get("/sys/duplicate/check", {
      query: { tableName: "onl_cgreport_head", fieldName: "code", fieldVal: "dict_items" },
    });
    expect(check).toMatchObject({ success: false, message: "该值不可用，系统中已存在！" });
  });

  it("RPT-01 columns and parameters are read by the report's id or code, in their order", async () => {
    const byId = await admin.get<Row[]>("/online/cgreport/item/listByHeadId", { query: { headId: id } });
    expect(byId.result.map(({ fieldName }) => fieldName)).toEqual(items.map(({ fieldName }) => fieldName));
    const byCode = await admin.get<Row[]>("/online/cgreport/item/listByHeadCode", {
      query: { headCode: "dict_items" },
    });
    expect(byCode.result).toHaveLength(6);
    const paramRows = await admin.get<Row[]>("/online/cgreport/param/listByHeadId", { query: { headId: id } });
    expect(paramRows.result).toMatchObject([{ cgrheadId: id, paramName: "dictCode", paramValue: "sex" }]);
  });

  it("RPT-01 a text is parsed into columns and parameters, by GET and by POST", async () => {
    const byGet = await admin.get<Row>("/online/cgreport/head/parseSql", { query: { sql: head.cgrSql, dbKey: "" } });
    expect(byGet.result).toMatchObject({
      params: [{ paramName: "dictCode", paramTxt: "dictCode", paramValue: "", orderNum: 1 }],
      dialect: "PostgreSQL",
    });
    const fields = byGet.result.fields as Row[];
    expect(fields.map(({ fieldName, fieldTxt, fieldType }) => [fieldName, fieldTxt, fieldType])).toEqual([
      ["id", "编号", "String"],
      ["dict_code", "字典编码", "String"],
      ["item_text", "名称", "String"],
      ["item_value", "数据值", "String"],
      ["status", "是否启用", "Long"],
      ["sort_order", "排序", "Long"],
    ]);
    expect(fields[4]).toMatchObject({ isShow: 1, orderNum: 5, dictCode: "dict_item_status" });
    const wrong = await admin.post<Row>("/online/cgreport/head/parseSql", { sql: "SELECT a\nFROM nowhere" });
    expect(wrong).toMatchObject({ success: false, result: { line: 2, column: 6 } });
    expect(wrong.message).toContain("nowhere");
  });

  it("RPT-01 a text that is not stored is tried out, with its rows, time and explanation", async () => {
    const preview = await admin.post<Row>("/online/cgreport/head/preview", {
      sql: head.cgrSql,
      params: { dictCode: "sex" },
      pageSize: 1,
    });
    expect(preview.result).toMatchObject({ total: 2, hasMore: true });
    expect(preview.result.records).toHaveLength(1);
    expect((preview.result.explain as string[]).length).toBeGreaterThan(0);
    const catalogue = await admin.get<Row>("/online/cgreport/head/catalogue");
    expect((catalogue.result.tables as Row[]).map(({ name }) => name)).toContain("sys_dict_item");
  });

  it("RPT-01 two designers at once: the second is told and loses nothing", async () => {
    const { version } = await stored();
    const first = await admin.put("/online/cgreport/head/edit", { id, version, content: "甲写的" });
    expect(first.success).toBe(true);
    const second = await admin.put<Row>("/online/cgreport/head/editAll", {
      head: { id, version, content: "乙写的" },
      items: [],
      params: [],
    });
    expect(second).toMatchObject({ status: 409, code: 409, result: { current: { content: "甲写的" } } });
  });

  it("RPT-01 editAll keeps what it does not name, changes what it does, and removes what it says", async () => {
    const rows = (await admin.get<Row[]>("/online/cgreport/item/listByHeadId", { query: { headId: id } })).result;
    const { version } = await stored();
    const extra = { fieldName: "gone", fieldTxt: "多余", fieldType: "String", orderNum: 7 };
    const added = await admin.put("/online/cgreport/head/editAll", {
      head: { id, version },
      items: [{ ...rows[1], fieldTxt: "编码" }, extra],
      params: [],
    });
    expect(added.message).toBe("编辑成功!");
    const after = (await admin.get<Row[]>("/online/cgreport/item/listByHeadId", { query: { headId: id } })).result;
    expect(after.map(({ fieldName }) => fieldName).sort()).toEqual(
      [...items.map((one) => one.fieldName), "gone"].sort(),
    );
    const goneId = String(after.find(({ fieldName }) => fieldName === "gone")?.id);
    const changed = await admin.put("/online/cgreport/head/editAll", {
      head: { id, version: (await stored()).version },
      items: [{ ...rows[1], fieldTxt: "字典编码" }],
      params: [],
      deleteItemIds: `${goneId},`,
      deleteParamIds: "",
    });
    expect(changed.success).toBe(true);
    const left = (await admin.get<Row[]>("/online/cgreport/item/listByHeadId", { query: { headId: id } })).result;
    expect(left).toHaveLength(6);
    expect(
      (await admin.get<Row[]>("/online/cgreport/param/listByHeadId", { query: { headId: id } })).result,
    ).toHaveLength(1);
    for (const nothing of [[], null]) {
      const same = await admin.put("/online/cgreport/head/editAll", {
        head: { id, version: (await stored()).version },
        deleteItemIds: nothing,
        deleteParamIds: nothing,
      });
      expect(same).toMatchObject({ success: true, message: "编辑成功!" });
    }
    const same = (await admin.get<Row[]>("/online/cgreport/item/listByHeadId", { query: { headId: id } })).result;
    expect(same).toHaveLength(6);
  });

  it("RPT-01 what is not published does not run; a version is kept of each publish", async () => {
    expect((await api("getData")).message).toContain("还没有发布");
    expect((await publish()).result).toMatchObject({ status: "1", publishedVersion: 1, publishedBy: "admin" });
    const edited = await admin.put<Row>("/online/cgreport/head/edit", {
      id,
      version: (await stored()).version,
      cgrSql: head.cgrSql.replace("WHERE", "WHERE i.item_text = '女' AND"),
    });
    expect(edited.result).toMatchObject({ status: "0", publishedVersion: 1 });
    expect(texts(await api("getData"))).toEqual(["男", "女"]);
    expect(texts(await api("getData", { draft: "1" }))).toEqual(["女"]);
    expect((await publish()).result.publishedVersion).toBe(2);
    expect(texts(await api("getData"))).toEqual(["女"]);
    const versions = (await admin.get<Row[]>("/online/cgreport/head/versions", { query: { id } })).result;
    expect(versions).toMatchObject([{ version: 2, username: "admin" }, { version: 1 }]);
    const kept = await admin.get<Row>("/online/cgreport/head/version", { query: { id: String(versions[1]?.id) } });
    expect(kept.result).toMatchObject({ head: { cgrSql: head.cgrSql }, params: [{ paramName: "dictCode" }] });
    await admin.put("/online/cgreport/head/edit", { id, version: (await stored()).version, cgrSql: head.cgrSql });
    await publish();
  });

  it("RPT-01 what nobody could run is not published: the text or the column is named", async () => {
    expect(await published("no_query", "drop table sys_dict")).toContain("只能是一条 SELECT 语句");
    expect(await published("no_table", "select id from no_such_table")).toContain("no_such_table");
    expect(await published("no_column", "select dict_code from sys_dict")).toContain("列“id”在查询结果中已不存在");
    expect(await published("no_number", "select id from sys_dict", { isTotal: "1", isShow: 1 })).toBe(
      "列“id”不是数字，不能合计",
    );
    expect(await published("sound", "select id from sys_dict")).toBe(true);
  });

  it.each([
    [{ dictCode: "no_dict" }, "列“编号”的字典“no_dict”不存在"],
    [{ dictCode: "select x value from no_table" }, /^列“编号”的字典不能查询：.*no_table/],
    [{ replaceVal: "男_1,女" }, "列“编号”的取值表达式“女”须写成 文本_值，多个用逗号隔开"],
    [{ fieldHref: "/no/such/page?id=${id}" }, "列“编号”的链接“/no/such/page”没有对应的页面"],
    [
      { fieldHref: "/system/dict?id=${no_column}" },
      "列“编号”的链接须为 http(s) 或以 / 开头的地址，其中的字段须是报表的列，不能带脚本和令牌",
    ],
    [{ fieldHref: "javascript:alert(1)" }, /的链接须为 http/],
    [{ dictCode: "SELECT id value, dict_name text FROM sys_dict", fieldHref: "/system/dict?id=${id}" }, true],
    [{ replaceVal: "一_x_1,二_2", dictCode: "no_dict", fieldHref: "https://example.com/{id}" }, true],
    [{ fieldHref: "/online/cgreportTest/${id}" }, true],
  ])("RPT-01 a column %o that its readers would see as bare values or no link is not published", async (more, why) => {
    const answer = await published("no_words", "select id from sys_dict", more);
    if (why instanceof RegExp) expect(answer).toMatch(why);
    else expect(answer).toBe(why);
  });

  it("RPT-01 versions differ in words, and one is made the draft again without touching what runs", async () => {
    const compare = async () =>
      (await admin.get<Row>("/online/cgreport/head/compareVersions", { query: { id } })).result as {
        fields: Row[];
        versions: { id: string; version: number; values: Row }[];
        currentVersion: number;
      };
    const before = await compare();
    expect(before.versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    const [, second] = before.versions;
    expect(second?.values.cgrSql).toContain("i.item_text = '女'");
    expect(before.versions[0]?.values["item.sort_order"]).toBe(
      "排序，Integer，显示，按范围查询，排序，合计，链接 /system/dict?code={dict_code}，分组 数字",
    );
    expect(before.versions[0]?.values["param.dictCode"]).toBe("字典编码，默认值 sex");
    const restore = (version: number) =>
      admin.post("/online/cgreport/head/restoreVersion", { headId: id, id: second?.id, version });
    expect((await restore(2)).message).toContain("请重新比较");
    expect(await restore(3)).toMatchObject({ success: true, message: "已恢复为第 2 版，发布后生效" });
    expect(await stored()).toMatchObject({ status: "0", publishedVersion: 3, cgrSql: second?.values.cgrSql });
    expect(texts(await api("getData"))).toEqual(["男", "女"]);
    expect(texts(await api("getData", { draft: "1" }))).toEqual(["女"]);
    const after = await compare();
    expect(after.versions.map(({ id: one }) => one)[0]).toBe("draft");
    const [, published] = after.versions;
    const back = await admin.post("/online/cgreport/head/restoreVersion", {
      headId: id,
      id: published?.id,
      version: 4,
    });
    expect(back.success).toBe(true);
    expect(texts(await api("getData", { draft: "1" }))).toEqual(["男", "女"]);
    await publish();
  });

  it("RPT-01 a definition goes out as a file and comes back as an unpublished report of its own", async () => {
    const file = await admin.get("/online/cgreport/head/exportDefinition", { query: { id } });
    const definition = JSON.parse(file.text) as Row;
    expect(definition).toMatchObject({ head: { code: "dict_items" }, params: [{ paramName: "dictCode" }] });
    const back = await admin.post<Row>("/online/cgreport/head/importDefinition", { definition });
    expect(back.result).toMatchObject({ code: "dict_items_copy", status: "0" });
    const copy = await admin.post<Row>("/online/cgreport/head/copy", { id });
    expect(copy.result).toMatchObject({ code: "dict_items_copy2" });
    const rows = await admin.get<Row[]>("/online/cgreport/item/listByHeadId", {
      query: { headId: String(copy.result.id) },
    });
    expect(rows.result).toHaveLength(6);
    for (const { result } of [back, copy]) {
      expect((await admin.delete("/online/cgreport/head/delete", { query: { id: String(result.id) } })).success).toBe(
        true,
      );
    }
  });

  it("RPT-01 columns and parameters have calls of their own, which make the report a draft", async () => {
    const added = await admin.post<Row>("/online/cgreport/param/add", {
      cgrheadId: id,
      paramName: "other",
      orderNum: 2,
    });
    expect(added.success).toBe(true);
    expect(await stored()).toMatchObject({ status: "0" });
    const removed = await admin.delete("/online/cgreport/param/delete", { query: { id: String(added.result.id) } });
    expect(removed.success).toBe(true);
    await publish();
  });
});

describe("run-time calls", () => {
  it("RPT-02 columns, links and dictionaries come in the recorded shape", async () => {
    const { result } = await api("getColumns");
    expect(result).toMatchObject({ cgreportHeadName: "字典明细", cgreportHeadId: id });
    expect(result.columns).toEqual([
      { title: "字典编码", dataIndex: "dict_code", align: "center", fieldType: "String" },
      { title: "名称", dataIndex: "item_text", align: "center", width: 180, fieldType: "String" },
      {
        title: "值",
        dataIndex: "item_value",
        align: "center",
        sorter: true,
        customRender: "item_value",
        fieldType: "String",
      },
      { title: "状态", dataIndex: "status", align: "center", customRender: "dict_item_status", fieldType: "Integer" },
      {
        title: "排序",
        dataIndex: "sort_order",
        align: "center",
        sorter: true,
        scopedSlots: { customRender: "fieldHref_sort_order" },
        href: "/system/dict?code={dict_code}",
        fieldType: "Integer",
        isTotal: "1",
        groupTitle: "数字",
      },
    ]);
    expect(result.fieldHrefSlots).toEqual([
      { slotName: "fieldHref_sort_order", href: "/system/dict?code={dict_code}" },
    ]);
    expect(result.dictOptions).toMatchObject({
      item_value: [
        { value: "1", text: "男" },
        { value: "2", text: "女" },
      ],
      dict_item_status: expect.arrayContaining([expect.objectContaining({ value: "1" })]),
    });
  });

  it("RPT-02 the popup finds the report by its code, and the query inputs with mode, folding and dictionary", async () => {
    const byCode = await api("getRpColumns", {}, admin, "dict_items");
    expect(byCode.result).toMatchObject({ cgRpConfigId: id, cgRpConfigName: "字典明细" });
    expect(Object.keys(byCode.result)).toEqual(expect.arrayContaining(["columns", "dictOptions"]));
    const inputs = (await api("getQueryInfo")).result as unknown as Row[];
    expect(inputs.map(({ field, label, view, mode, hidden }) => [field, label, view, mode, hidden])).toEqual([
      ["item_text", "名称", "String", "single", "0"],
      ["status", "状态", "Integer", "single", "0"],
      ["sort_order", "排序", "Integer", "group", "0"],
    ]);
    expect(inputs[1]).toMatchObject({ dictCode: "dict_item_status" });
    expect((await api("getParamsInfo")).result).toMatchObject([
      { paramName: "dictCode", paramTxt: "字典编码", paramValue: "sex" },
    ]);
  });

  it("RPT-02 rows come with parameters, query fields, order, page and sums over all pages", async () => {
    const all = await api("getColumnsAndData", { pageNo: "1", pageSize: "1", column: "sort_order", order: "desc" });
    expect(all.result).toMatchObject({
      data: { total: 2, totals: { sort_order: 3 }, records: [{ item_text: "女", sort_order: 2, status: 1 }] },
      cgreportHeadName: "字典明细",
    });
    expect(texts(await api("getData", { self_dictCode: "yn" }))).toEqual(["是", "否"]);
    expect(texts(await api("getData", { self_dictCode: "" }))).toEqual(["男", "女"]);
    expect(texts(await api("getData", { item_text: "女" }))).toEqual(["女"]);
    expect(texts(await api("getData", { item_text: "!女" }))).toEqual(["男"]);
    expect(texts(await api("getData", { sort_order_begin: "2", sort_order_end: "5" }))).toEqual(["女"]);
    expect(texts(await api("getData", { status: "0" }))).toEqual([]);
    expect(texts(await api("getData", { anything: "passed through" }))).toEqual(["男", "女"]);
    expect(texts(await api("getData", { self_dictCode: "x' OR '1'='1" }))).toEqual([]);
  });

  it("RPT-02 wrong values, columns and pages are named", async () => {
    expect((await api("getData", { sort_order_begin: "abc" })).message).toContain("排序");
    expect((await api("getData", { column: "password", order: "asc" })).message).toBe("报表没有可以排序的列“password”");
    expect((await api("getData", { pageNo: "0" })).message).toContain("pageNo");
    expect((await api("getData", {}, admin, "nothing_here")).message).toBe("没有报表“nothing_here”");
  });

  it("RPT-02 an export has titles, groups, dictionary texts and sums", async () => {
    const csv = await admin.get(`/online/cgreport/api/exportXls/${id}`, {
      query: { format: "csv", self_dictCode: "sex" },
    });
    const [titles, first, second, sums] = csv.text
      .replace(/^\uFEFF/, "")
      .trim()
      .split(/\r?\n/);
    expect(titles).toBe("字典编码,名称,值,状态,数字：排序");
    expect(first).toMatch(/^sex,男,男,.+,1$/);
    expect(second).toMatch(/^sex,女,女,.+,2$/);
    expect(sums).toBe("合计,,,,3");
    const pdf = await admin.get(`/online/cgreport/api/exportXls/${id}`, {
      query: { format: "pdf", self_dictCode: "sex" },
    });
    const [page] = await readPdf(pdf.bytes);
    expect(page?.lines[0]).toBe("字典明细");
    expect(page?.lines).toEqual(expect.arrayContaining(["条件:字典编码 sex", "数字"]));
    expect(page?.lines.filter((line) => /^(sex|合计)/.test(line))).toEqual([
      expect.stringMatching(/^sex 男 男 .+ 1$/),
      expect.stringMatching(/^sex 女 女 .+ 2$/),
      "合计 3",
    ]);
    const xls = await admin.get(`/online/cgreport/api/exportXls/${id}`);
    expect(xls.headers["content-type"]).toContain("ms-excel");
    await expect
      .poll(async () => (await admin.get("/sys/log/list", { query: { logContent: "*导出报表字典明细*" } })).text)
      .toContain("导出报表字典明细");
  });
});

describe("rights", () => {
  it("RPT-04 a report is a menu entry with a right of its own; without it nobody runs it", async () => {
    expect((await api("getData", {}, staff)).status).toBe(403);
    const menu = await admin.post<Row>("/online/cgreport/head/addMenu", { id });
    expect(menu.result).toMatchObject({
      url: `/online/cgreport/${id}`,
      perms: `online:cgreport:${id}:list`,
      parentId: "report",
    });
    expect((await admin.post("/online/cgreport/head/addMenu", { id })).success).toBe(false);
    await grantTo(server, "clerk", [`online:cgreport:${id}:list`]);
    server.context.authentication.clear(); // the tables were written past it
    const again = staff;
    expect(texts(await api("getData", {}, again))).toEqual(["男", "女"]);
    expect((await api("exportXls", {}, again)).status).toBe(403);
    expect((await api("getData", { draft: "1" }, again)).status).toBe(403);
    for (const call of ["head/list", "head/queryById", "head/catalogue", "item/listByHeadId"]) {
      expect((await again.get(`/online/cgreport/${call}`, { query: { id, headId: id } })).status, call).toBe(403);
    }
  });

  it("RPT-04 a report enters the menu with a name, a place and the roles that may open it in one call", async () => {
    const added = await admin.post<Row>("/online/cgreport/head/copy", { id });
    const { id: copyId } = added.result;
    const { version } = (await admin.get<Row>("/online/cgreport/head/queryById", { query: { id: String(copyId) } }))
      .result;
    await admin.put("/online/cgreport/head/publish", { id: copyId, version });
    await addUser(server, { username: "viewer", permissions: ["system:dict:list"] });
    const roleIds = await roleOf("role_viewer");
    const body = { id: copyId, name: "字典报表", parentId: "system", roleIds };
    const menu = await admin.post<Row>("/online/cgreport/head/addMenu", body);
    expect(menu).toMatchObject({
      message: "已加入菜单，并授权给 1 个角色",
      result: { name: "字典报表", parentId: "system" },
    });
    const viewer = await server.as("viewer");
    expect(texts(await api("getData", {}, viewer, String(copyId)))).toEqual(["男", "女"]);
    expect((await api("exportXls", {}, viewer, String(copyId))).status).toBe(403);
  });

  const menuRow = async (perms: string) =>
    (
      await server.db.kysely
        .selectFrom("sys_permission")
        .select("id")
        .where("perms", "=", perms)
        .executeTakeFirstOrThrow()
    ).id as string;
  const roleOf = async (code: string) =>
    (await server.db.kysely.selectFrom("sys_role").select("id").where("role_code", "=", code).executeTakeFirstOrThrow())
      .id as string;

  it("RPT-04 a column with a right of its own is nowhere in an answer of who lacks it", async () => {
    const parentId = await menuRow(`online:cgreport:${id}:list`);
    const code = `online:cgreport:${id}:column:sort_order`;
    const added = await admin.post("/sys/permission/add", {
      parentId,
      name: "排序列",
      menuType: 2,
      perms: code,
      sortNo: 2,
    });
    expect(added.success).toBe(true);
    const columnsOf = async (client: TestClient) =>
      ((await api("getColumns", {}, client)).result.columns as Row[]).map(({ dataIndex }) => dataIndex);
    expect(await columnsOf(admin)).toContain("sort_order");
    expect(await columnsOf(staff)).toEqual(["dict_code", "item_text", "item_value", "status"]);
    const rows = (await api("getColumnsAndData", {}, staff)).result.data as Row;
    expect(Object.keys((rows.records as Row[])[0] ?? {})).not.toContain("sort_order");
    expect(rows.totals).toEqual({});
    const asked = await api("getData", { sort_order_begin: "2" }, staff);
    expect(texts(asked)).toEqual(["男", "女"]);
    expect((await api("getData", { column: "sort_order", order: "desc" }, staff)).success).toBe(false);
    expect(((await api("getQueryInfo", {}, staff)).result as unknown as Row[]).map(({ field }) => field)).toEqual([
      "item_text",
      "status",
    ]);
    await addUser(server, { username: "teller", permissions: [`online:cgreport:${id}:list`, code] });
    expect(await columnsOf(await server.as("teller"))).toContain("sort_order");
  });

  it("RPT-04 a data rule of the report's menu row narrows its rows", async () => {
    const permissionId = await menuRow(`online:cgreport:${id}:list`);
    const rule = { ruleName: "只看女", ruleColumn: "item_text", ruleConditions: "=", ruleValue: "女", status: "1" };
    const added = await admin.post<Row>("/sys/permission/addPermissionRule", { ...rule, permissionId });
    expect(added).toMatchObject({ success: true });
    await server.db.kysely
      .updateTable("sys_role_permission")
      .set({ data_rule_ids: String(added.result.id) })
      .where("role_id", "=", await roleOf("role_clerk_more"))
      .where("permission_id", "=", permissionId)
      .execute();
    server.context.authentication.clear();
    const seen = await api("getData", {}, staff);
    expect(texts(seen)).toEqual(["女"]);
    expect(seen.result.total).toBe(1);
    expect(texts(await api("getData"))).toEqual(["男", "女"]);
  });

  it("RPT-02 a report says how often its page reads anew", async () => {
    const { version } = await stored();
    await admin.put("/online/cgreport/head/edit", { id, version, refreshSeconds: 30 });
    expect((await api("getColumns", { draft: "1" })).result.refreshSeconds).toBe(30);
    expect((await api("getColumns")).result.refreshSeconds).toBe(null);
  });

  it("RPT-04 a report is a dictionary, for who may run it and with the rows that they see", async () => {
    const items = async (code: string, client: TestClient) =>
      client.get<Row[]>(`/sys/dict/getDictItems/${encodeURIComponent(code)}`);
    const asked = await items("report:dict_items,item_value,item_text", staff);
    expect(asked.result).toEqual([{ value: "2", text: "女", title: "女" }]);
    expect((await items("report:dict_items,item_value,item_text", admin)).result).toHaveLength(2);
    expect((await items("report:dict_items,,", admin)).result[0]).toMatchObject({ text: "sex" });
    const gone = await items("report:dict_items,gone,", admin);
    expect(gone).toMatchObject({ success: false, message: expect.stringContaining("没有列“gone”，不能作字典") });
    await addUser(server, { username: "nobody", permissions: ["system:dict:list"] });
    expect((await items("report:dict_items,item_value,item_text", await server.as("nobody"))).status).toBe(403);
  });

  it("RPT-04 a report that runs as itself shows rows its reader may not list, and only who may writes one", async () => {
    const text = "SELECT username FROM sys_user WHERE username = 'admin'";
    const items = [{ fieldName: "username", fieldTxt: "账号", fieldType: "String", orderNum: 1 }];
    const made = async (code: string, runAs: string) => {
      const { result } = await admin.post<Row>("/online/cgreport/head/add", {
        head: { code, name: code, runAs, cgrSql: text },
        items,
      });
      const { id: headId, version } = result;
      await admin.put("/online/cgreport/head/publish", { id: headId, version });
      await admin.post("/online/cgreport/head/addMenu", { id: headId });
      return String(headId);
    };
    const [own, asCaller] = [await made("as_report", "report"), await made("as_caller", "caller")];
    await addUser(server, {
      username: "reader",
      departs: ["A01"],
      permissions: [
        ...[own, asCaller].map((one) => `online:cgreport:${one}:list`),
        "online:cgreport:add",
        "online:cgreport:edit",
      ],
    });
    const reader = await server.as("reader");
    expect((await api("getData", {}, reader, own)).result).toMatchObject({
      total: 1,
      records: [{ username: "admin" }],
    });
    const refused = await api("getData", {}, reader, asCaller);
    expect(refused.success).toBe(false);
    expect(refused.message).toContain("没有查看“用户”的权限");
    const head = { code: "mine", name: "我的", runAs: "report", cgrSql: text };
    const mine = await reader.post<Row>("/online/cgreport/head/add", { head, items });
    expect(mine).toMatchObject({
      success: false,
      message: expect.stringContaining("没有让报表使用自己数据范围的权限"),
    });
    expect((await api("getData", { draft: "1" }, reader, own)).status).toBe(403);
    const preview = { sql: text, runAs: "report" };
    expect((await reader.post("/online/cgreport/head/preview", preview)).status).toBe(403);
  });
});
