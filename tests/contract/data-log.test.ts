import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

interface Entry {
  readonly id: string;
  readonly dataVersion: number;
  readonly dataContent: string;
}

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await createTestServer();
  const admin = await server.as("admin");
  const body = { realname: "王芳", mobile: "13912345678" };
  id = (await admin.post<{ id: string }>("/member/member/add", body)).result.id;
  await admin.put("/member/member/edit", { id, version: 1, nickname: "小芳" });
});
afterAll(() => server.close());

const versions = (client: Awaited<ReturnType<TestServer["as"]>>, query: Record<string, string>) =>
  client.get<Entry[]>("/sys/dataLog/queryDataVerList", { query });

it("the versions of a row tell who changed what to what", async () => {
  const admin = await server.as("admin");
  const answer = await versions(admin, { dataTable: "member", dataId: id });
  expect(answer.result.map((entry) => [entry.dataVersion, JSON.parse(entry.dataContent).nickname])).toEqual([
    [2, "小芳"],
    [1, null],
  ]);
  const [second, first] = answer.result;
  const query = { dataId1: first?.id ?? "", dataId2: second?.id ?? "" };
  const compared = await admin.get<Entry[]>("/sys/dataLog/queryCompareList", { query });
  expect(compared.result.map((entry) => entry.dataVersion)).toEqual([1, 2]);
});

it("a row without versions is told", async () => {
  const admin = await server.as("admin");
  const answer = await versions(admin, { dataTable: "member", dataId: "404" });
  expect(answer).toMatchObject({ success: false, code: 500, message: "未找到版本信息" });
});

it("SYS-18 a grant has no name of its own: the log calls it by its role and menu", async () => {
  const admin = await server.as("admin");
  const role = { roleName: "审计员", roleCode: "log_reader" };
  const roleId = (await admin.post<{ id: string }>("/sys/role/add", role)).result.id;
  const { id: menu } = await server.db.kysely
    .selectFrom("sys_permission")
    .select("id")
    .where("name", "=", "数据日志")
    .where("menu_type", "!=", 2)
    .executeTakeFirstOrThrow();
  const grant = { roleId, permissionIds: String(menu), lastpermissionIds: "" };
  expect(await admin.post("/sys/permission/saveRolePermission", grant)).toMatchObject({ success: true });
  const query = { dataTable: "sys_role_permission" };
  const { records } = (await admin.get<{ records: object[] }>("/sys/dataLog/list", { query })).result;
  expect(records[0]).toMatchObject({ objectTitle: "角色授权", rowTitle: "审计员 · 数据日志" });
});

it("what the reader may not see of a row is not in its past; without the permission nothing is", async () => {
  const button = { id: "log", name: "数据日志", menu_type: 2, perms: "system:data-log:list", status: "1", version: 1 };
  await server.db.kysely
    .insertInto("sys_permission")
    .values({ ...button, tenant_id: 0, del_flag: 0 })
    .execute();
  const logs = ["system:data-log:list"];
  await addUser(server, { username: "auditor", departs: ["A01"], permissions: [...logs, "member:member:list"] });
  await addUser(server, { username: "stranger", departs: ["A01"], permissions: logs });
  await addUser(server, { username: "nobody", departs: ["A01"] });
  const [entry] = (await versions(await server.as("auditor"), { dataTable: "member", dataId: id })).result;
  expect(JSON.parse(entry?.dataContent ?? "{}")).toMatchObject({ realname: "王芳", mobile: "139****5678" });
  const stranger = await server.as("stranger");
  expect(await versions(stranger, { dataTable: "member", dataId: id })).toMatchObject({ success: false, result: null });
  expect((await stranger.get<{ total: number }>("/sys/dataLog/list")).result.total).toBe(0);
  expect(await versions(await server.as("nobody"), { dataTable: "member", dataId: id })).toMatchObject({
    status: 403,
    code: 510,
  });
});

it("a reader whose data rule leaves a row out finds nothing of its past, by whatever they ask", async () => {
  const db = server.db.kysely;
  const logs = ["system:data-log:list", "member:member:list"];
  await addUser(server, { username: "narrow", departs: ["B01"], permissions: logs });
  const page = await db.selectFrom("sys_permission").select("id").where("perms", "=", "member:member:list").execute();
  const permission_id = String(page[0]?.id);
  const rule = { rule_column: "sysOrgCode", rule_conditions: "=", rule_value: "#{sys_org_code}", status: "1" };
  await db
    .insertInto("sys_permission_data_rule")
    .values({ id: "own-members", permission_id, version: 1, ...rule })
    .execute();
  const role = db.selectFrom("sys_role").select("id").where("role_code", "=", "role_narrow");
  await db
    .updateTable("sys_role_permission")
    .set({ data_rule_ids: "own-members" })
    .where("role_id", "=", role)
    .where("permission_id", "=", permission_id)
    .execute();
  await db.updateTable("member").set({ sys_org_code: "A01" }).where("id", "=", id).execute();
  const narrow = await server.as("narrow");
  expect(await versions(narrow, { dataTable: "member", dataId: id })).toMatchObject({ success: false, result: null });
  expect((await narrow.get<{ total: number }>("/sys/dataLog/list")).result.total).toBe(0);
  const figures = { model: "system/data-log", measures: { n: { op: "count" } } };
  expect((await narrow.post("/lowcode/aggregate", figures)).result).toEqual([{ n: 0 }]);

  await db.updateTable("member").set({ sys_org_code: "B01" }).where("id", "=", id).execute();
  expect((await versions(narrow, { dataTable: "member", dataId: id })).result).toHaveLength(2);
});

it("the stored content is shown by its fields only: it cannot be searched", async () => {
  const auditor = await server.as("auditor");
  const superQueryParams = JSON.stringify([{ field: "dataContent", rule: "like", val: "13912345678" }]);
  expect(await auditor.get("/sys/dataLog/list", { query: { superQueryParams } })).toMatchObject({
    success: false,
    message: "高级查询中没有字段“dataContent”",
  });
  const all = await auditor.get<{ total: number }>("/sys/dataLog/list");
  const filtered = await auditor.get<{ total: number }>("/sys/dataLog/list", {
    query: { dataContent: "*13912345678*" },
  });
  expect(filtered.result.total).toBe(all.result.total);
});
