import { read, utils } from "@e965/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { statementsOf } from "../support/statements.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const sheetRows = (bytes: Buffer) => {
  const workbook = read(bytes);
  return utils.sheet_to_json<unknown[]>(workbook.Sheets[workbook.SheetNames[0] ?? ""] ?? {}, { header: 1 });
};

describe("exports", () => {
  let server: TestServer;
  let admin: TestClient;
  const ids: string[] = [];
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    for (const [index, realname] of ["=1+1", "王芳", "李娜"].entries()) {
      const body = { realname, mobile: `1390000000${index}`, registerSource: "2", sex: "2" };
      const { result, message } = await admin.post<{ id: string }>("/member/member/add", body);
      expect(message).toBe("添加成功！");
      ids.push(result.id);
    }
    await addUser(server, { username: "reader", permissions: ["member:member:list"] });
  });
  afterAll(() => server.close());

  it("IMP-02: an .xlsx has a title, who exported, the headers and the dictionary texts", async () => {
    const answer = await admin.get("/member/member/exportXls", {
      query: { format: "xlsx", exportFields: "realname,mobile,sex", column: "mobile", order: "asc" },
    });
    expect(answer.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''%E4%BC%9A%E5%91%98.xlsx");
    expect(sheetRows(answer.bytes)).toEqual([
      ["会员列表数据"],
      ["导出人:管理员"],
      ["姓名", "手机号", "性别"],
      ["'=1+1", "13900000000", "女"],
      ["王芳", "13900000001", "女"],
      ["李娜", "13900000002", "女"],
    ]);
  });

  it("I18N-08 for who reads English the file has English titles, headers and options, and people's own words as they are", async () => {
    const english = { "accept-language": "en-US" };
    const query = { exportFields: "realname,mobile,sex,createTime", column: "mobile", order: "asc", realname: "王芳" };
    const sheet = await admin.get("/member/member/exportXls", {
      query: { ...query, format: "xlsx" },
      headers: english,
    });
    expect(sheet.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''Member.xlsx");
    expect(sheetRows(sheet.bytes).slice(0, 3)).toEqual([
      ["Member list"],
      ["Exported by: 管理员"],
      ["Name", "Mobile number", "Sex", "Created"],
    ]);
    expect(sheetRows(sheet.bytes)[3]?.slice(0, 3)).toEqual(["王芳", "13900000001", "Female"]);
    const old = await admin.get("/member/member/exportXls", { query, headers: english });
    expect(sheetRows(old.bytes).slice(0, 3)).toEqual(sheetRows(sheet.bytes).slice(0, 3));
    const text = await admin.get("/member/member/exportXls", { query: { ...query, format: "csv" }, headers: english });
    expect(text.text).toMatch(/^\uFEFFName,Mobile number,Sex,Created\r\n王芳,13900000001,Female,/);
    const menus = await admin.get("/sys/permission/exportXls", {
      query: { format: "csv", exportFields: "route", name: "首页" },
      headers: english,
    });
    expect(menus.text.split("\r\n").slice(0, 2)).toEqual(["\uFEFFIs a route", "Yes"]);
  });

  it("IMP-02: without a format the answer is the recorded .xls", async () => {
    const answer = await admin.get("/member/member/exportXls", {
      query: { exportFields: "realname", realname: "王芳" },
    });
    expect(answer.headers["content-type"]).toBe("application/vnd.ms-excel");
    expect([...answer.bytes.subarray(0, 4)]).toEqual([0xd0, 0xcf, 0x11, 0xe0]);
    expect(sheetRows(answer.bytes).at(-1)).toEqual(["王芳"]);
  });

  it("IMP-02: only the selected rows go into the file when rows are selected", async () => {
    const answer = await admin.get("/member/member/exportXls", {
      query: { format: "csv", exportFields: "realname", selections: `${ids[2]},` },
    });
    expect(answer.text).toBe("\uFEFF姓名\r\n李娜\r\n");
  });

  it("every row comes exactly once, in the list's order, whatever the size of a batch", async () => {
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, points, tenant_id, create_time)
      select 'bulk' || n, 1, 'B' || n, '批量', 'x' || n, '5', case when n % 3 = 0 then null else n % 7 end, 0,
        timestamp '2026-01-01' from generate_series(1, 2500) n`.execute(server.db.kysely);
    const answer = await admin.get("/member/member/exportXls", {
      query: { format: "csv", exportFields: "memberNo", column: "points", order: "asc" },
    });
    const lines = answer.text.trim().split("\r\n").slice(1);
    expect(lines.length).toBe(2_503);
    expect(new Set(lines).size).toBe(2_503);
  });

  it("PRM-06: exporting needs its own permission", async () => {
    const answer = await (await server.as("reader")).get("/member/member/exportXls");
    expect([answer.status, answer.code, answer.message]).toEqual([403, 510, "没有权限，请联系管理员授权"]);
  });

  it("an unknown field or a bad filter is refused before a file begins", async () => {
    const unknown = await admin.get("/member/member/exportXls", { query: { exportFields: "realname,passwd" } });
    expect([unknown.success, unknown.message]).toEqual([false, "不支持导出字段“passwd”"]);
    const badQuery = await admin.get("/member/member/exportXls", { query: { superQueryParams: "not json" } });
    expect(badQuery.success).toBe(false);
  });

  it("an export leaves a line in the operation log", async () => {
    const { rows } = {
      rows: await server.db.kysely.selectFrom("sys_log").select("log_content").where("log_type", "=", 2).execute(),
    };
    expect(rows.map((row) => row.log_content)).toContain("导出会员，条件：列=姓名 姓名=王芳");
  });
});

describe("several exports at once", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await sql`insert into member (id, version, tenant_id, member_no, realname, mobile, register_time, status)
      select 'm' || i, 1, 0, 'M' || i, '会员' || i, '13900' || lpad(i::text, 6, '0'), timestamp '2026-01-01', '1'
      from generate_series(1, 600) i`.execute(server.db.kysely);
  });
  afterAll(() => server.close());

  const orders = { realname: 'order by "member"."realname" asc', mobile: 'order by "member"."mobile" asc' };
  const names = Object.keys(orders) as (keyof typeof orders)[];
  const exporting = (client: TestClient, column: keyof typeof orders) =>
    client.get("/member/member/exportXls", {
      query: { format: "csv", exportFields: "realname,mobile", column, order: "asc" },
    });

  it("those of one person are read one after the other, and each is whole", async () => {
    const admin = await server.as("admin");
    const statements = await statementsOf(async () => {
      for (const { text } of await Promise.all(names.map((column) => exporting(admin, column)))) {
        expect(text.trim().split("\r\n")).toHaveLength(601);
      }
    });
    const steps = statements.flatMap((text) => names.find((column) => text.includes(orders[column])) ?? []);
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps).toEqual([...steps].sort((left, right) => steps.indexOf(left) - steps.indexOf(right)));
  });

  it("leave their places: twelve more are answered", async () => {
    const admin = await server.as("admin");
    const answers = await Promise.all(Array.from({ length: 12 }, () => exporting(admin, "realname")));
    expect(answers.map(({ status, headers }) => [status, headers["content-type"]])).toEqual(
      answers.map(() => [200, "text/csv; charset=utf-8"]),
    );
  });
});
