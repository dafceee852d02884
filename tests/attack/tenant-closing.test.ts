import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await addUser(server, { username: "tina", tenants: [31] });
  await addUser(server, { username: "both", tenants: [31, 32] });
});
afterAll(() => server.close());

const signIn = (username: string) =>
  server.anonymous.post<{ token: string; userInfo: { loginTenantId: number } }>("/sys/login", {
    username,
    password: testPassword,
  });
const setStatus = async (id: string, status: number) => {
  const admin = await server.as("admin");
  const { result } = await admin.get<Record<string, unknown>>("/sys/tenant/queryById", { query: { id } });
  expect(await admin.put("/sys/tenant/edit", { ...result, status })).toMatchObject({ success: true });
};

it("SYS-07 closing a tenant ends its sessions within a second and refuses every way back in", async () => {
  const [tina, both] = await Promise.all([signIn("tina"), signIn("both")]);
  const here = server.withToken(tina.result.token);
  const moved = server.withToken(both.result.token);
  expect(both.result.userInfo.loginTenantId).toBe(31);
  expect((await here.get("/sys/user/getUserInfo")).status).toBe(200);
  await setStatus("31", 0);
  // With the answer, not some time after it.
  expect((await here.get("/sys/user/getUserInfo")).status).toBe(401);
  expect((await moved.get("/sys/user/getUserInfo")).status).toBe(401);
  expect(await signIn("tina")).toMatchObject({
    status: 403,
    success: false,
    message: "您所在的租户已停用，不能登录，请联系平台管理员",
    result: null,
  });

  const again = await signIn("both");
  expect(again.result.userInfo.loginTenantId).toBe(32);
  const elsewhere = server.withToken(again.result.token);
  expect(await elsewhere.get("/sys/user/getUserInfo", { headers: { "tenant-id": "31" } })).toMatchObject({
    status: 403,
  });
  expect(await elsewhere.post("/sys/selectDepart", { loginTenantId: "31" })).toMatchObject({ status: 403 });

  await setStatus("31", 1);
  expect(await signIn("tina")).toMatchObject({ success: true });
});

it("SYS-07 a tenant closed in the table alone, by another process, ends its sessions too", async () => {
  const tina = server.withToken((await signIn("tina")).result.token);
  expect((await tina.get("/sys/user/getUserInfo")).status).toBe(200);
  await server.db.kysely.updateTable("sys_tenant").set({ status: 0 }).where("id", "=", "31").execute();
  await server.context.authentication.invalidate();
  expect((await tina.get("/sys/user/getUserInfo")).status).toBe(401);
  const logs = await (await server.as("admin")).get<{ records: object[] }>("/sys/log/list", {
    query: { logContent: "*closed tenant*" },
  });
  expect(logs.result.records[0]).toMatchObject({ userid: "tina", outcome: "refused", tenantId: 31 });
});

it("SYS-07 who is moved to another tenant does not go on in the old one", async () => {
  await addUser(server, { username: "mover", tenants: [33] });
  const mover = server.withToken((await signIn("mover")).result.token);
  expect((await mover.get("/sys/user/getUserInfo")).status).toBe(200);
  const admin = await server.as("admin");
  const { records } = (
    await admin.get<{ records: Record<string, unknown>[] }>("/sys/user/list", { query: { username: "mover" } })
  ).result;
  const { result: row } = await admin.get<Record<string, unknown>>("/sys/user/queryById", {
    query: { id: String(records[0]?.id) },
  });
  expect(await admin.put("/sys/user/edit", { ...row, relTenantIds: "32" })).toMatchObject({ success: true });
  expect((await mover.get("/sys/user/getUserInfo")).status).toBe(401);
});

it("SYS-07 a user manager makes people of their tenant and can neither place nor see them elsewhere", async () => {
  const permissions = ["system:user:list", "system:user:add", "system:user:edit"];
  await addUser(server, { username: "manager", tenants: [32], permissions });
  const manager = await server.as("manager");
  const person = { username: "fresh32", realname: "新人", password: testPassword };
  const made = await manager.post<Record<string, unknown>>("/sys/user/add", person);
  expect(made).toMatchObject({ success: true, result: { relTenantIds: "32" } });
  expect(await manager.post("/sys/user/add", { ...person, username: "fresh33", relTenantIds: "33" })).toMatchObject({
    success: false,
    message: "所属租户不存在或已停用",
  });
  const { records } = (await manager.get<{ records: Record<string, unknown>[] }>("/sys/user/list")).result;
  expect(records.map(({ username }) => username).sort()).toEqual(["both", "fresh32", "manager", "mover"]);
  expect(records.find(({ username }) => username === "both")).toMatchObject({ relTenantIds: "32" });
});

it("SYS-07 of who works for two tenants each sees the departments and the number of its own", async () => {
  await addUser(server, { username: "in-34", tenants: [34], departs: ["C34"] });
  await addUser(server, { username: "in-35", tenants: [35], departs: ["C35"] });
  const id = await addUser(server, { username: "spanning", tenants: [34, 35], departs: ["C34", "C35"] });
  const permissions = ["system:user:list", "system:address-book:list"];
  await addUser(server, { username: "manager-34", tenants: [34], permissions });
  const manager = await server.as("manager-34");
  const answers = await Promise.all([
    manager.get("/sys/user/list", { query: { pageSize: "100" } }),
    manager.get("/sys/user/queryById", { query: { id } }),
    manager.get("/sys/user/userDepartList", { query: { userId: id } }),
    manager.get("/sys/user/queryByOrgCodeForAddressList", { query: { pageSize: "100" } }),
    manager.get("/sys/sysDepart/queryTreeList"),
  ]);
  for (const [index, { success, text }] of answers.entries()) {
    expect(success).toBe(true);
    expect(text, String(index)).toContain("C34");
    expect(text).not.toContain("C35");
  }
  expect(answers[1].result).toMatchObject({ relTenantIds: "34" });
});

const inSeconds = async (seconds: number) => {
  const { rows } = await sql<{
    at: string;
  }>`select to_char(localtimestamp + cast(${seconds} as int) * interval '1 second',
    'YYYY-MM-DD HH24:MI:SS') as at`.execute(server.db.kysely);
  return String(rows[0]?.at);
};
const setTerm = async (id: string, term: { beginDate: string | null; endDate: string | null }) => {
  const admin = await server.as("admin");
  const { result } = await admin.get<Record<string, unknown>>("/sys/tenant/queryById", { query: { id } });
  expect(await admin.put("/sys/tenant/edit", { ...result, ...term })).toMatchObject({ success: true });
};

it("SYS-07 a tenant whose time has not come or is over is closed, and open again with another time", async () => {
  await addUser(server, { username: "term", tenants: [36] });
  const isIn = async () => (await signIn("term")).success;
  const refusal = async () => (await signIn("term")).message;
  const before = server.withToken((await signIn("term")).result.token);
  expect((await before.get("/sys/user/getUserInfo")).status).toBe(200);
  await setTerm("36", { beginDate: null, endDate: await inSeconds(-1) });
  expect((await before.get("/sys/user/getUserInfo")).status).toBe(401);
  expect(await refusal()).toBe("您所在的租户已到期，不能登录，请联系平台管理员");
  await setTerm("36", { beginDate: await inSeconds(3_600), endDate: null });
  expect(await refusal()).toBe("您所在的租户还没有到开始时间，不能登录，请联系平台管理员");
  await setStatus("36", 0);
  expect(await refusal()).toBe("您所在的租户已停用，不能登录，请联系平台管理员");
  await setStatus("36", 1);
  await setTerm("36", { beginDate: await inSeconds(-3_600), endDate: await inSeconds(3_600) });
  expect(await isIn()).toBe(true);
});

it("SYS-07 what is kept of a session ends in the moment in which the tenant's time is over", async () => {
  const { token } = (await signIn("term")).result;
  const endDate = await inSeconds(3_600);
  await setTerm("36", { beginDate: null, endDate });
  expect((await server.withToken(token).get("/sys/user/getUserInfo")).status).toBe(200);
  const kept = await server.context.authentication.find(token);
  expect(kept?.session.expiresAt).toBe(Date.parse(`${endDate.replace(" ", "T")}+08:00`));
});

it("SYS-07 raw lists of links show of who works for two tenants only what belongs to the asking one", async () => {
  const userId = await addUser(server, { username: "linked", tenants: [37, 38], departs: ["D37", "D38"] });
  await addUser(server, { username: "in-37", tenants: [37], departs: ["D37"] });
  await addUser(server, { username: "in-38", tenants: [38], departs: ["D38"] });
  const { kysely } = server.db;
  const columns = { version: 1, tenant_id: 0 };
  for (const tenant of [37, 38]) {
    const { id: dep_id } = await kysely
      .updateTable("sys_depart")
      .set({ tenant_id: tenant })
      .where("org_code", "=", `D${tenant}`)
      .returning("id")
      .executeTakeFirstOrThrow();
    const role = { id: `role-${tenant}`, role_code: `role${tenant}`, role_name: `${tenant}`, version: 1 };
    await kysely
      .insertInto("sys_role")
      .values({ ...role, tenant_id: tenant })
      .execute();
    const link = { user_id: userId, role_id: role.id, ...columns };
    await kysely
      .insertInto("sys_user_role")
      .values({ id: `user-role-${tenant}`, ...link })
      .execute();
    const departRole = { id: `depart-role-${tenant}`, depart_id: dep_id, role_code: `d${tenant}`, ...columns };
    await kysely
      .insertInto("sys_depart_role")
      .values({ ...departRole, role_name: "r" })
      .execute();
    const departLink = { user_id: userId, drole_id: departRole.id, ...columns };
    await kysely
      .insertInto("sys_depart_role_user")
      .values({ id: `depart-role-user-${tenant}`, ...departLink })
      .execute();
  }
  const admin = await addUser(server, { username: "admin-37", tenants: [37] });
  await sql`insert into sys_user_role (id, version, tenant_id, user_id, role_id)
    select 'admin-37', 1, 0, ${admin}, id from sys_role where role_code = 'admin'`.execute(kysely);
  const asking = await server.as("admin-37");
  for (const base of ["userRole", "userDepart", "departRoleUser"]) {
    const { success, text } = await asking.get(`/sys/${base}/list`, { query: { userId, pageSize: "100" } });
    expect(success, base).toBe(true);
    expect(text.split(userId).length - 1, base).toBeGreaterThan(0);
    expect(text, base).not.toMatch(/role-38|D38/);
    const { records } = JSON.parse(text).result;
    expect(records, base).toHaveLength(1);
  }
});
