import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
let maker: TestClient;
let makerId: string;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  makerId = await addUser(server, {
    username: "maker",
    permissions: ["member:member:list", "member:member:add", "store:store:list", ...keyCodes],
  });
  maker = await server.as("maker");
});
afterAll(() => server.close());

const keyCodes = ["list", "add", "edit", "delete"].map((action) => `system:api-key:${action}`);
const later = "2099-01-01 00:00:00";
const members = { query: { pageSize: "1" } };

/** A key of the person, and a caller that holds it. */
async function makeKey(person: TestClient, values: Row = {}) {
  const body = {
    name: "对账程序",
    tables: "member/member",
    access: "read",
    expiresAt: later,
    perMinute: 600,
    ...values,
  };
  const id = String((await person.post<Row>("/sys/apiKey/add", body)).result.id);
  const { key } = (await person.post<{ key: string }>("/sys/apiKey/issue", { id })).result;
  const holder = (headers: Readonly<Record<string, string>> = { "x-api-key": key }) => ({
    get: (url: string, query: Readonly<Record<string, string>> = {}) => server.anonymous.get(url, { query, headers }),
    post: (url: string, sent: unknown) => server.anonymous.post(url, sent, { headers }),
  });
  return { id, key, holder, ...holder() };
}

it("a key calls as X-Api-Key and as Bearer, within its tables only", async () => {
  const { key, get, holder } = await makeKey(maker);
  expect(await get("/member/member/list", members.query)).toMatchObject({ status: 200, success: true });
  expect(await holder({ authorization: `Bearer ${key}` }).get("/member/member/list")).toMatchObject({ success: true });
  // The maker may list stores; the key may not. What everyone signed in may call is for people.
  expect(await maker.get("/store/store/list")).toMatchObject({ success: true });
  expect(await get("/store/store/list")).toMatchObject({ status: 403 });
  expect(await get("/sys/user/getUserInfo")).toMatchObject({ status: 403 });
  expect(await get("/sys/apiKey/list")).toMatchObject({ status: 403 });
});

it("a key that only reads changes nothing; one that writes is named in the log", async () => {
  const row = { realname: "接口新增", mobile: "13900001111", registerSource: "2" };
  const reading = await makeKey(maker);
  expect(await reading.post("/member/member/add", row)).toMatchObject({
    status: 403,
    message: expect.stringContaining("范围"),
  });
  const writing = await makeKey(maker, { name: "会员同步", access: "write" });
  expect(await writing.post("/member/member/add", row)).toMatchObject({ success: true });
  await expect
    .poll(async () => (await admin.get("/sys/log/list", { query: { logContent: "*会员同步*", pageSize: "50" } })).text)
    .toContain("（接口密钥 会员同步）");
});

it("a key loses what its maker loses, with the next call, even an administrator's", async () => {
  const ofAdmin = await makeKey(admin);
  expect(await ofAdmin.get("/member/member/list")).toMatchObject({ success: true });
  // Role admin does not come with the key.
  expect(await ofAdmin.get("/sys/user/list")).toMatchObject({ status: 403 });
  const { get } = await makeKey(maker);
  expect(await get("/member/member/list")).toMatchObject({ success: true });
  await admin.put("/sys/user/frozenBatch", { ids: makerId, status: 2 });
  expect(await get("/member/member/list")).toMatchObject({ status: 401, message: "接口密钥无效、已停用或已过期" });
  await admin.put("/sys/user/frozenBatch", { ids: makerId, status: 1 });
  maker = await server.as("maker").then(async () => server.withToken(await freshToken()));
});

const freshToken = async () =>
  (
    await server.anonymous.post<{ token: string }>("/sys/login", {
      username: "maker",
      password: "correct-horse-battery",
    })
  ).result.token;

it("revoked, regenerated, expired and deleted keys are refused at once", async () => {
  const revoked = await makeKey(maker);
  expect(await revoked.get("/member/member/list")).toMatchObject({ success: true });
  await maker.post("/sys/apiKey/revoke", { id: revoked.id });
  const again = await makeKey(maker);
  await maker.post("/sys/apiKey/issue", { id: again.id });
  const expired = await makeKey(maker);
  expect(await expired.get("/member/member/list")).toMatchObject({ success: true });
  await server.db.kysely
    .updateTable("sys_api_key")
    .set({ expires_at: "2020-01-01 00:00:00" })
    .where("id", "=", expired.id)
    .execute();
  await server.context.authentication.invalidate();
  const deleted = await makeKey(maker);
  await maker.delete("/sys/apiKey/delete", { query: { id: deleted.id } });
  for (const { get } of [revoked, again, expired, deleted]) {
    expect(await get("/member/member/list")).toMatchObject({ status: 401 });
  }
});

it("only a hash is kept: the key is in no row, answer or log", async () => {
  const { key, id } = await makeKey(maker);
  const { rows } = await server.db.kysely.executeQuery<{ row: string }>(
    (await import("kysely")).sql`select t::text as row from sys_api_key t union all
      select t::text from sys_api_key_secret t union all select t::text from sys_log t`.compile(server.db.kysely),
  );
  expect(rows.map(({ row }) => row).join("\n")).not.toContain(key.slice(12));
  for (const answer of [
    await maker.get("/sys/apiKey/list"),
    await maker.get("/sys/apiKey/queryById", { query: { id } }),
  ]) {
    expect(answer.text).not.toContain(key.slice(12));
    expect(answer.text).toContain(key.slice(0, 11));
  }
});

it("a key in an address is refused and logged, whatever else the call brings", async () => {
  const { key, get } = await makeKey(maker);
  for (const url of [
    `/member/member/list?apiKey=${key}`,
    `/member/member/list?a=${key.replace("_", "%5f")}`,
    `/x/${key}`,
  ]) {
    expect(await get(url)).toMatchObject({ status: 400, message: expect.stringContaining("X-Api-Key") });
  }
  const log = await admin.get("/sys/log/list", { query: { logType: "1", pageSize: "100" } });
  expect(log.text).toContain(`地址中出现接口密钥 ${key.slice(0, 11)}`);
  expect(log.text).not.toContain(key.slice(12));
});

it("more calls than a minute's are refused, and a foreign tenant is", async () => {
  const { get, holder, key } = await makeKey(maker, { perMinute: 3 });
  const answers = [];
  for (let call = 0; call < 4; call++) answers.push((await get("/member/member/list")).status);
  expect(answers).toEqual([200, 200, 200, 429]);
  const other = await makeKey(maker);
  expect(await other.holder({ "x-api-key": other.key, tenant_id: "7" }).get("/member/member/list")).toMatchObject({
    status: 403,
  });
  await expect(holder({ "x-api-key": `${key}x` }).get("/member/member/list")).resolves.toMatchObject({ status: 401 });
});

it("nobody gives a key a table that they may not list or that keys never reach", async () => {
  const add = (tables: string) =>
    maker.post("/sys/apiKey/add", { name: "x", tables, access: "read", expiresAt: later, perMinute: 60 });
  for (const tables of ["product/product", "system/user", "system/api-key", "nothing"]) {
    expect(await add(tables)).toMatchObject({ success: false, message: expect.stringContaining("不能选择表") });
  }
  expect((await maker.get<Row[]>("/sys/apiKey/tables")).result.map(({ value }) => value)).toEqual(
    expect.arrayContaining(["member/member", "store/store"]),
  );
  expect((await admin.get<Row[]>("/sys/apiKey/tables")).text).not.toMatch(/system\/(user|role|permission)"/);
  // Others' keys are not theirs to generate, nor to see without role admin.
  const { id } = await makeKey(admin);
  expect(await maker.post("/sys/apiKey/issue", { id })).toMatchObject({ success: false });
  const ofMaker = await makeKey(maker);
  expect(await admin.post("/sys/apiKey/issue", { id: ofMaker.id })).toMatchObject({
    message: "只有创建人可以生成这个密钥",
  });
});
