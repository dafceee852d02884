import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { kindOfRoute } from "../support/kind-of-route.ts";
import { addUser } from "../support/people.ts";
import { proveSample } from "../support/prove.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

let server: TestServer;
let admin: TestClient;
let viewer: TestClient;
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await createTestServer();
  // The hourly one would write in the middle of the walk.
  await sql`update sys_quartz_job set status = -1`.execute(server.db.kysely);
  admin = await server.as("admin");
  ids.user = await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["system:user:list"] });
  const { result } = await admin.post<{ token: string }>("/sys/user/viewAs", { userId: ids.user });
  viewer = server.withToken(result.token);
  const job = { jobClassName: "sample", cronExpression: "0 0 3 * * ?", status: -1, description: "清理" };
  ids.job = await add("/sys/quartzJob/add", job);
  const notice = { titile: "通知", msgCategory: "1", msgType: "ALL", priority: "L", msgContent: "内容" };
  ids.annountCement = await add("/sys/annountCement/add", notice);
  // Rows of the reader's own bell are made when they first look.
  await admin.get("/sys/annountCement/listByUser");
});
afterAll(() => server.close());

async function add(path: string, body: object): Promise<string> {
  const answer = await admin.post(path, body);
  expect(answer, path).toMatchObject({ success: true });
  const base = path.replace("/add", "/list");
  const { result } = await admin.get<{ records: { id: string }[] }>(base);
  return String(result.records[0]?.id);
}

/**
 * The table of each log, what only says when somebody was last there, how often, and that they are about to sign in.
 */
const noted = new Set(["sys_log", "sys_session", "sys_limit", "sys_sign_in_pass"]);

/** How many rows each table has and which transaction wrote the newest of them. */
async function content(): Promise<ReadonlyMap<string, string>> {
  const db = server.db.kysely;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  const parts = tables
    .filter(({ name }) => !noted.has(name))
    .map(
      ({ name }) => sql`select ${sql.lit(name)} as name,
      (select concat(count(*), ' ', max(cast(cast(xmin as text) as bigint))) from ${sql.table(name)}) as sum`,
    );
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

/** Counts transactions that wrote; as long as it stands still, nothing has to be compared. */
async function written(): Promise<string> {
  const { rows } = await sql<{ next: string }>`
    select cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as next`.execute(server.db.kysely);
  return rows[0]?.next ?? "";
}

const group = 20;

let known: { readonly at: string; readonly content: ReadonlyMap<string, string> } | undefined;

async function changedBy(call: () => Promise<unknown>): Promise<readonly string[]> {
  if (known?.at !== (await written())) known = { at: await written(), content: await content() };
  const before = known.content;
  await call();
  if (known.at === (await written())) return [];
  const at = await written();
  const after = await content();
  known = { at, content: after };
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name));
}

const reading = () =>
  server.routes.filter(
    ({ method, url }) => method === "GET" && url.startsWith("/api/") && !/websocket|vxeSocket/i.test(url),
  );

/** Ids of rows that are there, under every name by which a route may ask for one. */
function argumentsOf(url: string): Record<string, string> {
  const own = Object.entries({ quartzJob: ids.job, annountCement: ids.annountCement }).find(([name]) =>
    url.includes(name),
  );
  const id = own?.[1] ?? ids.user ?? "";
  const named = { userId: ids.user ?? "", userid: ids.user ?? "", roleId: id, departId: id, depId: id, pid: id };
  return {
    id,
    anntId: id,
    ids: id,
    code: "sex",
    ruleCode: "test",
    cron: "0 0 3 * * ?",
    model: "system/user",
    ...named,
  };
}

const pathOf = (url: string) => url.replace("/api", "").replaceAll(/:\w+|\*/g, () => ids.user ?? "");
const call = (client: TestClient, url: string, headers: Record<string, string> = {}) =>
  client.get(pathOf(url), { query: argumentsOf(url), headers });

it("a GET that does not say so changes nothing in the database", async () => {
  const plain = proveSample(
    reading().filter(({ writes }) => !writes),
    kindOfRoute(server),
    4,
  );
  expect(plain.length).toBeGreaterThan(100);
  // The whole database is compared once for a group of calls; the group that changed something is walked one by one.
  for (let from = 0; from < plain.length; from += group) {
    const urls = plain.slice(from, from + group).map(({ url }) => url);
    const changed = await changedBy(async () => {
      for (const url of urls) await call(admin, url);
    });
    if (changed.length === 0) continue;
    for (const url of urls) expect(await changedBy(() => call(admin, url)), `GET ${url}`).toEqual([]);
    expect(changed, `GET of ${urls.join(" ")}`).toEqual([]);
  }
});

it("a GET that changes something is closed to who looks through another's eyes, to other sites and without the header", async () => {
  const writing = reading().filter(({ writes, url }) => writes && !url.endsWith("/logout"));
  expect(writing.map(({ url }) => url.replace("/api", ""))).toEqual(
    expect.arrayContaining(["/sys/quartzJob/pause", "/sys/quartzJob/resume", "/sys/quartzJob/execute"]),
  );
  for (const { url } of writing.filter(({ permission }) => permission === "public")) {
    expect((await call(server.anonymous, url, { "sec-fetch-site": "cross-site" })).status, url).toBe(403);
  }
  for (const { url } of writing.filter(({ permission }) => permission !== "public")) {
    const refused = await changedBy(async () => {
      const seen = await call(viewer, url);
      expect(seen, url).toMatchObject({ status: 403, message: expect.stringContaining("正在以他人身份查看") });
      expect((await call(admin, url, { "sec-fetch-site": "cross-site" })).status, url).toBe(403);
      expect((await call(server.anonymous, url)).status, url).toBe(401);
    });
    expect(refused, url).toEqual([]);
  }
});

it("the calls of the walk reach what they are about: those that say they change something do", async () => {
  for (const path of [
    "quartzJob/resume",
    "quartzJob/execute",
    "annountCement/doReleaseData",
    "annountCement/doReovkeData",
  ]) {
    expect(await changedBy(() => call(admin, `/api/sys/${path}`)), path).not.toEqual([]);
  }
});

it("what somebody does while looking stands under their own name, beside the person looked at", async () => {
  expect((await viewer.get("/sys/role/list")).status).toBe(403);
  expect((await viewer.post("/sys/logout")).success).toBe(true);
  const log = () => server.db.kysely.selectFrom("sys_log").selectAll().execute();
  const told = ["以 clerk（clerk）的身份查看", "查询角色（无权限）", "立即执行定时任务（无权限）", "退出登录"];
  await until(async () => {
    const viewed = (await log()).filter((entry) => entry.viewed_user !== null);
    expect(viewed.map((entry) => entry.log_content)).toEqual(expect.arrayContaining(told));
    for (const entry of viewed)
      expect(entry).toMatchObject({ userid: "admin", create_by: "admin", viewed_user: "clerk" });
  });
  expect((await log()).filter((entry) => entry.userid === "clerk")).toEqual([]);
});
