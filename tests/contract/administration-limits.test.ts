import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const add = async (url: string, body: object) => (await admin.post<{ id: string }>(url, body)).result.id;
const grant = (body: object) => admin.post("/sys/permission/saveRolePermission", { lastpermissionIds: "", ...body });

it("SYS-02: a role that was deleted while its grants stood open is not granted anything", async () => {
  const roleId = await add("/sys/role/add", { roleCode: "gone", roleName: "走了" });
  await admin.delete("/sys/role/delete", { query: { id: roleId } });
  expect(await grant({ roleId, permissionIds: "store.store" })).toMatchObject({ success: false });
  const { rows } = await sql`select 1 from sys_role_permission where role_id = ${roleId}`.execute(server.db.kysely);
  expect(rows).toEqual([]);
});

it("SYS-02: five thousand permissions are shown and granted in one save; one more is refused in words", async () => {
  await sql`insert into sys_permission (id, name, menu_type, parent_id, perms, sort_no, del_flag, version, tenant_id, create_time)
    select 'bulk-' || n, '按钮 ' || n, 2, 'store.store', 'bulk:' || n, n, 0, 1, 0, localtimestamp
    from generate_series(1, 5001) n`.execute(server.db.kysely);
  const { result } = await admin.get<{ ids: string[] }>("/sys/role/queryTreeList");
  const ids = result.ids.filter((id) => id.startsWith("bulk-"));
  expect(ids).toHaveLength(5001);
  const roleId = await add("/sys/role/add", { roleCode: "many", roleName: "很多" });
  const refused = await grant({ roleId, permissionIds: ids.join(",") });
  expect([refused.success, refused.message]).toEqual([false, expect.stringMatching(/[\u4e00-\u9fff]/)]);
  expect(await grant({ roleId, permissionIds: ids.slice(1).join(",") })).toMatchObject({ success: true });
  const granted = await admin.get<string[]>("/sys/permission/queryRolePermission", { query: { roleId } });
  expect(granted.result).toHaveLength(5000);
  await sql`delete from sys_permission where id like 'bulk-%'`.execute(server.db.kysely);
});

it("SYS-05: two thousand departments come as one tree, with their people counted", async () => {
  const top = await add("/sys/sysDepart/add", { departName: "大公司" });
  const code = (await admin.get<{ orgCode: string }>("/sys/sysDepart/queryById", { query: { id: top } })).result
    .orgCode;
  await sql`insert into sys_depart (id, depart_name, parent_id, org_code, org_category, del_flag, version, tenant_id, has_child, status, create_time)
    select 'bulk-' || n, '分部 ' || n, ${top}, ${code} || chr(65 + (n - 1) / 99) || lpad(((n - 1) % 99 + 1)::text, 2, '0'),
      '2', 0, 1, 0, '0', '1', localtimestamp from generate_series(1, 2000) n`.execute(server.db.kysely);
  await sql`insert into sys_user_depart (id, user_id, dep_id, version, tenant_id, create_time)
    select 'bulk-1', id, 'bulk-2000', 1, 0, localtimestamp from sys_user where username = 'admin'`.execute(
    server.db.kysely,
  );
  const tree = await admin.get<{ key: string; children: unknown[] }[]>("/sys/sysDepart/queryTreeList");
  expect(tree.result.find(({ key }) => key === top)?.children).toHaveLength(2000);
  const row = await admin.get<object>("/sys/sysDepart/queryById", { query: { id: top } });
  expect(row.result).toMatchObject({ headcount: 1 });
  const removal = await admin.get<object>("/sys/sysDepart/removal", { query: { id: top } });
  expect(removal.result).toMatchObject({ below: 2000, people: 1 });
});

it("SYS-05: a name of a hundred characters is kept whole, a longer one is refused at its field", async () => {
  const name = "长".repeat(100);
  const id = await add("/sys/sysDepart/add", { departName: name });
  const row = await admin.get<object>("/sys/sysDepart/queryById", { query: { id } });
  expect(row.result).toMatchObject({ departName: name });
  const refused = await admin.post<{ fieldErrors: object }>("/sys/sysDepart/add", { departName: `${name}长` });
  expect(refused).toMatchObject({
    success: false,
    result: { fieldErrors: { departName: expect.stringContaining("100") } },
  });
});
