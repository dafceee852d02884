import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import { isDemoCleared, openFirstGuide } from "../../server/auth/first-guide.ts";
import { seedData } from "../../server/data/seed.ts";
import { forOneEngine } from "../support/database.ts";
import { isProving } from "../support/prove.ts";
import { createTestServer, type TestClient, type TestServer, type TestServerOptions } from "../support/test-server.ts";

/** A server whose first start left the guide open, as one without ADMIN_PASSWORD does. */
async function firstStart(options: TestServerOptions): Promise<{ server: TestServer; admin: TestClient }> {
  const server = await createTestServer(options);
  onTestFinished(async () => void (await server.close()));
  await openFirstGuide(server.db.kysely, options.seed === "demo", server.context.clock());
  return { server, admin: await server.as("admin") };
}

const homeOf = async (client: TestClient) =>
  (await client.get<{ userInfo: Row }>("/sys/user/getUserInfo")).result.userInfo.homePath;
const guideOf = async (client: TestClient) =>
  (await client.get<Row>("/sys/firstGuide/queryById", { query: { id: "site" } })).result;
const save = async (client: TestClient, values: Row) =>
  client.put<{ fieldErrors?: Row }>("/sys/firstGuide/edit", {
    id: "site",
    version: (await guideOf(client)).version,
    ...values,
  });
const total = async (client: TestClient, url: string) =>
  (await client.get<Page>(`${url}/list`, { query: { pageSize: "1" } })).result.total;
const countOf = async (server: TestServer, table: string) => {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(
    server.db.kysely,
  );
  return Number(rows[0]?.count);
};

forOneEngine("the first guide", (open) => {
  it("clears the demo company and begins a blank one, all at once", { timeout: 120_000 }, async () => {
    const { server, admin } = await firstStart({ seed: "demo", open });
    expect(await homeOf(admin)).toBe("/guide");
    const operator = await server.as("operator");
    expect(await homeOf(operator)).not.toBe("/guide");
    for (const answer of [
      await operator.get("/sys/firstGuide/queryById", { query: { id: "site" } }),
      await operator.put("/sys/firstGuide/finish"),
      await operator.put("/sys/firstGuide/skip"),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect(await guideOf(admin)).toMatchObject({ status: "0", company: "demo", hasDemo: true });
    expect(Number((await guideOf(admin)).demoRows)).toBeGreaterThan(1_000);

    // Wrong and unfinished input leaves everything as it was.
    expect((await admin.put("/sys/firstGuide/finish")).message).toBe("请先填写公司名称");
    const missing = await save(admin, { company: "blank", companyName: "青禾生活", departName: "", roleName: "前台" });
    expect(Object.keys(missing.result.fieldErrors ?? {}).sort()).toEqual(["departName", "roleOf"]);
    expect(await total(admin, "/store/storeOrder")).toBeGreaterThan(0);

    const roles = (await admin.get<Page>("/sys/role/list", { query: { roleCode: "store_clerk" } })).result.records;
    const roleOf = roles[0]?.id;
    const draft = { company: "blank", companyName: "青禾生活", departName: "运营部", roleName: "前台", roleOf };
    const [every] = (await admin.get<Page>("/sys/role/list", { query: { roleCode: "admin" } })).result.records;
    await save(admin, { ...draft, roleOf: every?.id });
    expect((await admin.put("/sys/firstGuide/finish")).message).toBe("不能照管理员授权，请选其他角色");
    expect(await total(admin, "/store/storeOrder")).toBeGreaterThan(0);
    expect((await save(admin, draft)).message).toContain("成功");
    // What was saved waits for the next sign-in.
    expect(await guideOf(admin)).toMatchObject({ status: "0", companyName: "青禾生活", departName: "运营部" });
    expect(await homeOf(admin)).toBe("/guide");

    expect((await admin.put("/sys/firstGuide/finish")).message).toBe("设置完成！");
    expect(await homeOf(admin)).not.toBe("/guide");
    for (const url of [
      "/store/storeOrder",
      "/member/member",
      "/store/store",
      "/product/product",
      "/settle/settleParam",
    ])
      expect([url, await total(admin, url)]).toEqual([url, 0]);
    const departs = (await admin.get<Page>("/sys/sysDepart/list", { query: { pageSize: "50" } })).result.records;
    expect(departs.map(({ departName, orgCode }) => [departName, orgCode])).toEqual(
      expect.arrayContaining([
        ["青禾生活", "A01"],
        ["运营部", "A01A01"],
      ]),
    );
    expect(await countOf(server, "sys_depart")).toBe(2);
    expect(await countOf(server, "sys_user")).toBe(1);
    expect((await operator.get("/sys/user/getUserInfo")).status).toBe(401);
    const grants = (code: string) =>
      sql`select permission_id from sys_role_permission link
      join sys_role role on role.id = link.role_id where role.${sql.id(code)} = ${code === "role_name" ? "前台" : "store_clerk"}
      order by permission_id`.execute(server.db.kysely);
    const given = (await grants("role_name")).rows;
    expect(given.length).toBeGreaterThan(10);
    expect(given).toEqual((await grants("role_code")).rows);
    const setting = await admin.get<Row>("/sys/setting/queryById", { query: { id: "site" } });
    expect(setting.result.productName).toBe("青禾生活");
    const levels = (await admin.get<Page>("/member/memberLevel/list")).result.records;
    expect(levels.map(({ memberCount }) => memberCount)).toEqual(levels.map(() => 0));

    // The first member of the blank company, with the first number.
    const member = await admin.post<Row>("/member/member/add", {
      realname: "王小明",
      mobile: "13912345678",
      registerSource: "2",
    });
    expect([member.message, member.result?.memberNo]).toEqual([expect.stringContaining("成功"), "M00000001"]);

    // Once is enough, and a later start makes no demo company again.
    expect((await admin.put("/sys/firstGuide/finish")).message).toBe("引导已经结束");
    expect((await admin.put("/sys/firstGuide/skip")).message).toBe("引导已经结束");
    expect((await save(admin, { companyName: "别名" })).message).toBe("引导已经结束");
    await sql`delete from data_sample`.execute(server.db.kysely);
    await sql`delete from data_document`.execute(server.db.kysely);
    const seed = (await isDemoCleared(server.db.kysely)) ? "none" : "demo";
    await seedData(server.db, server.source.current, { config: { ...server.config, seed } });
    expect(await countOf(server, "store_order")).toBe(0);
  });
});

it("the demo company stays when clearing it fails on the way, and when it is kept; name and picture are in force", async () => {
  const { server, admin } = await firstStart({ seed: "demo" });
  const before = await countOf(server, "store_order");
  await save(admin, { company: "blank", companyName: "青禾生活", departName: "运营部" });
  await sql`alter table sys_setting add constraint no_name check (product_name is null)`.execute(server.db.kysely);
  expect((await admin.put("/sys/firstGuide/finish")).success).toBe(false);
  expect(await countOf(server, "store_order")).toBe(before);
  expect(await guideOf(admin)).toMatchObject({ status: "0" });
  await sql`alter table sys_setting drop constraint no_name`.execute(server.db.kysely);

  await save(admin, { company: "demo", companyName: "青禾生活" });
  expect((await admin.put("/sys/firstGuide/finish")).success).toBe(true);
  expect(await countOf(server, "store_order")).toBe(before);
  expect(await homeOf(admin)).not.toBe("/guide");
  expect((await server.context.settings.current()).productName).toBe("青禾生活");
});

it("skipped, it never comes again and nothing has changed", async () => {
  const { server, admin } = await firstStart({ seed: "none" });
  expect(await guideOf(admin)).toMatchObject({ hasDemo: false, company: "blank" });
  expect((await admin.put("/sys/firstGuide/skip")).success).toBe(true);
  expect(await homeOf(admin)).not.toBe("/guide");
  expect(await countOf(server, "sys_depart")).toBe(0);
});

it("BIZ-01 without the demo company the guide makes the root department, once for two who finish at once, and its administrator belongs to it", async () => {
  const { server, admin } = await firstStart({ seed: "none" });
  expect((await save(admin, { companyName: "青禾生活", departName: "运营部" })).success).toBe(true);
  const answers = await Promise.all([1, 2].map(() => admin.put("/sys/firstGuide/finish")));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const { rows } = await sql<Row>`select depart_name, org_code from sys_depart order by org_code`.execute(
    server.db.kysely,
  );
  expect(rows).toEqual([
    { depart_name: "青禾生活", org_code: "A01" },
    { depart_name: "运营部", org_code: "A01A01" },
  ]);
  const departs = await admin.get<{ list: readonly Row[] }>("/sys/user/getCurrentUserDeparts");
  expect(departs.result.list).toMatchObject([{ orgCode: "A01" }]);
});

it("a first start opens the guide unless ADMIN_PASSWORD or FIRST_GUIDE=off says no", async () => {
  const isOpenAfter = async (env: Readonly<Record<string, string>>) => {
    const server = await createTestServer({ env });
    onTestFinished(async () => void (await server.close()));
    return countOf(server, "sys_first_guide");
  };
  expect(await isOpenAfter({})).toBe(0);
  expect(await isOpenAfter({ ADMIN_PASSWORD: "" })).toBe(1);
  if (isProving) expect(await isOpenAfter({ ADMIN_PASSWORD: "", FIRST_GUIDE: "off" })).toBe(0);
});
