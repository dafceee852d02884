import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** What the buttons of an online form do: stored statements as whoever presses, interfaces of listed hosts. */
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
let form: string;
let log: string;
let other: Server;
let answer: { status?: number; body: string } = { body: "{}" };
let asked: Row[] = [];
let row: string;
let foreign: string;
let address: string;

beforeAll(async () => {
  other = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      asked.push(JSON.parse(text) as Row);
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", location: "http://127.0.0.1:1/" });
      response.end(answer.body);
    });
  });
  await new Promise<void>((done) => {
    other.listen(0, "127.0.0.1", done);
  });
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  address = `http://${host}/audit`;
  server = await createTestServer({ env: { GATEWAY_HOSTS: host } });
  admin = await server.as("admin");
  form = await aStoredForm(admin, { tableName: "ext_task" }, [
    "task_no",
    "state",
    "owner",
    { dbFieldName: "num", dbType: "int" },
  ]);
  log = await aStoredForm(admin, { tableName: "ext_task_log" }, ["task_no", "note"]);
  for (const [buttonCode, exp] of [
    ["audit", "state#eq#0"],
    ["tell", ""],
  ]) {
    await admin.post(`${base}/button/add`, {
      ...{ cgformHeadId: form, buttonCode, buttonName: buttonCode, buttonStyle: "link", optType: "action", exp },
    });
  }
  const { result } = await admin.post<Row>(`${base}/head/addMenu`, { id: form, parentId: "base" });
  await addUser(server, { username: "clerk", permissions: [`online:cgform:${form}:list`] });
  await addUser(server, { username: "designer", permissions: ["online:cgform:list", "online:cgform:edit"] });
  await sql`insert into sys_permission_data_rule
    (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, version, tenant_id)
    values ('own', ${String(result.id)}, 'own', 'owner', '=', '#{sys_user_code}', '1', 1, 0)`.execute(server.db.kysely);
  await sql`update sys_role_permission set data_rule_ids = 'own'
    where permission_id = ${String(result.id)} and role_id = (select id from sys_role where role_code = 'role_clerk')`.execute(
    server.db.kysely,
  );
  clerk = await server.as("clerk");
});
afterAll(async () => {
  await server.close();
  other.close();
});
beforeEach(async () => {
  [asked, answer] = [[], { body: "{}" }];
  for (const table of ["ext_task", "ext_task_log", "onl_cgform_enhance_sql", "onl_cgform_enhance_java"]) {
    await sql`delete from ${sql.table(table)}`.execute(server.db.kysely);
  }
  const add = async (task_no: string, owner: string) =>
    String((await admin.post(`${base}/api/form/${form}`, { task_no, state: "0", owner, num: 3 })).result);
  row = await add("T1", "clerk");
  foreign = await add("T2", "admin");
});

const store = (cgbSql: string, client = admin) =>
  client.post<Row>(`${base}/head/enhanceSql/${form}`, { buttonCode: "audit", cgbSql });
const handle = (event: string, cgJavaValue = address) =>
  admin.post<Row>(`${base}/head/enhanceJava/${form}`, { buttonCode: "audit", event, cgJavaType: "http", cgJavaValue });
const press = (client = clerk, dataId = row) =>
  client.post(`${base}/api/doButton`, { formId: form, buttonCode: "audit", dataId });
const record = async (id = row) => (await admin.get<Row>(`${base}/api/form/${form}/${id}`)).result;

describe("statements", () => {
  it("ONF-02 change rows as a person would: bound values, next version, who and when", async () => {
    expect(
      await store(
        "update ext_task set state = '1', num = num + 1, task_no = '#{task_no}-#{sys_user_code}' where id = #{id}",
      ),
    ).toMatchObject({
      success: true,
    });
    const { version } = await record();
    expect(await press()).toMatchObject({ success: true, message: "处理完成!" });
    expect(await record()).toMatchObject({
      ...{ state: "1", num: 4, task_no: "T1-clerk", update_by: "clerk", version: Number(version) + 1 },
    });
    // Its condition is the server's too.
    expect(await press()).toMatchObject({ success: false, message: "这条数据现在不能“audit”" });
  });

  it("ONF-02 reach the rows of whoever presses and no others, and none more for an empty value", async () => {
    await store("update ext_task set state = '2' where state = '0'");
    expect(await press()).toMatchObject({ success: true });
    expect(await record(foreign)).toMatchObject({ state: "0" });
    expect(await press(clerk, foreign)).toMatchObject({ success: false });
    await admin.put(`${base}/api/form/${form}`, { id: row, state: "0", owner: "clerk", num: null });
    await sql`delete from onl_cgform_enhance_sql`.execute(server.db.kysely);
    await store("delete from ext_task where num = #{num}");
    expect(await press(admin)).toMatchObject({ success: true });
    expect(await record(row)).toMatchObject({ state: "0" });
  });

  it("ONF-02 write to other forms for who may, and all of them or none", async () => {
    await store("update ext_task set state = '1' where id = #{id}");
    await store("insert into ext_task_log (task_no, note) values (#{task_no}, 'by #{sys_user_code}')");
    expect(await press()).toMatchObject({ success: false, message: "没有新增“ext_task_log”的权限" });
    expect(await record()).toMatchObject({ state: "0" });
    expect(await press(admin)).toMatchObject({ success: true });
    expect((await admin.get<{ records: Row[] }>(`${base}/api/getData/${log}`)).result.records).toMatchObject([
      { task_no: "T1", note: "by admin" },
    ]);
    expect(await record()).toMatchObject({ state: "1" });
  });

  test.each([
    ["update sys_user set status = 1 where id = #{id}", "只能修改在线表单的表"],
    ["update pg_catalog.pg_authid set rolsuper = true where true", "只能修改在线表单的表"],
    ["update public.ext_task set state = '1' where id = #{id}", "只能修改在线表单的表"],
    ["update ext_task set state = '1'", "UPDATE 须有 WHERE"],
    ["delete from ext_task", "DELETE 须有 WHERE"],
    ["update ext_task set tenant_id = 9 where id = #{id}", "不能写入列“tenant_id”"],
    ["update ext_task set create_by = 'x' where id = #{id}", "不能写入列“create_by”"],
    ["update ext_task set state = '1' where id = #{id}; drop table ext_task", "只能有一条语句"],
    ["update ext_task set state = (select password from sys_user limit 1) where id = #{id}", "没有列“password”"],
    ["update ext_task set state = pg_read_file('/etc/passwd') where id = #{id}", "不支持函数"],
    ["update ext_task set state = '1' from sys_user u where u.id = ext_task.id", "UPDATE … FROM"],
    ["delete from ext_task where id = #{id} returning *", "RETURNING"],
    ["with x as (delete from ext_task returning id) update ext_task set state = '1' where id = #{id}", "WITH"],
    ["insert into ext_task (task_no) values ('a'), ('b')", "一次只能插入一行"],
    ["insert into ext_task values ('a')", "INSERT 须写出列名"],
    ["insert into ext_task (task_no, state) values ('a')", "须一一对应"],
    ["update ext_task set (state, owner) = ('1', '2') where id = #{id}", "第 1 行"],
    ["update ext_task set state = ${salary} where id = #{id}", "表单没有字段“salary”"],
    ["update ext_task set state = #{secret_key} where id = #{id}", "没有系统变量"],
    ["select 1", "只能是一条 UPDATE、INSERT 或 DELETE 语句"],
    ["truncate ext_task", "只能是一条 UPDATE、INSERT 或 DELETE 语句"],
    ["do $$ begin end $$", "不支持 $$ 引号"],
    ["", "请填写 SQL"],
    ["update ext_task set", "第 1 行"],
  ])("are refused with the place: %s", async (text, reason) => {
    const refused = await store(text);
    expect(refused.success).toBe(false);
    expect(refused.message).toContain(reason);
  });

  it("are stored by who was trusted with it, for buttons of the form", async () => {
    expect(await store("delete from ext_task where id = #{id}", await server.as("designer"))).toMatchObject({
      status: 403,
    });
    const strange = { buttonCode: "nobody", cgbSql: "delete from ext_task where id = #{id}" };
    expect(await admin.post(`${base}/head/enhanceSql/${form}`, strange)).toMatchObject({ success: false });
    const { result } = await store("delete from ext_task where id = #{id}");
    expect(
      await admin.put(`${base}/head/enhanceSql/${form}`, { ...result, cgbSql: "delete from sys_user" }),
    ).toMatchObject({
      success: false,
    });
    expect((await admin.get<Row[]>(`${base}/head/enhanceSql/${form}`)).result).toMatchObject([{ id: result.id }]);
    await admin.delete(`${base}/head/deletebatchEnhanceSql`, { query: { ids: String(result.id) } });
    expect(await press()).toMatchObject({ success: false, message: "按钮“audit”还没有配置要做的事" });
  });
});

describe("interfaces", () => {
  it("ONF-02 get the record, may refuse it, and what they answer is what statements see", async () => {
    await handle("start");
    await handle("end");
    await store("update ext_task set owner = #{owner}, state = '1' where id = #{id}");
    answer = { body: JSON.stringify({ success: false, message: "额度不足" }) };
    expect(await press(admin)).toMatchObject({ success: false, message: "额度不足" });
    expect(await record()).toMatchObject({ state: "0" });
    answer = { body: JSON.stringify({ success: true, result: { owner: "boss" } }) };
    expect(await press(admin)).toMatchObject({ success: true });
    expect(await record()).toMatchObject({ state: "1", owner: "boss" });
    expect(asked.at(-1)).toMatchObject({ tableName: "ext_task", record: { task_no: "T1", state: "1" } });
  });

  test.each([
    [{ status: 500, body: "{}" }],
    [{ status: 302, body: "{}" }],
    [{ body: "no json" }],
    [{ body: `"${"x".repeat(2_000_000)}"` }],
  ])("that fail change nothing", async (given) => {
    await handle("start");
    await store("update ext_task set state = '1' where id = #{id}");
    answer = given;
    expect(await press()).toMatchObject({ success: false, message: "接口没有正常应答，没有做任何修改" });
    expect(await record()).toMatchObject({ state: "0" });
  });

  test.each([
    "http://169.254.169.254/",
    "http://localhost:1/",
    "file:///etc/passwd",
    "lb://audit",
    "http://u:p@127.0.0.1/",
    "x",
  ])("of other hosts are refused: %s", async (target) => {
    expect(await handle("start", target)).toMatchObject({ success: false });
  });

  it("are taken away one by one or several at once; the button then has nothing to do", async () => {
    for (const event of ["start", "end"]) await handle(event);
    const { result } = await admin.get<Row[]>(`${base}/head/enhanceJava/${form}`);
    expect(result.map(({ event }) => event).sort()).toEqual(["end", "start"]);
    const ids = result.map(({ id }) => id).join(",");
    expect(await clerk.delete(`${base}/head/deleteBatchEnhanceJava`, { query: { ids } })).toMatchObject({
      success: false,
    });
    expect(await admin.delete(`${base}/head/deleteBatchEnhanceJava`, { query: { ids } })).toMatchObject({
      success: true,
    });
    expect((await admin.get<Row[]>(`${base}/head/enhanceJava/${form}`)).result).toEqual([]);
    expect(await press()).toMatchObject({ success: false, message: "按钮“audit”还没有配置要做的事" });
  });

  it("classes and scripts are not run, page scripts are not kept", async () => {
    for (const cgJavaType of ["class", "spring", "script"]) {
      const body = { buttonCode: "audit", event: "end", cgJavaType, cgJavaValue: "com.x.Y" };
      expect(await admin.post(`${base}/head/enhanceJava/${form}`, body)).toMatchObject({ success: false });
    }
    expect(await admin.get(`${base}/head/enhanceJs/${form}`)).toMatchObject({ success: false, message: "查询为空" });
    expect(await admin.post(`${base}/head/enhanceJs/${form}`, { cgJs: "x" })).toMatchObject({ success: false });
    expect((await admin.get<Row[]>(`${base}/head/enhanceButton/${form}`)).result).toMatchObject([
      { code: "audit" },
      { code: "tell" },
    ]);
  });
});
