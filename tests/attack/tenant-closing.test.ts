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

it("SYS-07 a user manager makes people of his tenant and can neither place nor see them elsewhere", async () => {
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
