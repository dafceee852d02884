import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { forOneEngine } from "../support/database.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const base = "/online/cgform";
const name: Row = { dbFieldName: "name", dbFieldTxt: "名称", dbType: "string", dbLength: 32, isShowList: 1 };
const amount: Row = { dbFieldName: "amount", dbFieldTxt: "金额", dbType: "BigDecimal", dbPointLength: 2 };
const formBody = (tableName: string, fields: readonly Row[] = [name, amount], head: Row = {}, indexs: Row[] = []) => ({
  head: { tableName, tableTxt: "订单", tableType: 1, ...head },
  fields,
  indexs,
});

interface Plan {
  readonly records: readonly Row[];
  readonly keptColumns: readonly string[];
  readonly isRefused: boolean;
  readonly rowCount: number | null;
}

/** Calls of contract 06 §6.5 on both databases. */
forOneEngine("design of online forms", (open) => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer({ open });
    admin = await server.as("admin");
  });
  afterAll(() => server.close());

  const add = async (...parts: Parameters<typeof formBody>) => {
    const answer = await admin.post<string>(`${base}/api/addAll`, formBody(...parts));
    expect(answer).toMatchObject({ success: true });
    return answer.result;
  };
  const headOf = async (id: string) => (await admin.get<Row>(`${base}/head/queryById`, { query: { id } })).result;
  const fieldsOf = async (headId: string) =>
    (await admin.get<Row[]>(`${base}/field/listByHeadId`, { query: { headId } })).result;
  const fieldOf = async (headId: string, dbFieldName: string) =>
    (await fieldsOf(headId)).find((field) => field.dbFieldName === dbFieldName) ?? {};
  const edit = async (id: string, more: Row) => {
    const { version } = await headOf(id);
    return admin.put<string>(`${base}/api/editAll`, { head: { id, version }, ...more });
  };
  const change = async (id: string, column: string, more: Row) =>
    edit(id, { fields: [{ id: (await fieldOf(id, column)).id, ...more }] });
  const synch = (id: string, mode = "normal", client = admin) =>
    client.post<Row>(`${base}/api/doDbSynch/${id}/${mode}`);
  const plan = async (id: string) => (await admin.get<Plan>(`${base}/head/synchPlan`, { query: { id } })).result;
  const rowsOf = (id: string) => `${base}/form/${id}`;
  const made = async (...parts: Parameters<typeof formBody>) => {
    const id = await add(...parts);
    expect(await synch(id)).toMatchObject({ success: true, message: "同步数据库成功！" });
    return id;
  };

  it("ONF-01 answers the heads of several tables by their names, and leaves out unknown ones", async () => {
    for (const tableName of ["ext_asked_a", "ext_asked_b"]) await add(tableName);
    const query = { tableNames: "ext_asked_b, ext_asked_a,ext_asked_c" };
    const answer = await admin.get<Row[]>(`${base}/head/queryByTableNames`, { query });
    expect(answer.result.map(({ tableName }) => tableName)).toEqual(["ext_asked_b", "ext_asked_a"]);
  });

  it("a new form has the rows that every form has, and its table when it is synchronised", async () => {
    const id = await add("Ext_Order ", [{ ...name, dbFieldName: " Name" }, amount]);
    expect((await fieldsOf(id)).map((field) => field.dbFieldName)).toEqual([
      ...["id", "create_by", "create_time", "update_by", "update_time", "sys_org_code", "name", "amount"],
    ]);
    expect(await headOf(id)).toMatchObject({ tableName: "ext_order", isDbSynch: "N", tableVersion: 1, hascopy: 0 });
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ status: 404 });
    const planned = await plan(id);
    expect(planned).toMatchObject({ isRefused: false, rowCount: null });
    expect(planned.records.map(({ kind }) => kind)).toContain("createTable");

    expect(await synch(id)).toMatchObject({ success: true });
    expect(await headOf(id)).toMatchObject({ isDbSynch: "Y", tableVersion: 1 });
    expect((await plan(id)).records).toEqual([]);
    // In force at once, with the whole family of a model.
    const added = await admin.post<Row>(`${rowsOf(id)}/add`, { name: "甲", amount: 1.5 });
    expect(added).toMatchObject({ success: true, result: { name: "甲", amount: 1.5, version: 1 } });
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { total: 1 } });
    expect(await server.anonymous.get(`${rowsOf(id)}/list`)).toMatchObject({ status: 401 });
    expect(await server.context.onlineForms.find("ext_order")).toMatchObject({ head: { id, isDbSynch: "Y" } });
  });

  it("ONF-01 the console's designer saves a whole form, then only the rows that it changed", async () => {
    const { fields, indexs, head } = formBody("ext_console");
    const answer = await admin.post<Row>(`${base}/head/add`, { ...head, fields, indexs, buttons: [] });
    expect(answer).toMatchObject({ success: true, result: { tableName: "ext_console", isDbSynch: "N" } });
    const id = String(answer.result.id);
    // What was typed comes first: a fault names the place in the designer's table.
    expect((await fieldsOf(id)).map((field) => field.dbFieldName).slice(0, 3)).toEqual(["name", "amount", "id"]);
    const bad = await admin.post<{ fieldErrors: Row }>(`${base}/head/add`, {
      ...head,
      ...{ tableName: "ext_console_bad", fields: [name, { ...amount, dbFieldName: "select" }] },
    });
    expect(Object.keys(bad.result.fieldErrors)).toEqual(["fields[1].dbFieldName"]);

    await synch(id);
    await admin.post(`${rowsOf(id)}/add`, { name: "苹果" });
    const [stored, other] = [await fieldOf(id, "name"), await fieldOf(id, "amount")];
    const rows = [
      { id: stored.id, dbFieldName: " Label" },
      { ...name, id: "new-9", dbFieldName: "note" },
    ];
    const edit = async (more: Row) =>
      admin.put(`${base}/head/edit`, { id, version: (await headOf(id)).version, ...more });
    const order = ["new-9", other.id, stored.id];
    const lists = {
      fields: { rows, deleteIds: [], order },
      indexs: { rows: [{ indexName: "u", indexField: "note" }] },
    };
    expect(await edit({ tableTxt: "改名", ...lists })).toMatchObject({ success: true, result: { tableTxt: "改名" } });
    expect((await fieldsOf(id)).map((field) => field.dbFieldName).slice(0, 3)).toEqual(["note", "amount", "label"]);
    expect((await plan(id)).records.map(({ kind }) => kind)).toEqual(["addColumn", "renameColumn", "createIndex"]);
    await synch(id);
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { records: [{ label: "苹果" }] } });

    // A tree has more columns than those that were typed.
    await edit({ isTree: "Y", treeFieldname: "label" });
    expect(await headOf(id)).toMatchObject({ treeIdField: "has_child", treeParentIdField: "pid" });
    expect((await fieldsOf(id)).map((field) => field.dbFieldName)).toEqual(
      expect.arrayContaining(["pid", "has_child"]),
    );
    // Whole lists of recorded clients are not what changed.
    expect(await edit({ fields: [], indexs: [] })).toMatchObject({ success: true });
    expect(await fieldOf(id, "label")).toMatchObject({ dbFieldNameOld: null });
  });

  it("a page setting is in force at once, another structure after its synchronisation", async () => {
    const id = await made("ext_change");
    expect(await change(id, "name", { fieldMustInput: "1" })).toMatchObject({ success: true });
    expect(await headOf(id)).toMatchObject({ isDbSynch: "Y", tableVersion: 1 });
    expect(await admin.post(`${rowsOf(id)}/add`, { amount: 1 })).toMatchObject({ success: false });

    expect(await change(id, "name", { dbLength: 64 })).toMatchObject({ success: true });
    expect(await headOf(id)).toMatchObject({ isDbSynch: "N", tableVersion: 2 });
    const { records } = await plan(id);
    expect(records).toMatchObject([{ kind: "changeType", subject: "name", rows: 0 }]);
    expect(await synch(id)).toMatchObject({ success: true });
    expect(await admin.post(`${rowsOf(id)}/add`, { name: "长".repeat(64) })).toMatchObject({ success: true });
  });

  it("an edit that deletes nothing says so with an empty list, an empty text or null", async () => {
    const id = await made("ext_none");
    for (const nothing of [[], "", null]) {
      expect(await edit(id, { deleteFieldIds: nothing, deleteIndexIds: nothing })).toMatchObject({ success: true });
    }
    expect(await fieldOf(id, "amount")).toMatchObject({ dbFieldTxt: "金额" });
  });

  it("a renamed column keeps its data, a column that is left out stays in the table", async () => {
    const id = await made("ext_rename");
    await admin.post(`${rowsOf(id)}/add`, { name: "苹果", amount: 2 });
    expect(await change(id, "name", { dbFieldName: "label" })).toMatchObject({ success: true, message: "保存成功!" });
    expect(await fieldOf(id, "label")).toMatchObject({ dbFieldNameOld: "name" });
    expect(await edit(id, { deleteFieldIds: [(await fieldOf(id, "amount")).id] })).toMatchObject({ success: true });
    expect(await plan(id)).toMatchObject({ keptColumns: ["amount"], records: [{ kind: "renameColumn" }] });
    expect(await synch(id)).toMatchObject({ success: true });
    const { result } = await admin.get<{ records: Row[] }>(`${rowsOf(id)}/list`);
    expect(result.records).toMatchObject([{ label: "苹果" }]);
    const { rows } = await sql<Row>`select amount from ext_rename`.execute(server.db.kysely);
    expect(rows).toEqual([{ amount: "2.00" }]);
    expect(await fieldOf(id, "label")).toMatchObject({ dbFieldNameOld: null });
  });

  it("a new field's default is the value of the rows that are there, and the plan says how many", async () => {
    const id = await made("ext_default");
    for (const fruit of ["苹果", "梨"]) await admin.post(`${rowsOf(id)}/add`, { name: fruit });
    const kind = { dbFieldName: "kind", dbFieldTxt: "类", dbType: "string", dbLength: 8, isShowList: 1 };
    const fields = [
      { ...kind, fieldDefaultValue: "水果" },
      { ...kind, dbFieldName: "maker", fieldDefaultValue: "#{sysUserCode}" },
    ];
    expect(await edit(id, { fields })).toMatchObject({ success: true });
    expect((await plan(id)).records).toMatchObject([
      { kind: "addColumn", subject: "kind", rows: 2 },
      { kind: "addColumn", subject: "maker", rows: 0 },
    ]);
    expect(await synch(id)).toMatchObject({ success: true });
    const { result } = await admin.get<{ records: Row[] }>(`${rowsOf(id)}/list`);
    expect(result.records.map(({ kind: value, maker }) => [value, maker])).toEqual([
      ["水果", null],
      ["水果", null],
    ]);
  });

  it("what would lose data is planned as refused, with the rows, and changes nothing", async () => {
    const id = await made("ext_narrow");
    const long = await admin.post<Row>(`${rowsOf(id)}/add`, { name: "苹果苹果苹果" });
    await admin.post(`${rowsOf(id)}/add`, { name: "梨" });
    await change(id, "name", { dbLength: 3 });
    const planned = await plan(id);
    expect(planned.isRefused).toBe(true);
    expect(planned.records).toMatchObject([
      {
        ...{ kind: "changeType", rows: 2, misfits: 1, misfitIds: long.result.id },
        reason: expect.stringContaining("放不下"),
      },
    ]);
    expect(await synch(id)).toMatchObject({ success: false, message: expect.stringContaining("未做任何修改") });
    expect(await headOf(id)).toMatchObject({ isDbSynch: "N" });
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { total: 2 } });
    // Another type of the same column.
    await change(id, "name", { dbType: "int", dbLength: 10 });
    expect(await synch(id)).toMatchObject({ success: false, message: expect.stringContaining("类型改变") });
    // Two equal values and a unique index.
    await change(id, "name", { dbType: "string", dbLength: 32 });
    await synch(id);
    await admin.post(`${rowsOf(id)}/add`, { name: "梨" });
    await edit(id, { indexs: [{ indexName: "u", indexField: "name", indexType: "unique" }] });
    expect((await plan(id)).records).toMatchObject([{ kind: "createIndex", misfits: 2 }]);
    expect(await synch(id)).toMatchObject({ success: false, message: expect.stringContaining("重复") });
  });

  it("a synchronisation whose last statement fails leaves the table as it was", async () => {
    const id = await made("ext_atomic");
    for (const _ of [1, 2]) await admin.post(`${rowsOf(id)}/add`, { name: "梨" });
    const indexs = [{ indexName: "u", indexField: "name", indexType: "unique" }];
    await edit(id, { fields: [{ ...name, dbFieldName: "more" }], indexs });
    expect((await plan(id)).records).toMatchObject([{ kind: "addColumn" }, { kind: "createIndex" }]);
    expect(await synch(id)).toMatchObject({ success: false });
    const { rows } = await sql`select 1 from pg_attribute
      where attrelid = 'ext_atomic'::regclass and attname = 'more'`.execute(server.db.kysely);
    expect(rows).toEqual([]);
  });

  it("rows that are written while a table changes are all there", async () => {
    const id = await made("ext_busy");
    await change(id, "name", { dbLength: 64 });
    const writes = Array.from({ length: 12 }, (_, at) => admin.post(`${rowsOf(id)}/add`, { name: String(at) }));
    const [changed, ...added] = await Promise.all([synch(id), ...writes]);
    expect(changed).toMatchObject({ success: true });
    expect(added.map(({ success }) => success)).toEqual(added.map(() => true));
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { total: added.length } });
  });

  it("ONF-02 a forced synchronisation makes the table anew and keeps the former one, which a person brings back", async () => {
    const id = await made("ext_force", [name, amount], {}, [
      { indexName: "u", indexField: "name", indexType: "unique" },
    ]);
    await admin.post(`${rowsOf(id)}/add`, { name: "苹果", amount: 2 });
    await change(id, "name", { dbType: "int", dbLength: 10 });
    const forced = await synch(id, "force");
    const aside = expect.stringMatching(/^ext_force_\d{14}(_\d)?$/);
    expect(forced).toMatchObject({ success: true, result: { backup: aside } });
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { total: 0 } });
    expect(await admin.post(`${rowsOf(id)}/add`, { name: 7 })).toMatchObject({ success: true, result: { name: 7 } });
    expect(await synch(id, "both")).toMatchObject({ success: false });

    const records = async () => {
      const query = { cgformHeadId: id, column: "id", order: "desc" };
      return (await admin.get<{ records: Row[] }>(`${base}/version/list`, { query })).result.records;
    };
    const [record] = await records();
    expect(record).toMatchObject({ mode: "force", backup: forced.result.backup });
    const bringBack = (versionId: unknown) => admin.post<Row>(`${base}/head/bringBack`, { id: versionId });
    const back = await bringBack(record?.id);
    expect(back).toMatchObject({ success: true, message: "数据已恢复", result: { backup: aside } });
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { records: [{ name: "苹果", amount: 2 }] } });
    // As it was then, with its unique index; the later definition waits.
    expect(await admin.post(`${rowsOf(id)}/add`, { name: "苹果" })).toMatchObject({ success: false });
    expect(await admin.post(`${rowsOf(id)}/add`, { name: "梨" })).toMatchObject({ success: true });
    expect(await headOf(id)).toMatchObject({ isDbSynch: "N" });
    expect(await bringBack(record?.id)).toMatchObject({ success: false, message: expect.stringContaining("没有保留") });
    // What was in the table then was kept in its turn.
    const [restored] = await records();
    expect(restored).toMatchObject({ mode: "restore", backup: back.result.backup });
    const { rows } = await sql<Row>`select name from ${sql.table(String(back.result.backup))}`.execute(
      server.db.kysely,
    );
    expect(rows).toEqual([{ name: "7" }]);
  });

  it("a value under a name that the form has no more is refused, not dropped", async () => {
    const id = await made("ext_former");
    const own = `${base}/api/form/${id}`;
    expect(await admin.post(own, { name: "苹果" })).toMatchObject({ success: true });
    await change(id, "name", { dbFieldName: "label" });
    await synch(id);
    const refused = { success: false, message: "字段“name”已改名或移除，没有保存；请刷新页面后再填写" };
    expect(await admin.post(own, { name: "梨" })).toMatchObject(refused);
    expect(await admin.post(`${rowsOf(id)}/add`, { name: "梨" })).toMatchObject(refused);
    expect(await admin.post(own, { label: "梨", name: "", unknown: "值" })).toMatchObject({ success: true });
  });

  it("a main table names its sub-tables and saves them with it", async () => {
    const main = await made("ext_main", [name], { tableType: 2 });
    const key = { dbFieldName: "main_id", dbFieldTxt: "主表", dbType: "string", dbLength: 36 };
    const sub = [{ ...key, mainTable: "ext_main", mainField: "id" }, name];
    const id = await made("ext_sub", sub, { tableType: 3, relationType: 0 });
    expect(await headOf(main)).toMatchObject({ subTableStr: "ext_sub" });
    expect(await server.context.onlineForms.find("ext_main")).toMatchObject({ subs: [{ head: { id } }] });
    const row = await admin.post<Row>(`${rowsOf(main)}/add`, { name: "单", ext_sub: [{ name: "一" }, { name: "二" }] });
    expect(row).toMatchObject({ success: true });
    const query = { id: String(row.result.id) };
    expect(await admin.get(`${rowsOf(id)}/listByMainId`, { query })).toMatchObject({
      result: [{ name: "一", main_id: row.result.id }, { name: "二" }],
    });
    expect(await admin.delete(`${rowsOf(main)}/delete`, { query })).toMatchObject({ success: true });
    expect(await admin.get(`${rowsOf(id)}/list`)).toMatchObject({ result: { total: 0 } });
  });

  it("a tree has its columns", async () => {
    const head = { isTree: "Y", treeFieldname: "name" };
    const id = await made("ext_tree", [name], head);
    const top = await admin.post<Row>(`${rowsOf(id)}/add`, { name: "上" });
    const child = await admin.post<Row>(`${rowsOf(id)}/add`, { name: "下", pid: top.result.id });
    expect(child).toMatchObject({ success: true });
    expect(await admin.get(`${rowsOf(id)}/rootList`)).toMatchObject({
      result: { records: [{ name: "上", has_child: "1" }] },
    });
  });

  it("of two designers the second is told what the first stored", async () => {
    const id = await add("ext_two");
    const { version } = await headOf(id);
    const body = (tableTxt: string) => ({ head: { id, version, tableTxt } });
    expect(await admin.put(`${base}/api/editAll`, body("甲"))).toMatchObject({ success: true });
    expect(await admin.put(`${base}/api/editAll`, body("乙"))).toMatchObject({
      code: 409,
      result: { current: { tableTxt: "甲" } },
    });
  });

  it("a definition that cannot be used is refused at its field, and nothing is stored", async () => {
    const fault = async (...parts: Parameters<typeof formBody>) => {
      const answer = await admin.post<{ fieldErrors: Row }>(`${base}/api/addAll`, formBody(...parts));
      expect(answer.success).toBe(false);
      // Names of the wire are no words for a person.
      expect(answer.message).not.toMatch(/dbType|tabOrderNum/);
      return Object.keys(answer.result?.fieldErrors ?? {});
    };
    expect(await fault("ext_bad", [{ ...name, dbType: "json" }])).toEqual(["fields[6].dbType"]);
    expect(await fault("ext_bad", [{ ...name, dbFieldName: "select" }])).toEqual(["fields[6].dbFieldName"]);
    const texts = { fieldShowType: "switch", fieldExtendJson: '["是","否"]' };
    expect(await fault("ext_bad", [{ ...amount, ...texts }])).toEqual(["fields[6].fieldExtendJson"]);
    expect(await fault("ext_bad", [name], { tabOrderNum: -5 })).toEqual(["tabOrderNum"]);
    expect(await fault("sys_user")).toEqual(["tableName"]);
    // A table of the product whose name says nothing.
    const product = [...server.context.documents.current.resolvedModels.values()].find(
      ({ table }) => !/^(sys|onl)_/.test(table),
    );
    expect(await fault(String(product?.table))).toEqual(["tableName"]);
    expect(await fault('x"; drop table sys_user; --')).toEqual(["tableName"]);
    expect(await admin.get(`${base}/head/list`, { query: { tableName: "ext_bad" } })).toMatchObject({
      result: { total: 0 },
    });
    const id = await made("ext_stays");
    const { version } = await headOf(id);
    expect(await admin.put(`${base}/head/edit`, { id, version, tableName: "ext_moved" })).toMatchObject({
      success: false,
      result: { fieldErrors: { tableName: expect.stringContaining("不能再修改") } },
    });
  });

  it("a view has settings of its own over the same table, a copy a table of its own", async () => {
    const id = await made("ext_source");
    await admin.post(`${rowsOf(id)}/add`, { name: "甲" });
    const view = (await admin.post<string>(`${base}/head/copyOnline`, {}, { query: { code: id } })).result;
    expect(await headOf(view)).toMatchObject({ tableName: "ext_source$1", copyType: 1, physicId: id });
    expect(await headOf(id)).toMatchObject({ hascopy: 1 });
    expect(await admin.get(`${rowsOf(view)}/list`)).toMatchObject({ result: { total: 1 } });
    expect(await synch(view)).toMatchObject({ success: false });
    expect(await admin.delete(`${base}/head/delete`, { query: { id } })).toMatchObject({ success: false });

    const query = { tableName: "ext_copied" };
    const copy = (await admin.get<string>(`${base}/head/copyOnlineTable/${id}`, { query })).result;
    expect(await headOf(copy)).toMatchObject({ tableName: "ext_copied", isDbSynch: "N", tableVersion: 1 });
    expect(await synch(copy)).toMatchObject({ success: true });
    expect(await admin.get(`${rowsOf(copy)}/list`)).toMatchObject({ result: { total: 0 } });
  });

  it("removing a record keeps the table, deleting puts it aside with its rows", async () => {
    const [kept, gone] = [await made("ext_kept"), await made("ext_gone")];
    await admin.post(`${rowsOf(gone)}/add`, { name: "甲" });
    expect(await admin.delete(`${base}/head/removeRecord`, { query: { id: kept } })).toMatchObject({ success: true });
    expect(await admin.delete(`${base}/head/delete`, { query: { id: gone } })).toMatchObject({ success: true });
    const only = (tbname: string) => admin.get(`${base}/api/checkOnlyTable`, { query: { tbname } });
    expect(await only("ext_kept")).toMatchObject({ result: 1 });
    expect(await only("ext_gone")).toMatchObject({ result: 0 });
    expect(await admin.get(`${rowsOf(gone)}/list`)).toMatchObject({ status: 404 });

    // A table that is nobody's can be taken over.
    expect(await admin.get(`${base}/head/queryTables`, { query: { keyword: "ext_k" } })).toMatchObject({
      result: [{ tableName: "ext_kept" }],
    });
    expect(await admin.post(`${base}/head/transTables/ext_kept`)).toMatchObject({ success: true });
    expect(await admin.post(`${base}/head/transTables/sys_user`)).toMatchObject({ success: false });
    const form = await server.context.onlineForms.find("ext_kept");
    expect(form?.fields.map(({ dbFieldName }) => dbFieldName)).toContain("amount");
    expect(await synch(String(form?.head.id))).toMatchObject({ success: true });
  });

  it("a deleted form comes back by its table with its settings, and with every row written beside the deletion", async () => {
    const index = { indexName: "ext_back_i", indexField: "name", indexType: "normal" };
    const id = await made("ext_back", [name, amount], {}, [index]);
    const fields = await fieldsOf(id);
    const writes = Array.from({ length: 30 }, (_, at) =>
      admin.post(`${rowsOf(id)}/add`, { name: `行${at}` }).then(({ success }) => (success ? `行${at}` : undefined)),
    );
    await writes[5];
    const deletion = admin.delete(`${base}/head/delete`, { query: { id } });
    const kept = (await Promise.all(writes)).filter((name) => name !== undefined);
    expect(await deletion).toMatchObject({ success: true });
    const { result } = await admin.get<Row[]>(`${base}/head/queryTables`, { query: { keyword: "ext_back" } });
    expect(result).toMatchObject([{ tableName: expect.stringMatching(/^ext_back_\d{14}$/), tableTxt: "订单" }]);
    expect(await admin.post(`${base}/head/importTables`, { ids: result[0]?.id })).toMatchObject({ success: true });
    const again = String((await server.context.onlineForms.find("ext_back"))?.head.id);
    expect(await headOf(again)).toMatchObject({ tableTxt: "订单", isDbSynch: "N" });
    const plainOf = (rows: readonly Row[]) =>
      rows.map(({ dbFieldName, dbFieldTxt, dbType }) => [dbFieldName, dbFieldTxt, dbType]);
    expect(plainOf(await fieldsOf(again))).toEqual(plainOf(fields));
    expect(await synch(again)).toMatchObject({ success: true });
    const list = await admin.get<{ records: Row[] }>(`${rowsOf(again)}/list`, { query: { pageSize: "100" } });
    expect(list.result.records.map(({ name }) => name).sort()).toEqual(kept.sort());
    expect(kept.length).toBeGreaterThan(0);
    expect((await admin.get<Row[]>(`${base}/head/queryTables`, { query: { keyword: "ext_back" } })).result).toEqual([]);
  });

  describe("a dictionary or a report that nobody has made", () => {
    const picked = (more: Row) => ({ ...name, dbFieldName: "kind", dbFieldTxt: "种类", ...more });
    const unknown = { dictTable: "no_report", dictField: "id", dictText: "name" };

    it.each([
      ["list", { dictField: "no_dict" }, "dictField", "没有字典 no_dict，请先在数据字典中建立"],
      ["checkbox", { dictField: "no_dict" }, "dictField", "没有字典 no_dict，请先在数据字典中建立"],
      ["popup", unknown, "dictTable", "没有报表 no_report，请填写在线报表的编码"],
      ["popup_dict", unknown, "dictTable", "没有报表 no_report，请填写在线报表的编码"],
      [
        "text",
        { queryConfigFlag: "1", queryShowType: "list", queryDictField: "no_dict" },
        "queryDictField",
        "没有字典 no_dict，请先在数据字典中建立",
      ],
    ])(
      "ONF-02 is refused at the field of a %s, and named while it is designed",
      async (fieldShowType, more, key, why) => {
        const field = picked({ fieldShowType, ...more });
        const answer = await admin.post<Row>(`${base}/head/add`, {
          ...formBody("ext_code").head,
          fields: [name, field],
        });
        expect(answer).toMatchObject({ success: false, result: { fieldErrors: { [`fields[1].${key}`]: why } } });
        const preview = await admin.post<Row>(`${base}/head/preview`, { fields: [name, field] });
        expect(preview.result.findings).toMatchObject([{ field: "kind", key, message: why, severity: "error" }]);
      },
    );

    it("ONF-02 does not keep a form whose dictionary has gone since from being changed", async () => {
      await admin.post("/sys/dict/add", { dictName: "去向", dictCode: "ext_gone", type: 0 });
      const id = await add("ext_gone_dict", [name, picked({ fieldShowType: "list", dictField: "ext_gone" })]);
      await sql`delete from sys_dict where dict_code = 'ext_gone'`.execute(server.db.kysely);
      expect(await change(id, "kind", { dbFieldTxt: "类别" })).toMatchObject({ success: true });
      expect(await change(id, "kind", { dictField: "ext_gone_too" })).toMatchObject({ success: false });
    });
  });

  it("ONF-02 a refusal after a renaming calls the field by its label and its new name", async () => {
    const id = await made("ext_renamed", [name, amount], {}, [{ indexName: "u", indexField: "name" }]);
    expect((await change(id, "name", { dbFieldName: "label" })).message).toBe(
      "索引 u 的字段 name 不存在（字段“名称”已改名为 label）",
    );
    await edit(id, {
      deleteIndexIds: [(await admin.get<Row[]>(`${base}/index/listByHeadId`, { query: { headId: id } })).result[0]?.id],
    });
    await admin.post(`${rowsOf(id)}/add`, { name: "苹果苹果" });
    expect(await change(id, "name", { dbFieldName: "label", dbLength: 3 })).toMatchObject({ success: true });
    expect((await synch(id)).message).toBe("未做任何修改：字段“名称”（列 label）中有放不下的数据");
  });

  describe("for others than the platform's designers", () => {
    it("is refused", async () => {
      await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["online:cgform:list"] });
      const clerk = await server.as("clerk");
      const id = await made("ext_rights");
      expect(await clerk.get(`${base}/head/list`)).toMatchObject({ success: true });
      expect(await clerk.post(`${base}/api/addAll`, formBody("ext_no"))).toMatchObject({ status: 403 });
      expect(await synch(id, "normal", clerk)).toMatchObject({ status: 403 });
      expect(await clerk.get(`${rowsOf(id)}/list`)).toMatchObject({ status: 403 });
    });
  });
});
