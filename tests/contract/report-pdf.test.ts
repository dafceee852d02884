import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { type PdfPage, readPdf } from "../support/read-pdf.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const base = "/lowcode/aggregate/exportXls";
const growth = "report/member-growth";

describe("a report over sums as a file", () => {
  let server: TestServer;
  let admin: TestClient;
  let reader: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, register_time, order_count,
        total_amount, tenant_id, create_time, create_by)
      select 'm' || n, 1, 'M' || n, '会员' || n, '139' || lpad(n::text, 8, '0'), (1 + n % 2)::text,
        timestamp '2018-01-15 08:00:00' + make_interval(months => n), 2, 1000.25, 0, timestamp '2026-01-01',
        case when n = 1 then 'reader' else 'admin' end
      from generate_series(0, 95) n`.execute(server.db.kysely);
    admin = await server.as("admin");
    const permissions = ["member:member:list", "report:memberGrowth:export"];
    await addUser(server, { username: "reader", permissions });
    await addUser(server, { username: "watcher", permissions: ["member:member:list"] });
    await addUser(server, { username: "buttons", permissions: ["report:memberGrowth:export"] });
    reader = await server.as("reader");
  });
  afterAll(() => server.close());

  const ask = (query: Readonly<Record<string, string>>, client = admin, id = growth, headers = {}) =>
    client.get(`${base}/${id}`, { query, headers });
  const pages = async (query: Readonly<Record<string, string>>, client = admin, headers = {}) => {
    const answer = await ask({ format: "pdf", ...query }, client, growth, headers);
    expect([answer.headers["content-type"], answer.message]).toEqual(["application/pdf", undefined]);
    return readPdf(answer.bytes);
  };
  const linesOf = (given: readonly PdfPage[]) => given.flatMap(({ lines }) => lines);

  it("PDF-09 has its title, the conditions in words, the table's head and the number on each page, and the sums below", async () => {
    const given = await pages({ registerTime_begin: "2018-01-01", registerTime_end: "2025-12-31", _t: "1" });
    expect(given[0]?.lines.slice(0, 4)).toEqual([
      "会员增长",
      expect.stringMatching(/^导出人:管理员\s+导出时间:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      "条件:注册时间 从 2018-01-01，注册时间 到 2025-12-31",
      "注册月份 注册来源 新增会员 他们的订单 他们的消费",
    ]);
    expect(given.length).toBe(3);
    for (const [index, { lines }] of given.entries()) {
      expect(lines).toContain("注册月份 注册来源 新增会员 他们的订单 他们的消费");
      expect(lines.at(-1)).toMatch(new RegExp(`^会员增长 第 ${index + 1} 页，共 ?${given.length} 页$`));
    }
    const rows = linesOf(given).filter((line) => /^\d{4}-\d\d /.test(line));
    expect(rows).toHaveLength(96);
    expect(rows.slice(0, 2)).toEqual(["2018-01 小程序 1 2 1,000.25", "2018-02 门店登记 1 2 1,000.25"]);
    expect(linesOf(given)).toContain("合计 96 192 96,024.00");
  });

  it("PDF-10 order, chosen columns and conditions are those of the page; English has English words; no rows are said", async () => {
    const query = { column: "totalAmount", order: "desc", exportFields: "registerSource,totalAmount" };
    const narrow = { registerTime_begin: "2018-01-01", registerTime_end: "2018-03-31", registerSource: "1" };
    const [page] = await pages({ ...query, ...narrow });
    expect(page?.lines.slice(2)).toEqual([
      "条件:注册时间 从 2018-01-01，注册时间 到 2018-03-31，注册来源 小程序",
      "注册来源 他们的消费",
      "小程序 1,000.25",
      "小程序 1,000.25",
      "合计 2,000.50",
      expect.stringMatching(/^会员增长 第 1 页，共 ?1 页$/),
    ]);
    const english = linesOf(await pages({ ...query, ...narrow }, admin, { "accept-language": "en-US" }));
    expect(english[0]).toBe("Member growth");
    expect(english).toContain("Total 2,000.50");
    const none = linesOf(await pages({ registerTime_begin: "2001-01-01", registerTime_end: "2001-12-31" }));
    expect(none).toContain("没有数据");
    expect(none.some((line) => line.startsWith("合计"))).toBe(false);
  });

  it("PDF-11 the same rows come as .xlsx, .xls and .csv, with the sums", async () => {
    const narrow = { registerTime_begin: "2018-01-01", registerTime_end: "2018-02-28" };
    const csv = await ask({ format: "csv", ...narrow });
    expect(csv.text.replace("\uFEFF", "").trim().split("\r\n")).toEqual([
      "注册月份,注册来源,新增会员,他们的订单,他们的消费",
      "2018-01,小程序,1,2,1000.25",
      "2018-02,门店登记,1,2,1000.25",
      "合计,,2,4,2000.5",
    ]);
    for (const [format, type] of [
      ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      ["xls", "application/vnd.ms-excel"],
    ] as const)
      expect((await ask({ format, ...narrow })).headers["content-type"]).toBe(type);
  });

  it("PDF-12 who may not press the button, not list the rows, or names another page has no file, now or later", async () => {
    for (const username of ["watcher", "buttons"]) {
      const client = await server.as(username);
      const later = { kind: "screen", id: growth, format: "pdf", query: {} };
      expect([(await ask({ format: "pdf" }, client)).code, (await client.post("/sys/export/add", later)).code]).toEqual(
        [510, 510],
      );
    }
    for (const id of ["report/none", "report/margin", "member/member", "report/constructor"])
      expect((await ask({ format: "pdf" }, admin, id)).code).toBe(510);
    expect((await server.anonymous.get(`${base}/${growth}`)).status).toBe(401);
  });

  it("PDF-13 a column, an order, a condition or a format that is not there is named and no file begins", async () => {
    const refused = async (query: Readonly<Record<string, string>>) => {
      const { success, message, headers } = await ask({ format: "pdf", ...query });
      expect([success, headers["content-type"]]).toEqual([false, expect.stringContaining("json")]);
      return message;
    };
    expect(await refused({ exportFields: "mobile" })).toBe("不支持导出字段“mobile”");
    expect(await refused({ column: "mobile", order: "asc" })).toBe("报表没有可以排序的列“mobile”");
    expect(await refused({ nothing: "1" })).toBe("不支持汇总字段“nothing”");
    expect(await refused({ format: "docx" })).toBe("导出格式须为 xls、xlsx、csv 或 pdf");
  });

  it("PDF-14 the background makes the same file; a row rule narrows both, and closes the file made before it", async () => {
    const query = { registerTime_begin: "2018-01-01", registerTime_end: "2018-12-31" };
    const order = async () => {
      const body = { kind: "screen", id: growth, format: "pdf", query };
      const { result } = await reader.post<{ id: string }>("/sys/export/add", body);
      await until(async () => {
        const { records } = (await reader.get<{ records: readonly { id: string }[] }>("/sys/export/list")).result;
        expect(records.find(({ id }) => id === result.id)).toMatchObject({ state: "done", title: "会员增长.pdf" });
      });
      return result.id;
    };
    const drop = (given: readonly PdfPage[]) => linesOf(given).map((line) => line.replace(/\d\d:\d\d:\d\d/g, ""));
    const id = await order();
    const file = await reader.get("/sys/export/download", { query: { id } });
    expect(drop(await readPdf(file.bytes))).toEqual(drop(await pages(query, reader)));

    const db = server.db.kysely;
    const { rows: found } = await sql<{ id: string }>`
      select id from sys_permission where perms = 'member:member:list'`.execute(db);
    const place = String(found[0]?.id);
    await db
      .insertInto("sys_permission_data_rule")
      .values({
        id: "own-members",
        permission_id: place,
        rule_name: "own",
        rule_column: "createBy",
        rule_conditions: "=",
        rule_value: "#{sys_user_code}",
        status: "1",
        version: 1,
        tenant_id: 0,
      } as never)
      .execute();
    await sql`update sys_role_permission set data_rule_ids = 'own-members' where permission_id = ${place}`.execute(db);
    await server.context.authentication.invalidate();
    expect(linesOf(await pages(query, reader))).toContain("合计 1 2 1,000.25");
    expect((await reader.get("/sys/export/download", { query: { id } })).message).toBe(
      "您的权限在导出之后有变化，文件不能再下载，请重新导出",
    );
  });
});
