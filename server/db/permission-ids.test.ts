import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forOneEngine } from "../../tests/support/database.ts";
import { shippedDocuments } from "../../tests/support/test-server.ts";
import { loadGrants } from "../auth/grants.ts";
import { readConfig } from "../config/config.ts";
import type { DocumentStore } from "../documents/load-documents.ts";
import { prepareDatabase } from "../prepare-database.ts";
import type { Database } from "./database.ts";

const config = readConfig({ SEED: "none", ADMIN_PASSWORD: "correct-horse-battery" });
const page = "store/store-order";
const button = "store/store-order#store:order:audit";

interface Counts {
  readonly menus: string;
  readonly grants: string;
  readonly rules: string;
}

forOneEngine("a database whose permission ids have slashes", (open) => {
  let db: Database;
  let documents: DocumentStore;
  let before: Counts;
  const ask = async <Found>(query: ReturnType<typeof sql<Found>>) => (await query.execute(db.kysely)).rows;

  beforeAll(async () => {
    documents = shippedDocuments();
    db = await open();
    await prepareDatabase(db, documents, config);
    await makeOld(db);
    await addPeople(db);
    before = await count();
    await prepareDatabase(db, documents, config);
  });
  afterAll(() => db.close());

  const count = async () =>
    (
      await ask<Counts>(sql`select (select count(*) from sys_permission) as menus,
      (select count(*) from sys_role_permission) as grants, (select count(*) from sys_permission_data_rule) as rules`)
    )[0] as Counts;

  it("has the same menus, grants and rules after the upgrade, none twice and none with a slash in its id", async () => {
    expect(Number(before.menus)).toBeGreaterThan(100);
    expect(Number(before.grants)).toBeGreaterThan(100);
    expect(await count()).toEqual(before);
    const left = await ask(sql`select id from sys_permission where id || coalesce(parent_id, '') like '%/%'
      union all select id from sys_permission_shipped where id like '%/%' or shipped ->> 'parentId' like '%/%'`);
    expect(left).toEqual([]);
  });

  it("leaves to a person every right and every narrowing rule", async () => {
    const grants = await loadGrants(db.kysely, "u1");
    expect([...grants.permissionIds].filter((id) => id.startsWith("store"))).toEqual([
      "store.store-order",
      "store.store-order#store:order:audit",
    ]);
    expect([...grants.permissions]).toEqual(expect.arrayContaining(["store:order:list", "store:order:audit"]));
    expect(grants.dataRules.get("store:order")).toMatchObject([{ column: "sysOrgCode", value: "A/01" }]);
    const departs = await ask(sql`select permission_id from sys_depart_permission
      union all select permission_id from sys_depart_role_permission`);
    expect(departs).toEqual([{ permission_id: "store.store-order" }, { permission_id: "store.store-order" }]);
  });

  it("keeps an administrator's title of a menu and their own menu below it", async () => {
    const menus = await ask(sql`select id, name, parent_id from sys_permission
      where id = 'store.store-order' or parent_id = 'store.store-order' and menu_type = 1 order by id`);
    expect(menus).toEqual([
      { id: "1900000000000000001", name: "外部系统", parent_id: "store.store-order" },
      { id: "store.store-order", name: "我的订单", parent_id: "store" },
    ]);
  });

  it("still knows which shipped grant was taken back, and never touches a text that only looks like an id", async () => {
    const rows = await ask(
      sql`select row_key, shipped from data_row where model = 'system/role-permission' and row_key like '%a/role%'`,
    );
    expect(rows).toEqual([
      { row_key: '["a/role","store.store"]', shipped: { roleId: "a/role", permissionId: "store.store" } },
    ]);
  });

  it("finds a menu's versions and comments under its new id", async () => {
    const log = await ask<{ data_id: string; content: Record<string, unknown> }>(sql`
      select data_id, data_content::json as content from sys_data_log where create_by = 'old'
      and data_id in ('link', 'store.store-order') order by data_id`);
    expect(log).toEqual([
      { data_id: "link", content: { roleId: "r1", permissionId: button.replace("/", ".") } },
      { data_id: "store.store-order", content: { name: "A/B", parentId: "store.store" } },
    ]);
    expect(await ask(sql`select data_id from sys_comment`)).toEqual([{ data_id: "store.store-order" }]);
  });
});

/** The ids as they were before step 0080, which then is still to come. */
async function makeOld(db: Database): Promise<void> {
  const columns = {
    sys_permission: ["id", "parent_id"],
    sys_permission_shipped: ["id"],
    sys_permission_data_rule: ["permission_id"],
    sys_role_permission: ["permission_id"],
  };
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) {
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = replace(${sql.ref(name)}, '.', '/')`.execute(
        db.kysely,
      );
    }
  }
  await sql`update data_row set row_key = replace(row_key, '.', '/'), shipped = replace(shipped::text, '.', '/')::json
    where model in ('system/permission', 'system/data-rule', 'system/role-permission')`.execute(db.kysely);
  await sql`delete from schema_migration where name like '0080-permission%'`.execute(db.kysely);
}

async function addPeople({ kysely }: Database): Promise<void> {
  const common = { version: 1, tenant_id: 0, create_by: "old", create_time: "2026-01-01 00:00:00" };
  const insert = (table: string, values: object) =>
    kysely
      .insertInto(table)
      .values({ ...common, ...values })
      .execute();
  await insert("sys_role", { id: "r1", role_code: "r1", role_name: "R" });
  await insert("sys_user_role", { id: "ur1", user_id: "u1", role_id: "r1" });
  const rule = {
    rule_name: "本部门",
    rule_column: "sysOrgCode",
    rule_conditions: "=",
    rule_value: "A/01",
    status: "1",
  };
  await insert("sys_permission_data_rule", { id: "rule1", permission_id: page, ...rule });
  await insert("sys_role_permission", { id: "p1", role_id: "r1", permission_id: page, data_rule_ids: "rule1" });
  await insert("sys_role_permission", { id: "p2", role_id: "r1", permission_id: button });
  await insert("sys_depart_permission", { id: "p3", depart_id: "d1", permission_id: page });
  await insert("sys_depart_role_permission", { id: "p4", depart_id: "d1", role_id: "dr1", permission_id: page });
  await sql`update sys_permission set name = '我的订单' where id = ${page}`.execute(kysely);
  const own = { id: "1900000000000000001", name: "外部系统", parent_id: page, menu_type: 1, url: "/x", del_flag: 0 };
  await insert("sys_permission", own);
  await sql`insert into data_row (model, row_key, shipped) values
    ('system/role-permission', '["a/role","store/store"]', '{"roleId":"a/role","permissionId":"store/store"}')`.execute(
    kysely,
  );
  const log = { data_version: 1 };
  const content = { name: "A/B", parentId: "store/store" };
  await insert("sys_data_log", {
    id: "l1",
    data_table: "sys_permission",
    data_id: page,
    data_content: JSON.stringify(content),
    ...log,
  });
  const link = { roleId: "r1", permissionId: button };
  await insert("sys_data_log", {
    id: "l2",
    data_table: "sys_role_permission",
    data_id: "link",
    data_content: JSON.stringify(link),
    ...log,
  });
  await sql`insert into sys_comment (id, data_table, data_id, content, tenant_id, create_by, create_time)
    values ('c1', 'sys_permission', ${page}, '好', 0, 'old', '2026-01-01 00:00:00')`.execute(kysely);
}
