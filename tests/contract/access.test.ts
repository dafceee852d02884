import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import { type DocumentStore, loadDocuments } from "../../server/documents/load-documents.ts";
import { syncAccess } from "../../server/modules/grants/sync-access.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const now = "2026-11-26 12:00:00";
const coupon = {
  schemaVersion: 1,
  id: "shop/coupon",
  title: "优惠券",
  table: "shop_coupon",
  base: "/shop/coupon",
  permissionPrefix: "shop:coupon",
  titleField: "name",
  fields: { name: { type: "string", title: "名称", maxLength: 50 } },
};
const page = { schemaVersion: 1, kind: "list", id: "shop/coupon", title: "优惠券", model: "shop/coupon" };
const roles = {
  schemaVersion: 1,
  model: "system/role",
  key: ["roleCode"],
  rows: [
    { roleCode: "clerk", roleName: "柜员" },
    { roleCode: "guest", roleName: "访客" },
  ],
};

let folder: string;
let documents: DocumentStore;
let server: TestServer;

/** Brings the database to documents that differ in this screen's `access` only. */
async function say(access: unknown, broken: DocumentStore["broken"] = new Map()): Promise<void> {
  const screens = new Map(documents.screens);
  if (broken.has("shop/coupon")) screens.delete("shop/coupon");
  else screens.set("shop/coupon", { ...documents.screens.get("shop/coupon"), access } as ScreenDocument);
  await syncAccess(server.db, { ...documents, screens, broken }, now);
}
const clerkAccess = { clerk: { see: "own", do: ["add", "edit"] }, guest: {} };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "access-"));
  mkdirSync(join(folder, "shop"));
  const write = (name: string, value: unknown) => writeFileSync(join(folder, "shop", name), JSON.stringify(value));
  write("coupon.model.json", coupon);
  write("coupon.screen.json", { ...page, menu: { path: "/shop/coupon", sort: 1 }, access: clerkAccess });
  write("role.data.json", roles);
  const schemasDir = ["schemas", folder].join(delimiter);
  documents = loadDocuments(schemasDir);
  server = await createTestServer({ schemasDir });
  for (const name of ["clerk", "guest"]) {
    await addUser(server, { username: name, departs: ["A01"] });
    await sql`insert into sys_user_role (id, user_id, role_id, version, tenant_id, create_time)
      select ${name}, u.id, r.id, 1, 0, localtimestamp from sys_user u, sys_role r
      where u.username = ${name} and r.role_code = ${name}`.execute(server.db.kysely);
  }
});
beforeEach(() => say(clerkAccess));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const grantsOf = async (role: string) => {
  const { rows } = await sql<{ permission_id: string; rule_name: string | null }>`
    select g.permission_id, d.rule_name from sys_role_permission g join sys_role r on r.id = g.role_id
      left join sys_permission_data_rule d on d.id = g.data_rule_ids
    where r.role_code = ${role} order by g.permission_id`.execute(server.db.kysely);
  return rows.map(({ permission_id, rule_name }) => [permission_id, rule_name].filter(Boolean).join(" "));
};
const clerkGrants = ["shop.coupon 自己建的", "shop.coupon#shop:coupon:add", "shop.coupon#shop:coupon:edit"];

it("the first start grants what the page says: its rows, its buttons and nothing else", async () => {
  expect([await grantsOf("clerk"), await grantsOf("guest")]).toEqual([clerkGrants, ["shop.coupon"]]);
  const [clerk, guest, admin] = [await server.as("clerk"), await server.as("guest"), await server.as("admin")];
  await admin.post("/shop/coupon/add", { name: "别人的" });
  expect(await clerk.post("/shop/coupon/add", { name: "我的" })).toMatchObject({ success: true });
  const names = async (client: typeof clerk) =>
    (await client.get<Page<{ name: string }>>("/shop/coupon/list")).result.records.map(({ name }) => name).sort();
  expect(await names(clerk)).toEqual(["我的"]);
  expect(await names(guest)).toEqual(["别人的", "我的"].sort());
  expect(await guest.post("/shop/coupon/add", { name: "访客的" })).toMatchObject({ status: 403 });
  expect(await clerk.delete("/shop/coupon/delete", { query: { id: "1" } })).toMatchObject({ status: 403 });
});

it("what the page no longer says is taken back, and kept in the data log", async () => {
  await say({ clerk: { do: ["add"] } });
  expect([await grantsOf("clerk"), await grantsOf("guest")]).toEqual([
    ["shop.coupon", "shop.coupon#shop:coupon:add"],
    [],
  ]);
  const { rows } = await sql`select 1 from sys_permission_data_rule where permission_id = 'shop.coupon'`.execute(
    server.db.kysely,
  );
  expect(rows).toEqual([]);
  const removed = await sql<{ create_by: string }>`select create_by from sys_data_log
    where data_table = 'sys_role_permission' and change = 'deleted'`.execute(server.db.kysely);
  expect(removed.rows.length).toBeGreaterThanOrEqual(2);
  expect(new Set(removed.rows.map(({ create_by }) => create_by))).toEqual(new Set(["system"]));
  await say(undefined);
  expect(await grantsOf("clerk")).toEqual([]);
  await say(clerkAccess);
  expect([await grantsOf("clerk"), await grantsOf("guest")]).toEqual([clerkGrants, ["shop.coupon"]]);
});

it("what an administrator took away, gave or changed since stays theirs", async () => {
  const db = server.db.kysely;
  await sql`delete from sys_role_permission where permission_id like '%:edit'
    and role_id = (select id from sys_role where role_code = 'clerk')`.execute(db);
  await sql`insert into sys_role_permission (id, role_id, permission_id, version, tenant_id, create_time)
    select 'own', id, 'shop.coupon#shop:coupon:export', 1, 0, localtimestamp from sys_role
    where role_code = 'guest'`.execute(db);
  await say({ ...clerkAccess, guest: { do: ["add"] } });
  expect(await grantsOf("clerk")).toEqual(clerkGrants.slice(0, 2));
  await say({ clerk: clerkAccess.clerk });
  expect(await grantsOf("guest")).toEqual(["shop.coupon#shop:coupon:export"]);
  await sql`update sys_role_permission set data_rule_ids = null where permission_id = 'shop.coupon'`.execute(db);
  await say(undefined);
  expect(await grantsOf("clerk")).toEqual(["shop.coupon"]);
});

it("a document that cannot be read takes nothing back", async () => {
  const before = await grantsOf("clerk");
  await say(undefined, new Map([["shop/coupon", []]]));
  expect(await grantsOf("clerk")).toEqual(before);
});
