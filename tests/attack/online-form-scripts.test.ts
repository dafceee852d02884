import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { scriptLimits } from "../../server/jobs/scripts/script-messages.ts";
import { addUser } from "../support/people.ts";
import { aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Scripts of forms: off unless the operator says otherwise; on, they run in a process of their own and reach nothing. */
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
let form: string;

beforeAll(async () => {
  server = await createTestServer({ env: { FORM_SCRIPTS: "on" } });
  admin = await server.as("admin");
  form = await aStoredForm(admin, { tableName: "ext_scripted" }, [
    "name",
    { dbFieldName: "state", dbLength: 4 },
    { dbFieldName: "num", dbType: "int" },
  ]);
  await admin.post(`${base}/button/add`, {
    ...{ cgformHeadId: form, buttonCode: "finish", buttonName: "完成", buttonStyle: "link", optType: "action" },
  });
  await addUser(server, { username: "designer", permissions: ["online:cgform:list", "online:cgform:edit"] });
  clerk = await server.as("designer");
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from onl_cgform_script`.execute(server.db.kysely);
});

const store = (script: string, more: Row = {}, client = admin) =>
  client.post<Row>(`${base}/script/add`, { cgformHeadId: form, scriptName: "s", event: "save", script, ...more });
const save = (row: Row = { name: "a" }) => admin.post<string>(`${base}/api/form/${form}`, row);
const read = async (id: string) => (await admin.get<Row>(`${base}/api/form/${form}/${id}`)).result;
/** The process that reads scripts may take its first moments; who is refused for that tries again. */
const keep = (script: string) => expect.poll(() => store(script)).toMatchObject({ success: true });
/** What a save says under a script. */
async function under(script: string, row?: Row) {
  await keep(script);
  return save(row);
}

describe("what a script may do", () => {
  it("ONF-02 changes a record before it is saved, or does not let it be", async () => {
    await keep(
      "if (record.num > 9) return '数量最多 9';\nreturn { state: event + record.num, name: record.name.toUpperCase() };",
    );
    const { result } = await save({ name: "abc", num: 3 });
    expect(await read(result)).toMatchObject({ state: "add3", name: "ABC" });
    expect(await save({ name: "abc", num: 10 })).toMatchObject({ success: false, message: "数量最多 9" });
  });

  it("ONF-02 what it returns is checked like anybody's input, and nothing else can be written", async () => {
    expect(await under("return { state: 'too long for it' }")).toMatchObject({
      success: false,
      message: expect.stringContaining("state"),
    });
    await sql`delete from onl_cgform_script`.execute(server.db.kysely);
    expect(await under("return { tenant_id: 9 }")).toMatchObject({
      success: false,
      message: "脚本不能写字段“tenantId”",
    });
    await sql`delete from onl_cgform_script`.execute(server.db.kysely);
    expect(await under("return { create_by: 'x' }")).toMatchObject({ success: false });
  });

  it("ONF-02 runs when its button is pressed, and writes as whoever presses", async () => {
    const { result: id } = await save({ name: "a", num: 1 });
    await store("return { num: record.num + 1, state: user.username.slice(0, 4) }", {
      event: "button",
      buttonCode: "finish",
    });
    const pressed = await admin.post(`${base}/api/doButton`, { formId: form, buttonCode: "finish", dataId: id });
    expect(pressed).toMatchObject({ success: true });
    expect(await read(id)).toMatchObject({ num: 2, state: "admi", update_by: "admin" });
    expect(await store("return 1", { event: "button", buttonCode: "nobody" })).toMatchObject({ success: false });
  });

  it("ONF-02 is kept by who was trusted with it, and read before it is", async () => {
    expect(await store("return null", {}, clerk)).toMatchObject({ status: 403 });
    const refused = await store("const a = 1;\nreturn { state: ;");
    expect(refused).toMatchObject({
      success: false,
      result: { fieldErrors: { script: expect.stringMatching(/^第 2 行第 \d+ 列：语法错误/) } },
    });
  });
});

describe("what it may not", () => {
  test.each<[string, string, string]>([
    ["an endless loop", "while (true) {}", "脚本超过 100 毫秒，已停止"],
    ["an endless chain of promises", "const f = () => Promise.resolve().then(f); return f();", "脚本"],
    ["a memory bomb", "const a = []; for (;;) a.push(new Uint8Array(1e6));", "脚本超过"],
    ["more memory than there is", "return String(new ArrayBuffer(64e6).byteLength);", "脚本超过 32 MB 内存，已停止"],
    ["a text that doubles", "let s = 'x'; for (;;) s += s;", "脚本"],
    ["recursion", "const f = () => f() + 1; return f();", "脚本的调用层数太多，已停止"],
    ["a promise that never settles", "return new Promise(() => {});", "脚本等待的结果没有到来"],
    ["a thrown text", "throw 'no';", "脚本出错：no"],
    ["a thrown nothing", "throw undefined;", "脚本出错"],
    ["an error", "null.x;", "第 1 行"],
    ["a huge answer", "return { name: 'x'.repeat(1e6) };", "脚本返回的内容太大"],
    ["a number", "return 1;", "脚本只能返回"],
    [
      "a regular expression that backtracks",
      "return String(/^(a+)+$/.test('a'.repeat(40) + '!'));",
      "脚本超过 100 毫秒，已停止",
    ],
    ["a toJSON that loops", "return { toJSON() { for (;;) {} } };", "脚本超过 100 毫秒，已停止"],
    ["require", "return require('fs').readFileSync('/etc/passwd', 'utf8');", "require"],
    ["process", "return String(process.env);", "process"],
    ["fetch", "return String(fetch);", "fetch"],
    ["a constructor's constructor", "return String(record.constructor.constructor('return process')());", "process"],
    ["a dynamic import", "return import('fs').then(() => 'reached');", "脚本"],
    ["a way out of the function", "}); globalThis.escaped = 1; (function () {", "脚本"],
  ])("%s is stopped and named", async (_what, script, message) => {
    const stored = await store(script);
    const answer = stored.success ? await save() : stored;
    if (answer.success) expect(message).toBe("脚本");
    else expect(answer.message).toContain(message);
    expect(await admin.get(`${base}/api/getData/${form}`)).toMatchObject({ success: true });
  });

  it("pollution of a prototype stays in the script, and the next script starts anew", async () => {
    await under("Object.prototype.state = 'x'; Array.prototype.map = null; globalThis.kept = 1; return { name: 'n' };");
    expect(({} as Row).state).toBeUndefined();
    await sql`delete from onl_cgform_script`.execute(server.db.kysely);
    const { result } = await under("return { name: typeof kept + String({}.state) };");
    expect(await read(result)).toMatchObject({ name: "undefinedundefined" });
    await sql`delete from onl_cgform_script`.execute(server.db.kysely);
    expect(await under('return JSON.parse(\'{"__proto__": {"state": "x"}, "name": "p"}\');')).toMatchObject({
      success: false,
    });
    expect(({} as Row).state).toBeUndefined();
  });

  it("many at once wait in a line that ends, while others are answered", async () => {
    await store("while (true) {}", { event: "button", buttonCode: "finish" });
    const { result: id } = await save({ name: "a" });
    const press = () => admin.post(`${base}/api/doButton`, { formId: form, buttonCode: "finish", dataId: id });
    const usual = scriptLimits.waiting;
    // Each takes its whole time, and a process: a short line ends as a long one does.
    scriptLimits.waiting = 4;
    onTestFinished(() => {
      scriptLimits.waiting = usual;
    });
    const pressing = Promise.all(Array.from({ length: 8 }, press));
    const times: number[] = [];
    for (let round = 0; round < 20; round++) {
      const start = performance.now();
      expect(await admin.get(`${base}/api/getData/${form}`)).toMatchObject({ success: true });
      times.push(performance.now() - start);
    }
    const messages = (await pressing).map(({ message }) => message);
    expect(new Set(messages)).toEqual(new Set(["脚本超过 100 毫秒，已停止", "同时运行的脚本太多，请稍后再试"]));
    expect(times.sort((one, other) => one - other)[18]).toBeLessThan(1_500);
  });

  it("a killed process is replaced", async () => {
    await under("return { name: 'one' };");
    const before = server.context.formScripts.processId;
    process.kill(Number(before), "SIGKILL");
    await expect.poll(() => server.context.formScripts.processId).not.toBe(before);
    const { result } = await save();
    expect(await read(result)).toMatchObject({ name: "one" });
    expect(server.context.formScripts.processId).not.toBe(before);
  });
});

describe("where they are off", () => {
  it("says so, keeps none and runs none", async () => {
    const plain = await createTestServer();
    const other = await plain.as("admin");
    const id = await aStoredForm(other, { tableName: "ext_plain" }, ["name"]);
    expect((await other.get<Row>(`${base}/script/state`)).result).toMatchObject({
      isOn: false,
      message: expect.stringContaining("FORM_SCRIPTS=on"),
    });
    const script = { cgformHeadId: id, scriptName: "s", event: "save", script: "return '不行';" };
    expect(await other.post(`${base}/script/add`, script)).toMatchObject({
      success: false,
      message: expect.stringContaining("没有启用"),
    });
    await sql`insert into onl_cgform_script (id, cgform_head_id, script_name, event, script, version, tenant_id)
      values ('s1', ${id}, 's', 'save', 'return "no";', 1, 0)`.execute(plain.db.kysely);
    expect(await other.post(`${base}/api/form/${id}`, { name: "a" })).toMatchObject({ success: true });
    expect(plain.context.formScripts.processId).toBeUndefined();
    await plain.close();
  });
});
