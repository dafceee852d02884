import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Rows that a report keeps for a while are only for who would read the same ones. */
let server: TestServer;
let admin: TestClient;
let id: string;
const list = () => `online:cgreport:${id}:list`;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const cgrSql = "SELECT username, phone FROM sys_user ORDER BY username";
  const head = { code: "kept", name: "缓存的人员", cacheSeconds: 300, cgrSql };
  const items = ["username", "phone"].map((fieldName, index) => ({
    ...{ fieldName, fieldTxt: fieldName, fieldType: "String", isShow: 1, orderNum: index + 1 },
  }));
  const { result } = await admin.post<Row>("/online/cgreport/head/add", { head, items });
  id = String(result.id);
  await admin.put("/online/cgreport/head/publish", { id, version: result.version });
  const menu = await admin.post<Row>("/online/cgreport/head/addMenu", { id });
  const control = { parentId: menu.result.id, menuType: 2, permsType: "1", status: "1", sortNo: 1 };
  await admin.post("/sys/permission/add", { ...control, name: "手机", perms: `online:cgreport:${id}:column:phone` });
  const rule = await admin.post<Row>("/sys/permission/addPermissionRule", {
    ...{ permissionId: menu.result.id, ruleName: "本人", ruleColumn: "username", ruleConditions: "=" },
    ...{ ruleValue: "#{sys_user_code}", status: "1" },
  });
  expect(rule.success).toBe(true);
  const { id: ruleId } = await server.db.kysely
    .selectFrom("sys_permission_data_rule")
    .select("id")
    .where("permission_id", "=", String(menu.result.id))
    .executeTakeFirstOrThrow();
  for (const username of ["ruled", "ruled2", "free", "free2"]) {
    const phone = `139${String(["ruled", "ruled2", "free", "free2"].indexOf(username)).padStart(8, "7")}`;
    const userId = await addUser(server, { username, phone, permissions: [list(), "system:user:list"] });
    if (username.startsWith("free")) continue;
    await sql`update sys_role_permission set data_rule_ids = ${String(ruleId)} where permission_id = ${String(menu.result.id)}
      and role_id in (select role_id from sys_user_role where user_id = ${userId})`.execute(server.db.kysely);
  }
});
afterAll(() => server.close());

interface Answer {
  readonly records: readonly Row[];
  readonly total: number;
  readonly readAt?: string;
}
const read = async (client: TestClient, query: Record<string, string> = {}) =>
  (await client.get<Answer>(`/online/cgreport/api/getData/${id}`, { query })).result;
const names = ({ records }: Answer) => records.map(({ username }) => username);

it("two people with other row rules never share what was kept, in whatever order they ask", async () => {
  const [ruled, ruled2, free] = [await server.as("ruled"), await server.as("ruled2"), await server.as("free")];
  for (const _round of [1, 2]) {
    expect(names(await read(admin))).toEqual(expect.arrayContaining(["admin", "free", "ruled", "ruled2"]));
    expect(names(await read(ruled))).toEqual(["ruled"]);
    expect(names(await read(ruled2))).toEqual(["ruled2"]);
    expect(names(await read(free))).toContain("ruled");
  }
});

it("a column that somebody may not see is not in what was kept for others", async () => {
  const free = await server.as("free");
  expect(Object.keys((await read(admin)).records[0] ?? {})).toEqual(["username", "phone"]);
  expect(Object.keys((await read(free)).records[0] ?? {})).toEqual(["username"]);
});

it("who has no right to the table gets nothing of what was kept", async () => {
  await addUser(server, { username: "stranger", permissions: [list()] });
  const answer = await (await server.as("stranger")).get(`/online/cgreport/api/getData/${id}`);
  expect(answer).toMatchObject({ success: false, message: expect.stringContaining("没有查看“用户”的权限") });
});

it("the same rows are read once, anew when somebody asks for it, and anew after each publish", async () => {
  const [free, free2] = [await server.as("free"), await server.as("free2")];
  const before = await read(free, { pageSize: "100" });
  await addUser(server, { username: "zlate" });
  expect(before.readAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:/);
  expect(await read(free2, { pageSize: "100" })).toEqual(before);
  expect((await read(free2, { pageSize: "100", _fresh: "1" })).total).toBe(before.total + 1);
  expect((await read(free, { pageSize: "100" })).total).toBe(before.total + 1);
  await addUser(server, { username: "zlater" });
  const { result: head } = await admin.get<Row>("/online/cgreport/head/queryById", { query: { id } });
  const edited = await admin.put<Row>("/online/cgreport/head/edit", { id, version: head.version, content: "新的一版" });
  expect(edited.success).toBe(true);
  const { result: draft } = await admin.get<Row>("/online/cgreport/head/queryById", { query: { id } });
  expect((await admin.put("/online/cgreport/head/publish", { id, version: draft.version })).success).toBe(true);
  expect((await read(free, { pageSize: "100" })).total).toBe(before.total + 2);
});

it("a report without a cache is read each time and says nothing of a time; so is a draft", async () => {
  expect((await read(admin, { draft: "1" })).readAt).toBeUndefined();
});
