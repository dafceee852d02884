import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
let id: string;
let roleId: string;
const url = "/online/cgreport/head/rights";
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const head = {
    code: "righted",
    name: "有权限的报表",
    cgrSql: "SELECT username, phone FROM sys_user ORDER BY username",
  };
  const items = ["username", "phone"].map((fieldName, index) => ({
    ...{ fieldName, fieldTxt: fieldName, fieldType: "String", isShow: 1, isSearch: 1, isOrder: 1, orderNum: index + 1 },
  }));
  const { result } = await admin.post<Row>("/online/cgreport/head/add", { head, items });
  id = String(result.id);
  await admin.put("/online/cgreport/head/publish", { id, version: result.version });
  await addUser(server, { username: "looker", permissions: ["system:user:list"] });
  const role = await server.db.kysely
    .selectFrom("sys_role")
    .select("id")
    .where("role_code", "=", "role_looker")
    .executeTakeFirstOrThrow();
  roleId = String(role.id);
});
afterAll(() => server.close());

const rows = async () => (await admin.get<readonly Row[]>(url, { query: { id } })).result;
const set = (body: Row, client = admin) => client.put(url, { id, ...body });

it("RPT-04 rights are set once the report is in the menu", async () => {
  // The designer of a new report reads them with its page: that is no fault.
  expect(await admin.get(url, { query: { id } })).toMatchObject({ success: true, result: [] });
  expect((await set({ kind: "open" })).message).toBe("报表还不在菜单中，请先加入菜单再设置权限");
  await admin.post("/online/cgreport/head/addMenu", { id });
  expect((await rows()).map(({ kind, name, see }) => [kind, name, see])).toEqual([
    ["open", "open", "none"],
    ["export", "export", "none"],
    ["column", "username", "all"],
    ["column", "phone", "all"],
  ]);
});

it("RPT-04 opening, exporting and each column are for the roles that were chosen, in every answer of the server", async () => {
  const call = async (name: string, query: Record<string, string> = {}) =>
    (await server.as("looker")).get<Row>(`/online/cgreport/api/${name}/${id}`, { query });
  expect((await call("getData")).success).toBe(false);
  expect((await set({ kind: "open", name: "open", seeRoles: roleId, seeLast: "" })).success).toBe(true);
  const keys = async () => Object.keys(((await call("getData")).result.records as Row[])[0] ?? {});
  expect(await keys()).toEqual(["username", "phone"]);
  expect((await call("getColumns")).result.mayExport).toBe(false);
  await set({ kind: "export", name: "export", seeRoles: roleId, seeLast: "" });
  expect((await call("getColumns")).result.mayExport).toBe(true);
  await set({ kind: "column", name: "phone", seeOn: true, seeRoles: "", seeLast: "" });
  expect(await keys()).toEqual(["username"]);
  expect((await call("getColumns")).result.columns).toMatchObject([{ dataIndex: "username" }]);
  expect((await call("getData", { column: "phone", order: "asc" })).message).toContain("没有可以排序的列");
  await set({ kind: "column", name: "phone", seeOn: true, seeRoles: roleId, seeLast: "" });
  expect(await keys()).toEqual(["username", "phone"]);
  expect((await rows()).at(-1)).toMatchObject({ see: "roles", seeRoles: roleId });
  await set({ kind: "column", name: "phone", seeOn: false, seeRoles: roleId, seeLast: roleId });
  expect((await rows()).at(-1)).toMatchObject({ see: "all", seeRoles: roleId });
});

it("RPT-04 who may not administer rights neither reads nor sets them; a column that is not there is refused", async () => {
  const looker = await server.as("looker");
  expect((await looker.get(url, { query: { id } })).success).toBe(false);
  expect((await set({ kind: "open", name: "open", seeRoles: roleId, seeLast: "" }, looker)).success).toBe(false);
  expect((await set({ kind: "column", name: "salary", seeOn: true })).message).toContain("没有可以控制的列");
});
