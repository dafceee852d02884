import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer, testPassword } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await addUser(server, { username: "wangfang", realname: "王芳", phone: "13912345678", departs: ["A01"] });
});
afterAll(() => server.close());

const online = async (client: TestClient, query: Record<string, string> = {}) =>
  (await client.get<Page<Row>>("/sys/online/list", { query })).result.records;
const signIn = async (username: string) => {
  const { result } = await server.anonymous.post<{ token: string }>("/sys/login", { username, password: testPassword });
  return server.withToken(result.token);
};

it("SYS-18 the list shows who is signed in, from where and since when, and no token", async () => {
  const client = await signIn("wangfang");
  const [row] = await online(admin, { username: "wangfang" });
  expect(row).toMatchObject({ realname: "王芳", phone: "139****5678", state: "1", ip: "127.0.0.1", isOwn: false });
  expect(row?.loginTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(JSON.stringify(row)).not.toContain(client.token ?? "-");
  expect(row?.token).toBe(row?.id);
});

it("SYS-18 a forced logout ends that session at once and no other, and leaves its entry in the log", async () => {
  const [first, second] = [await signIn("wangfang"), await signIn("wangfang")];
  expect((await first.get("/sys/user/getUserInfo")).status).toBe(200);
  expect((await second.get("/sys/user/getUserInfo")).status).toBe(200);
  const [newest] = await online(admin, { username: "wangfang" });
  const answer = await admin.post("/sys/online/forceLogout", { token: newest?.token });
  expect(answer).toMatchObject({ success: true, message: "退出登录成功！" });
  const states = [await first.get("/sys/user/getUserInfo"), await second.get("/sys/user/getUserInfo")].map(
    ({ status }) => status,
  );
  expect(states.sort()).toEqual([200, 401]);
  expect(await admin.post("/sys/online/forceLogout", { token: newest?.token })).toMatchObject({
    success: false,
    message: "Token无效!",
  });
  const logs = await admin.get<Page<Row>>("/sys/log/list", { query: { logContent: "强制 wangfang 退出登录" } });
  expect(logs.result.records).toHaveLength(1);
});

it("SYS-18 staff with the permission sees their tenant's sessions and cannot put out an administrator", async () => {
  await addUser(server, {
    username: "guard",
    departs: ["A01"],
    permissions: ["system:online:list", "system:online:forceLogout"],
  });
  const otherId = await addUser(server, { username: "other", departs: ["A01"], tenants: [9] });
  const guard = await signIn("guard");
  const other = await signIn("other");
  await server.db.kysely.updateTable("sys_session").set({ tenant_id: 9 }).where("user_id", "=", otherId).execute();

  const names = (await online(guard, { pageSize: "100" })).map((row) => row.username);
  expect(names).toContain("admin");
  expect(names).not.toContain("other");
  const [boss] = await online(admin, { username: "admin" });
  expect((await guard.post("/sys/online/forceLogout", { token: boss?.token })).status).toBe(403);
  const [foreign] = await online(admin, { username: "other" });
  expect(await guard.post("/sys/online/forceLogout", { token: foreign?.token })).toMatchObject({ success: false });
  expect((await admin.get("/sys/online/list")).status).toBe(200);
  expect((await other.get("/sys/user/getUserInfo")).status).not.toBe(401);
  expect((await (await signIn("wangfang")).get("/sys/online/list")).status).toBe(403);
});
