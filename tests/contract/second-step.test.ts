import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { codeOf, signInWith, wrongCode } from "../support/authenticator.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Two-step verification that a role asks for, browsers that are not asked, and codes before what cannot be taken back. */

let server: TestServer;
let admin: TestClient;
let people: ReturnType<typeof signInWith>;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  people = signInWith(server);
});
afterAll(() => server.close());

/** A role of this code, and whether it asks for two-step verification. */
async function roleThatAsks(roleCode: string, holders: readonly string[], secondFactor = "Y"): Promise<string> {
  await admin.post("/sys/role/add", { roleCode, roleName: roleCode, secondFactor });
  const { result } = await admin.get<{ records: { id: string }[] }>("/sys/role/list", { query: { roleCode } });
  const roleId = result.records[0]?.id ?? "";
  await admin.post("/sys/user/addSysUserRole", { roleId, userIdList: holders });
  return roleId;
}
const tables = (token: string | undefined) => server.withToken(token ?? "").get("/sys/user/ownSignIns");

it("SES-02 a role that asks for it lets nobody in before it is set up, and nobody switch it off", async () => {
  const id = await addUser(server, { username: "step_a", departs: ["A01"] });
  await roleThatAsks("step_asks", [id]);
  const { result } = await people.signIn("step_a");
  expect(result.mustSetUpSecondFactor).toBe(true);
  const refused = await tables(result.token);
  expect(refused).toMatchObject({ status: 403, message: "您的角色要求两步验证，请先开启" });
  expect(refused.result).toEqual({ secondFactorWanted: "setUp" });
  const { client, secret } = await people.setUp(result.token);
  expect((await tables(result.token)).success).toBe(true);
  expect((await client.get("/sys/secondFactor/state")).result).toMatchObject({ isOn: true, isRequired: true });
  const off = await client.post("/sys/secondFactor/off", { code: codeOf(secret, 1) });
  expect(off.message).toBe("您的角色要求两步验证，不能关闭");
});

it("a role that begins to ask bites in sessions that are open, and lets them on when it no longer asks", async () => {
  const id = await addUser(server, { username: "step_b", departs: ["A01"] });
  const roleId = await roleThatAsks("step_later", [id], "N");
  const { result } = await people.signIn("step_b");
  expect((await tables(result.token)).success).toBe(true);
  await admin.put("/sys/role/edit", { id: roleId, secondFactor: "Y" });
  expect((await tables(result.token)).status).toBe(403);
  await admin.put("/sys/role/edit", { id: roleId, secondFactor: "N" });
  expect((await tables(result.token)).success).toBe(true);
});

it("who holds a role does not take the demand away from it", async () => {
  const { id, client } = await people.protectedPerson("step_c", {
    permissions: ["system:role:list", "system:role:edit"],
  });
  const roleId = await roleThatAsks("step_own", [id]);
  const refused = await client.put("/sys/role/edit", { id: roleId, secondFactor: "N" });
  expect(refused.message).toBe("不能取消自己角色的两步验证要求，请联系管理员");
});

const cookieOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }): string => {
  const set = [answer.headers["set-cookie"]].flat().map(String);
  return set.find((line) => line.startsWith("sc_known_"))?.split(";")[0] ?? "";
};

it("a browser that is remembered is not asked: with the right password, for its own person, until the password changes", async () => {
  const one = await people.protectedPerson("step_d");
  await people.protectedPerson("step_e");
  const asked = await people.signIn("step_d");
  const remembered = await people.finish(asked.result.secondFactor, codeOf(one.secret, 1), { remember: true });
  const cookie = cookieOf(remembered);
  expect(String(remembered.headers["set-cookie"])).toMatch(
    /sc_known_\w+=[\w-]{43};[^,]*Max-Age=2592000; HttpOnly; SameSite/,
  );

  const again = await people.signIn("step_d", { headers: { cookie } });
  expect(again.result.token).toBeTruthy();
  expect((await people.signIn("step_e", { headers: { cookie } })).result.token).toBeUndefined();
  const forged = `${cookie.slice(0, -4)}AAAA`;
  expect((await people.signIn("step_d", { headers: { cookie: forged } })).result.token).toBeUndefined();
  const wrong = await server.anonymous.post(
    "/sys/login",
    { username: "step_d", password: "wrong" },
    { headers: { cookie } },
  );
  expect(wrong.success).toBe(false);

  await admin.put("/sys/user/changePassword", {
    username: "step_d",
    password: "Other-pass-2026",
    confirmPassword: "Other-pass-2026",
  });
  const after = await server.anonymous.post<{ token?: string }>(
    "/sys/login",
    { username: "step_d", password: "Other-pass-2026" },
    { headers: { cookie } },
  );
  expect(after.result.token).toBeUndefined();
});

it("a person sees the browsers that are not asked, and removes one", async () => {
  const { client, secret } = await people.protectedPerson("step_f");
  const asked = await people.signIn("step_f");
  const cookie = cookieOf(await people.finish(asked.result.secondFactor, codeOf(secret, 1), { remember: true }));
  const { result } = await client.get<{ records: { id: string; device: string }[] }>("/sys/secondFactor/browsers");
  expect(result.records.length).toBe(1);
  const other = await people.protectedPerson("step_g");
  expect((await other.client.post("/sys/secondFactor/forgetBrowser", { id: result.records[0]?.id })).success).toBe(
    false,
  );
  expect((await client.post("/sys/secondFactor/forgetBrowser", { id: result.records[0]?.id })).success).toBe(true);
  expect((await people.signIn("step_f", { headers: { cookie } })).result.token).toBeUndefined();
});

it("granting asks for a fresh code in a session that gave none, and goes on with it; who has no authenticator is not asked", async () => {
  const permissions = ["system:role:list", "system:role:grant"];
  const { secret } = await people.protectedPerson("step_h", { permissions });
  const roleId = await roleThatAsks("step_target", [], "N");
  const asked = await people.signIn("step_h");
  const done = await people.finish(asked.result.secondFactor, codeOf(secret, 1), { remember: true });
  const grant = (client: TestClient) =>
    client.post("/sys/permission/saveRolePermission", { roleId, permissionIds: "", lastpermissionIds: "" });
  // The code of signing in counts too.
  expect((await grant(server.withToken(done.result.token ?? ""))).success).toBe(true);

  const { result } = await people.signIn("step_h", { headers: { cookie: cookieOf(done) } });
  const client = server.withToken(result.token ?? "");
  const refused = await grant(client);
  expect(refused).toMatchObject({ status: 403, result: { secondFactorWanted: "code" } });
  expect((await client.post("/sys/secondFactor/prove", { code: wrongCode(secret) })).success).toBe(false);
  expect((await grant(client)).status).toBe(403);
  await server.db.kysely.updateTable("sys_user_totp").set({ last_step: 0 }).execute();
  expect((await client.post("/sys/secondFactor/prove", { code: codeOf(secret, 1) })).success).toBe(true);
  expect((await grant(client)).success).toBe(true);

  // Ten minutes later it is asked for again.
  await server.db.kysely
    .updateTable("sys_session")
    .set({ proved_at: Date.now() - 11 * 60_000 })
    .execute();
  server.context.authentication.clear();
  expect((await grant(client)).status).toBe(403);
  expect((await grant(admin)).success).toBe(true);
});

it("an export of more than ten thousand rows asks for a fresh code, a smaller one does not", async () => {
  const { client } = await people.protectedPerson("step_i", { permissions: ["system:log:list", "system:log:export"] });
  const out = () => client.get("/sys/log/exportXls", { query: { format: "csv" } });
  await server.db.kysely.updateTable("sys_session").set({ proved_at: null }).execute();
  server.context.authentication.clear();
  expect((await out()).status).toBe(200);
  await sql`insert into sys_log (id, log_type, log_content, version, tenant_id, create_time)
    select 'many' || n, 2, '大量', 1, 0, '2026-01-01 00:00:00' from generate_series(1, 10001) n`.execute(
    server.db.kysely,
  );
  expect(await out()).toMatchObject({ status: 403, result: { secondFactorWanted: "code" } });
});

/** Grants in all their forms, what is published or restored, backups, and a second factor taken away. */
const asksForCode = [
  "DELETE /online/cgform/api/authData/:ruleId",
  "GET /sys/backup/download",
  "POST /online/cgform/api/authButton",
  "POST /online/cgform/api/authColumn",
  "POST /online/cgform/api/authData",
  "POST /online/cgform/api/roleButtonAuth/:roleId/:cgformId",
  "POST /online/cgform/api/roleColumnAuth/:roleId/:cgformId",
  "POST /online/cgform/api/roleDataAuth/:roleId/:cgformId",
  "POST /online/cgform/head/addMenu",
  "POST /online/cgreport/head/addMenu",
  "POST /online/document/publish",
  "POST /online/document/restore",
  "POST /sys/permission/saveDepartPermission",
  "POST /sys/permission/saveRolePermission",
  "POST /sys/role/copy",
  "POST /sys/role/datarule",
  "POST /sys/sysDepartPermission/datarule",
  "POST /sys/sysDepartPermission/saveDeptRolePermission",
  "POST /sys/sysDepartRole/datarule",
  "PUT /online/cgform/api/authButton/:id",
  "PUT /online/cgform/api/authColumn",
  "PUT /online/cgform/api/authData",
  "PUT /online/cgform/head/rights",
  "PUT /online/cgreport/head/rights",
  "PUT /sys/user/resetSecondFactor",
];

it("each call that cannot be taken back asks for a fresh code; these are all that do", async () => {
  const guarded = server.routes.filter(({ stepUp, method }) => stepUp && method !== "HEAD");
  const { id, client } = await people.protectedPerson("step_j");
  const { result } = await admin.get<{ records: { id: string }[] }>("/sys/role/list", { query: { roleCode: "admin" } });
  await admin.post("/sys/user/addSysUserRole", { roleId: result.records[0]?.id, userIdList: [id] });
  await server.db.kysely.updateTable("sys_session").set({ proved_at: null }).execute();
  server.context.authentication.clear();
  for (const { method, url } of guarded) {
    const answer = await client[method.toLowerCase() as "get" | "post" | "put"](url.replace(/^\/api/, ""), {});
    expect(answer, `${method} ${url}`).toMatchObject({ status: 403, result: { secondFactorWanted: "code" } });
  }
  expect(guarded.map(({ method, url }) => `${method} ${url.replace(/^\/api/, "")}`).sort()).toEqual(asksForCode);
});
