import { read, utils } from "@e965/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportCentre } from "../../server/exports/export-centre.ts";
import { addUser } from "../support/people.ts";
import { readPdf } from "../support/read-pdf.ts";
import { createTestServer, type TestClient, type TestServer, testPassword } from "../support/test-server.ts";
import { until } from "../support/until.ts";

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly progress: number | null;
  readonly rows: number | string;
  readonly message: string | null;
  readonly expireTime: string | null;
}

const rights = ["member:member:list", "member:member:export"];
const order = (query: object = {}, more: object = {}) => ({
  kind: "model",
  id: "member/member",
  format: "csv",
  query: { exportFields: "memberNo,mobile", column: "memberNo", order: "asc", ...query },
  ...more,
});

/** Exports that the server makes in the background. */
describe("export centre", () => {
  let server: TestServer;
  let reader: TestClient;
  let other: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, tenant_id, create_time)
      select 'm' || n, 1, 'M' || lpad(n::text, 5, '0'), case when n = 1 then '=1+1' else '批量' end,
        '139' || lpad(n::text, 8, '0'), '5', 0, timestamp '2026-01-01'
      from generate_series(1, 1100) n`.execute(server.db.kysely);
    await addUser(server, { username: "reader", permissions: rights });
    await addUser(server, { username: "other", permissions: rights });
    await addUser(server, { username: "watcher", permissions: ["member:member:list"] });
    reader = await server.as("reader");
    other = await server.as("other");
  });
  afterAll(() => server.close());

  const add = async (body: object = order(), client = reader) => {
    const answer = await client.post<{ id: string }>("/sys/export/add", body);
    expect(answer.message).toBe("已提交，完成后会通知您");
    return answer.result.id;
  };
  const list = async (client = reader) =>
    (await client.get<{ records: Listed[]; total: number }>("/sys/export/list", { query: { pageSize: "100" } })).result;
  const find = async (id: string, client = reader) => (await list(client)).records.find((row) => row.id === id);
  const ended = (id: string, client = reader) =>
    until(async () => {
      const row = await find(id, client);
      expect(["done", "failed", "cancelled"]).toContain(row?.state);
      return row as Listed;
    });
  const byId = (id: string) => ({ query: { id } });

  it("EXP-01 the file holds what the immediate export holds, masks included, and its maker is told", async () => {
    const id = await add(order({}, { name: "会员/名单" }));
    expect(await ended(id)).toMatchObject({ title: "会员 名单.csv", state: "done", progress: 100, rows: "1,100" });
    const file = await reader.get("/sys/export/download", byId(id));
    const now = await reader.get("/member/member/exportXls", { query: { ...order().query, format: "csv" } });
    expect(file.text).toBe(now.text);
    expect(file.text).not.toContain("13900000001");
    expect(file.headers["content-disposition"]).toContain(encodeURIComponent("会员 名单.csv"));
    const told = await until(async () => {
      const { rows } = await sql<{ titile: string }>`
        select titile from sys_announcement where titile like '导出%'`.execute(server.db.kysely);
      expect(rows.length).toBe(1);
      return rows[0]?.titile;
    });
    expect(told).toBe("导出“会员 名单”已完成");
  });

  it("EXP-02 chosen rows, chosen columns, an advanced query and .xlsx and .xls with formulas neutralised", async () => {
    const conditions = JSON.stringify([{ field: "memberNo", rule: "le", val: "M00002" }]);
    const query = { exportFields: "memberNo,realname", superQueryParams: conditions, superQueryMatchType: "and" };
    for (const format of ["xlsx", "xls"]) {
      const id = await add({ ...order(query), format });
      await ended(id);
      const book = read((await reader.get("/sys/export/download", byId(id))).bytes);
      const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, { header: 1 });
      expect(rows.slice(2)).toEqual([
        ["会员编号", "姓名"],
        ["M00001", "'=1+1"],
        ["M00002", "批量"],
      ]);
    }
    const id = await add(order({ exportFields: "memberNo", selections: "m7,m9" }));
    await ended(id);
    expect((await reader.get("/sys/export/download", byId(id))).text).toBe("\uFEFF会员编号\r\nM00007\r\nM00009\r\n");
  });

  it("EXP-03 without the right, with a field that is not there or with a broken query nothing is ordered", async () => {
    const before = await list();
    const watcher = await server.as("watcher");
    expect(await watcher.post("/sys/export/add", order())).toMatchObject({ status: 403, code: 510 });
    expect(await reader.post("/sys/export/add", order({ exportFields: "password" }))).toMatchObject({
      success: false,
      message: "不支持导出字段“password”",
    });
    expect(await reader.post("/sys/export/add", order({ superQueryParams: "not json" }))).toMatchObject({
      success: false,
    });
    expect(await reader.post("/sys/export/add", order({}, { id: "member'; drop table member" }))).toMatchObject({
      success: false,
    });
    const long = "m1,".repeat(13_000);
    expect((await reader.post("/sys/export/add", order({ selections: long + long }))).status).toBe(400);
    expect((await reader.post("/sys/export/add", order({ selections: long, realname: long }))).status).toBe(413);
    expect((await list()).total).toBe(before.total);
    expect((await list(watcher)).total).toBe(0);
  });

  it("EXP-04 nobody else lists, fetches, cancels, repeats or deletes somebody's export", async () => {
    const id = await add();
    await ended(id);
    expect((await list(other)).total).toBe(0);
    for (const client of [other, await server.as("admin")]) {
      expect(await client.get("/sys/export/download", byId(id))).toMatchObject({ message: "未找到对应实体" });
      expect(await client.post("/sys/export/cancel", undefined, byId(id))).toMatchObject({ success: false });
      expect(await client.post("/sys/export/retry", undefined, byId(id))).toMatchObject({ success: false });
      expect(await client.delete("/sys/export/delete", byId(id))).toMatchObject({ success: false });
    }
    expect(await server.anonymous.get("/sys/export/download", byId(id))).toMatchObject({ code: 401 });
    expect((await reader.get("/sys/export/download", byId(id))).status).toBe(200);
    expect((await reader.delete("/sys/export/delete", byId(id))).success).toBe(true);
    expect(await find(id)).toBeUndefined();
    expect(await server.context.files.size(`export/${id}-1.csv`)).toBeUndefined();
  });

  it("EXP-05 a right that is lost later closes the download, and so does a row rule that is added", async () => {
    await addUser(server, { username: "leaver", permissions: rights });
    const leaver = await server.as("leaver");
    const id = await add(order(), leaver);
    await ended(id, leaver);
    expect((await leaver.get("/sys/export/download", byId(id))).status).toBe(200);
    const db = server.db.kysely;
    const ofLeaver = sql<boolean>`role_id in (select id from sys_role where role_code = 'role_leaver')`;
    const codeOf = (code: string) => sql<string>`(select id from sys_permission where perms = ${code})`;
    await sql`insert into sys_permission_data_rule
        (id, version, tenant_id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
      values ('narrow', 1, 0, ${codeOf("member:member:list")}, '窄', 'memberNo', '=', 'M00001', '1')`.execute(db);
    await sql`update sys_role_permission set data_rule_ids = 'narrow'
      where ${ofLeaver} and permission_id = ${codeOf("member:member:list")}`.execute(db);
    await server.context.authentication.invalidate();
    expect(await leaver.get("/sys/export/download", byId(id))).toMatchObject({
      success: false,
      message: "您的权限在导出之后有变化，文件不能再下载，请重新导出",
    });
    await sql`delete from sys_role_permission
      where ${ofLeaver} and permission_id = ${codeOf("member:member:export")}`.execute(db);
    await server.context.authentication.invalidate();
    expect(await leaver.get("/sys/export/download", byId(id))).toMatchObject({ status: 403, code: 510 });
    expect(await leaver.post("/sys/export/retry", undefined, byId(id))).toMatchObject({ status: 403 });
  });

  it("EXP-06 a file is closed after seven days, and removed", async () => {
    const id = await add();
    expect((await ended(id)).expireTime).not.toBeNull();
    await sql`update sys_export_task set expires_at = 1 where id = ${id}`.execute(server.db.kysely);
    expect(await reader.get("/sys/export/download", byId(id))).toMatchObject({ message: "文件已过期，请重新导出" });
    await server.context.db.notify("exports", "");
    await until(async () => expect((await find(id))?.state).toBe("expired"));
    await until(async () => expect(await server.context.files.size(`export/${id}-1.csv`)).toBeUndefined());
    expect((await reader.post("/sys/export/retry", undefined, byId(id))).success).toBe(true);
    expect((await ended(id)).state).toBe("done");
  });

  it("EXP-07 an export whose source is gone fails with the reason and may be deleted", async () => {
    await sql`insert into sys_export_task (id, user_id, username, tenant_id, org_code, source_kind, source_id, title,
        conditions, format, english, query, state, create_time)
      select 'gone', id, username, 0, '', 'model', 'member/none', '没有了', '无', 'csv', false, '{}', 'waiting',
        timestamp '2026-01-01' from sys_user where username = 'reader'`.execute(server.db.kysely);
    await server.context.db.notify("exports", "");
    expect(await ended("gone")).toMatchObject({ state: "failed", message: "没有数据模型“member/none”" });
    expect((await reader.delete("/sys/export/delete", byId("gone"))).success).toBe(true);
  });
});

/** Several servers over one queue: their centres are looked at by the tests themselves. */
describe("export centres over one table", () => {
  let server: TestServer;
  let reader: TestClient;
  let now = Date.now();
  const centre = (node: string, more: object = {}) => {
    const { db, engine, reports, files, newId, clock, documents } = server.context;
    const parts = { db, engine, reports, files, documents, newId, clock, node, note: () => {}, now: () => now };
    return new ExportCentre({ ...parts, ...more });
  };
  beforeAll(async () => {
    server = await createTestServer({ runsJobs: false });
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, tenant_id, create_time)
      select 'm' || n, 1, 'M' || lpad(n::text, 5, '0'), '批量', '139' || lpad(n::text, 8, '0'), '5', 0,
        timestamp '2026-01-01' from generate_series(1, 600) n`.execute(server.db.kysely);
    await addUser(server, { username: "reader", permissions: rights });
    reader = await server.as("reader", testPassword);
  });
  afterAll(() => server.close());
  const add = (format = "csv") => reader.post<{ id: string }>("/sys/export/add", { ...order(), format });
  const stateOf = async (id: string) => {
    const { rows } = await sql<{ state: string; attempts: number; rows_done: string }>`
      select state, attempts, rows_done from sys_export_task where id = ${id}`.execute(server.db.kysely);
    return { state: rows[0]?.state, attempts: rows[0]?.attempts, rows: Number(rows[0]?.rows_done) };
  };
  /** A centre whose engine stops before its second batch until the test lets it go on. */
  const held = (node: string) => {
    let arrive = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { engine } = server.context;
    const slow = Object.create(engine, {
      exportRows: {
        value: async function* (...given: Parameters<typeof engine.exportRows>) {
          let batches = 0;
          for await (const batch of engine.exportRows(...given)) {
            batches += 1;
            if (batches === 2) {
              arrive();
              await gate;
            }
            yield batch;
          }
        },
      },
    });
    return { centre: centre(node, { engine: slow }), arrived, release };
  };

  it("EXP-08 a person has three open exports, also when the orders come at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.filter(({ success }) => success).length).toBe(3);
    expect(answers.find(({ success }) => !success)?.message).toBe(
      "最多同时进行 3 个后台导出，请等前面的完成或取消后再试",
    );
    await Promise.all([centre("a").look(), centre("b").look()]);
    const { rows } = await sql<{ state: string; attempts: number }>`
      select state, attempts from sys_export_task`.execute(server.db.kysely);
    // Each was made once, by one of the two.
    expect(rows).toEqual([
      { state: "done", attempts: 1 },
      { state: "done", attempts: 1 },
      { state: "done", attempts: 1 },
    ]);
  });

  it.each(["csv", "xlsx", "pdf"])(
    "EXP-09 an export as %s that is cancelled in the middle ends, and leaves no file",
    async (format) => {
      const { id } = (await add(format)).result;
      const slow = held("a");
      const work = slow.centre.look();
      await slow.arrived;
      expect((await reader.post("/sys/export/cancel", undefined, { query: { id } })).message).toBe("导出已取消");
      now += 1;
      slow.release();
      await work;
      expect((await stateOf(id)).state).toBe("cancelled");
      expect(await server.context.files.size(`export/${id}-1.${format}`)).toBeUndefined();
      expect(await reader.get("/sys/export/download", { query: { id } })).toMatchObject({ success: false });
    },
  );

  it("EXP-10 when a server falls silent another begins the file anew, and the first one's end counts for nothing", async () => {
    const { id } = (await add()).result;
    const silent = held("a");
    const work = silent.centre.look();
    await silent.arrived;
    await centre("b").look();
    expect(await stateOf(id)).toMatchObject({ state: "running", attempts: 1 });
    now += 60_000;
    await centre("b").look();
    expect(await stateOf(id)).toMatchObject({ state: "done", attempts: 2, rows: 600 });
    silent.release();
    await work;
    expect(await stateOf(id)).toMatchObject({ state: "done", attempts: 2, rows: 600 });
    expect(await server.context.files.size(`export/${id}-1.csv`)).toBeUndefined();
    const { text } = await reader.get("/sys/export/download", { query: { id } });
    expect(text.trim().split("\r\n").length).toBe(601);
  });

  it.each(["csv", "pdf"])(
    "EXP-11 a server that stops leaves its export as %s to the next, which makes it whole",
    async (format) => {
      const { id } = (await add(format)).result;
      const stopping = held("a");
      const work = stopping.centre.look();
      await stopping.arrived;
      const stopped = stopping.centre.stop();
      stopping.release();
      await Promise.all([stopped, work]);
      expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 0 });
      expect(await reader.get("/sys/export/download", { query: { id } })).toMatchObject({ message: "导出还没有完成" });
      await centre("b").look();
      expect(await stateOf(id)).toMatchObject({ state: "done", attempts: 1, rows: 600 });
      const { bytes } = await reader.get("/sys/export/download", { query: { id } });
      const lines =
        format === "pdf" ? (await readPdf(bytes)).flatMap((page) => page.lines) : String(bytes).split("\r\n");
      expect(new Set(lines.flatMap((line) => line.match(/M\d{5}/) ?? [])).size).toBe(600);
    },
  );

  it("EXP-12 an export that takes three servers with it is given up; a frozen maker gets none", async () => {
    const { id } = (await add()).result;
    await sql`update sys_export_task set state = 'running', attempts = 3, lease_until = 1
      where id = ${id}`.execute(server.db.kysely);
    await centre("b").look();
    expect((await stateOf(id)).state).toBe("failed");
    const { id: second } = (await add()).result;
    await sql`update sys_user set status = 2 where username = 'reader'`.execute(server.db.kysely);
    await centre("b").look();
    expect((await stateOf(second)).state).toBe("failed");
  });

  it("EXP-13 a full disk fails the export with its reason, and the next one is made", async () => {
    await sql`update sys_user set status = 1 where username = 'reader'`.execute(server.db.kysely);
    const full = {
      ...server.context.files,
      write: async () => {
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      },
    };
    const { id } = (await add()).result;
    await centre("a", { files: full }).look();
    const { rows } = await sql<{ state: string; message: string }>`
      select state, message from sys_export_task where id = ${id}`.execute(server.db.kysely);
    expect(rows).toEqual([{ state: "failed", message: "磁盘空间不足或不可写，未能保存，请联系管理员" }]);
    await reader.post("/sys/export/retry", undefined, { query: { id } });
    await centre("a").look();
    expect((await stateOf(id)).state).toBe("done");
  });
});
