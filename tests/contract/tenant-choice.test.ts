import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const system = { version: 1, create_by: "test", create_time: "2026-01-01 00:00:00" };
  for (const [id, name, status] of [
    ["1001", "东区", 1],
    ["1002", "西区", 1],
    ["1003", "停用", 0],
    ["1004", "别人的", 1],
  ] as const) {
    await server.db.kysely
      .insertInto("sys_tenant")
      .values({ id, name, status, ...system })
      .execute();
  }
  await addUser(server, { username: "wes", departs: ["W01"], tenants: [1002] });
  await addUser(server, { username: "tina", departs: ["A01", "W01"], tenants: [1001, 1002, 1003] });
});
afterAll(() => server.close());

const signIn = () =>
  server.anonymous.post<{ token: string; tenantList: unknown; userInfo: Record<string, unknown> }>("/sys/login", {
    username: "tina",
    password: testPassword,
  });

it("SES-13: signing in names the user's open tenants and begins in the first", async () => {
  expect((await signIn()).result).toMatchObject({
    tenantList: [
      { id: 1001, name: "东区" },
      { id: 1002, name: "西区" },
    ],
    userInfo: { loginTenantId: 1001 },
  });
});

it("SES-13: the chooser lists the caller's own open tenants, whatever is asked for", async () => {
  const tina = await server.as("tina");
  const answer = await tina.get("/sys/tenant/queryList", { query: { ids: "1002,1003,1004" } });
  expect(answer.result).toEqual([{ id: 1002, name: "西区" }]);
});

it("SES-13: choosing moves the session on the server, without any header", async () => {
  const { token } = (await signIn()).result;
  const tina = server.withToken(token);
  const chosen = await tina.post("/sys/selectDepart", { orgCode: "W01", loginTenantId: "1002" });
  expect(chosen.result).toMatchObject({ userInfo: { orgCode: "W01", loginTenantId: 1002 } });
  expect((await server.context.authentication.find(token))?.signedIn.caller.tenantId).toBe(1002);
  expect((await tina.get("/sys/user/getUserInfo")).result).toMatchObject({ userInfo: { loginTenantId: 1002 } });
});

it.each(["1003", "1004", "9", "1001 or 1=1"])(
  "SES-13: tenant %s is refused and the session stays where it is",
  async (loginTenantId) => {
    const { token } = (await signIn()).result;
    const answer = await server.withToken(token).post("/sys/selectDepart", { orgCode: "A01", loginTenantId });
    expect(answer).toMatchObject({ status: 403, success: false });
    expect((await server.context.authentication.find(token))?.signedIn.caller.tenantId).toBe(1001);
  },
);

it("SES-13: who works for two tenants has in each the departments of that one", async () => {
  // Also the next sign-in, which begins in the first tenant, after a department of the second was chosen last.
  for (const _time of [1, 2]) {
    const { token, userInfo } = (await signIn()).result;
    expect(userInfo).toMatchObject({ orgCode: "A01", loginTenantId: 1001 });
    const tina = server.withToken(token);
    const here = async () => (await server.context.authentication.find(token))?.signedIn.caller;
    expect(await here()).toMatchObject({ orgCode: "A01", orgCodes: ["A01"] });
    expect(await tina.post("/sys/selectDepart", { orgCode: "W01" })).toMatchObject({ status: 403 });
    expect(await tina.post("/sys/selectDepart", { loginTenantId: "1002" })).toMatchObject({
      result: { userInfo: { orgCode: "W01", loginTenantId: 1002 } },
    });
    expect(await here()).toMatchObject({ orgCode: "W01", orgCodes: ["W01"] });
    expect(await tina.post("/sys/selectDepart", { orgCode: "W01" })).toMatchObject({ success: true });
  }
});

it("SES-09: a foreign department changes neither department nor tenant", async () => {
  const { token } = (await signIn()).result;
  const answer = await server.withToken(token).post("/sys/selectDepart", { orgCode: "B01", loginTenantId: "1002" });
  expect(answer).toMatchObject({ status: 403 });
  expect((await server.context.authentication.find(token))?.signedIn.caller.tenantId).toBe(1001);
});
