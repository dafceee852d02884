import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { buildReport } from "../../runtime/online-reports/build-sql.ts";
import { buildWords } from "../../runtime/online-reports/build-words.ts";
import type { BuildTable, ReportBuild } from "../../runtime/online-reports/report-build.ts";
import { forOneEngine } from "../support/database.ts";
import { addUser } from "../support/people.ts";
import { bodyOf, type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

/** Row rules of a list hold in every report over its table: joined to others, kept for a while, or sent by mail. */
forOneEngine("row rules of a list in reports over it", (open) => {
  let smtp: SmtpServer;
  let server: TestServer;
  let admin: TestClient;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    smtp = await startSmtpServer();
    server = await createTestServer({ open, env: { SMTP_URL: smtp.url, SMTP_FROM: "报表 <report@console.example>" } });
    admin = await server.as("admin");
    const { id: page } = await server.db.kysely
      .selectFrom("sys_permission")
      .select("id")
      .where("perms", "=", "system:user:list")
      .executeTakeFirstOrThrow();
    await admin.post("/sys/permission/addPermissionRule", {
      ...{ permissionId: page, ruleName: "本人", ruleColumn: "username", ruleConditions: "=" },
      ...{ ruleValue: "#{sys_user_code}", status: "1" },
    });
    const { id: rule } = await server.db.kysely
      .selectFrom("sys_permission_data_rule")
      .select("id")
      .where("permission_id", "=", String(page))
      .executeTakeFirstOrThrow();
    const permissions = ["system:user:list", "ad:group:list"];
    for (const username of ["ruled", "ruled2", "free"]) {
      const id = await addUser(server, { username, permissions });
      ids.set(username, id);
      await sql`update sys_user set email = ${`${username}@example.com`} where id = ${id}`.execute(server.db.kysely);
      const group = await admin.post<Row>("/ad/adGroup/add", { name: `${username}的分组`, groupType: "1" });
      await sql`update ad_group set owner = ${username} where id = ${String(group.result.id)}`.execute(
        server.db.kysely,
      );
      if (username === "free") continue;
      await sql`update sys_role_permission set data_rule_ids = ${String(rule)} where permission_id = ${String(page)}
        and role_id in (select role_id from sys_user_role where user_id = ${id})`.execute(server.db.kysely);
    }
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  async function publish(code: string, cgrSql: string, names: readonly string[], more: Row = {}): Promise<string> {
    const items = names.map((fieldName, index) => ({ fieldName, fieldType: "String", isShow: 1, orderNum: index + 1 }));
    const head = { code, name: code, cgrSql, ...more };
    const { result } = await admin.post<Row>("/online/cgreport/head/add", { head, items });
    const { id, version } = result;
    expect((await admin.put("/online/cgreport/head/publish", { id, version })).success).toBe(true);
    const menu = await admin.post<Row>("/online/cgreport/head/addMenu", { id });
    expect(menu.success).toBe(true);
    for (const userId of ids.values()) {
      await sql`insert into sys_role_permission (id, role_id, permission_id, version, tenant_id, create_by, create_time)
        select concat(${String(id).slice(-12)}::text, role_id), role_id, ${String(menu.result.id)}, 1, 0, 'test', now()
        from sys_user_role where user_id = ${userId}`.execute(server.db.kysely);
    }
    return String(id);
  }
  const read = async (id: string, username: string): Promise<readonly Row[]> => {
    const { result, message } = await (await server.as(username)).get<{ records: readonly Row[] }>(
      `/online/cgreport/api/getData/${id}`,
      { query: { pageSize: "100" } },
    );
    expect(message).toBe("操作成功！");
    return result.records;
  };

  it("RPT-03 a table that a built report joins shows nothing of the rows that its list hides", async () => {
    const { result } = await admin.get<{ tables: BuildTable[] }>("/online/cgreport/head/catalogue");
    const tables = new Map(result.tables.map((table) => [table.name, table]));
    const build: ReportBuild = {
      table: "ad_group",
      columns: [{ path: "name" }, { path: "owner.email" }, { path: "" }],
      asks: [],
      sort: [],
    };
    const built = buildReport(build, tables, buildWords);
    expect(built?.sql).toContain("LEFT JOIN");
    const names = ["name", "owner_email", "row_count"];
    const id = await publish("joined", built?.sql ?? "", names, { settings: { build } });
    const seen = async (username: string) =>
      Object.fromEntries((await read(id, username)).map(({ name, owner_email: email }) => [name, email]));
    const all = {
      free的分组: "free@example.com",
      ruled的分组: "ruled@example.com",
      ruled2的分组: "ruled2@example.com",
    };
    const hidden = { free的分组: null, ruled的分组: null, ruled2的分组: null };
    expect(await seen("free")).toEqual(all);
    expect(await seen("ruled")).toEqual({ ...hidden, ruled的分组: all.ruled的分组 });
    expect(await seen("ruled2")).toEqual({ ...hidden, ruled2的分组: all.ruled2的分组 });
  });

  it("RPT-03 rows that were kept for others are none of theirs, in whatever order they ask", async () => {
    const id = await publish("kept_list", "SELECT username FROM sys_user ORDER BY username", ["username"], {
      cacheSeconds: 300,
    });
    const names = async (username: string) => (await read(id, username)).map(({ username: name }) => name);
    for (const _round of [1, 2]) {
      expect(await names("free")).toEqual(expect.arrayContaining(["admin", "ruled", "ruled2", "free"]));
      expect(await names("ruled")).toEqual(["ruled"]);
      expect(await names("ruled2")).toEqual(["ruled2"]);
    }
  });

  it("RPT-02 a mail holds the rows of its receiver, one mail to each", async () => {
    const id = await publish("mailed_list", "SELECT username FROM sys_user ORDER BY username", ["username"]);
    const added = await admin.post<Row>("/online/cgreport/subscription/add", {
      ...{ title: "每日人员", cgrheadId: id, cron: "0 0 8 * * ?", channel: "mail" },
      ...{ receivers: [...ids.values()].join(","), conditions: {} },
    });
    expect(added.success).toBe(true);
    await admin.get("/sys/quartzJob/execute", { query: { id: String(added.result.id) } });
    await until(() => expect(smtp.mails).toHaveLength(3));
    const cells = new Map(
      smtp.mails.map(({ to, data }) => [
        to[0]?.split("@")[0] ?? "",
        [...bodyOf(data).matchAll(/<td>(.*?)<\/td>/g)].map(([, name]) => name),
      ]),
    );
    expect(cells.get("ruled")).toEqual(["ruled"]);
    expect(cells.get("ruled2")).toEqual(["ruled2"]);
    expect(cells.get("free")).toEqual(expect.arrayContaining(["admin", "ruled", "ruled2", "free"]));
  });
});
