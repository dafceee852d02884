import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { actRefusals } from "../../server/modules/users/may-act-on.ts";
import { addUser, type PersonOptions } from "../support/people.ts";
import { type Answer, createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const newPassword = "changed-by-manager-1";
const userCodes = ["list", "add", "edit", "delete", "deleteBatch"].map((action) => `system:user:${action}`);

interface Target extends PersonOptions {
  /** Why the manager may not act on this person. */
  readonly refusal?: keyof typeof actRefusals;
  /** In none of the manager's tenants, so they are not there for them. */
  readonly isElsewhere?: boolean;
  readonly holdsAdmin?: boolean;
}

/** The manager is in department A01 and tenant 1, sees stores of their department, and holds the codes of users. */
const targets: readonly Target[] = [
  { username: "newcomer" },
  { username: "peer", permissions: ["system:user:list", "store:store:list"] },
  { username: "frozen", permissions: ["system:user:list"], status: 2 },
  { username: "frozen-admin", status: 2, holdsAdmin: true, refusal: "admin" },
  { username: "finance", permissions: ["member:member:list"], refusal: "permissions" },
  { username: "unnarrowed", permissions: ["store:store:list"], refusal: "rows" },
  { username: "other-department", departs: ["B01"], permissions: ["store:store:list"], refusal: "rows" },
  { username: "two-tenants", tenants: [1, 2], refusal: "tenants" },
  { username: "no-tenant", tenants: [], isElsewhere: true },
  { username: "in-charge", refusal: "charge" },
];
const narrowed = ["manager", "peer", "other-department"];

let server: TestServer;
let manager: TestClient;
let department = "";
const ids: Record<string, string> = {};
const idOf = (username: string) => ids[username] ?? "";
beforeAll(async () => {
  server = await createTestServer();
  const db = server.db.kysely;
  const batch = { id: "users#deleteBatch", perms: "system:user:deleteBatch", menu_type: 2, status: "1", del_flag: 0 };
  await db
    .insertInto("sys_permission")
    .values({ ...batch, version: 1 })
    .execute();
  const own: Target = { username: "manager", permissions: [...userCodes, "store:store:list"] };
  for (const { username, ...person } of [own, ...targets]) {
    ids[username] = await addUser(server, { departs: ["A01"], tenants: [1], username, ...person });
    if (person.holdsAdmin) await giveAdminRole(username);
  }
  for (const username of narrowed) await narrowStores(username);
  const other = await db.selectFrom("sys_depart").select("id").where("org_code", "=", "B01").executeTakeFirstOrThrow();
  const charge = { user_identity: 2, depart_ids: String(other.id) };
  await db.updateTable("sys_user").set(charge).where("id", "=", idOf("in-charge")).execute();
  const depart = await db.selectFrom("sys_depart").select("id").where("org_code", "=", "A01").executeTakeFirstOrThrow();
  department = String(depart.id);
  manager = await server.as("manager");
});
afterAll(() => server.close());

async function giveAdminRole(username: string): Promise<void> {
  const link = { id: `admin-${username}`, user_id: idOf(username), role_id: await roleId("admin"), version: 1 };
  await server.db.kysely.insertInto("sys_user_role").values(link).execute();
}

/** Stores of the person's own department only. */
async function narrowStores(username: string): Promise<void> {
  const db = server.db.kysely;
  const page = await db.selectFrom("sys_permission").select("id").where("perms", "=", "store:store:list").execute();
  const permission_id = String(page[0]?.id);
  const rule = { rule_column: "sysOrgCode", rule_conditions: "=", rule_value: "#{sys_org_code}", status: "1" };
  await db
    .insertInto("sys_permission_data_rule")
    .values({ id: "own-department", permission_id, version: 1, ...rule })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("sys_role_permission")
    .set({ data_rule_ids: "own-department" })
    .where("role_id", "=", await roleId(`role_${username}`))
    .where("permission_id", "=", permission_id)
    .execute();
}

async function roleId(code: string): Promise<string> {
  const role = await server.db.kysely.selectFrom("sys_role").select("id").where("role_code", "=", code).execute();
  return String(role[0]?.id);
}

type Act = (username: string) => Promise<Answer>;

/** In an order in which each can follow the one before. */
const acts: Readonly<Record<string, Act>> = {
  edit: (name) => manager.put("/sys/user/edit", { id: idOf(name), realname: "改名" }),
  "reset the password": (username) =>
    manager.put("/sys/user/changePassword", { username, password: newPassword, confirmPassword: newPassword }),
  unlock: (username) => manager.put("/sys/user/unlock", { username }),
  unfreeze: (name) => manager.put("/sys/user/frozenBatch", { ids: `${idOf(name)},`, status: 1 }),
  "give a role": async (name) =>
    manager.post("/sys/user/addSysUserRole", { roleId: await roleId("role_manager"), userIdList: [idOf(name)] }),
  "take a role": async (name) =>
    manager.delete("/sys/user/deleteUserRole", { query: { roleId: await roleId("role_manager"), userId: idOf(name) } }),
  "put into a department": (name) =>
    manager.post("/sys/user/editSysDepartWithUser", { depId: department, userIdList: [idOf(name)] }),
  "take out of a department": (name) =>
    manager.delete("/sys/user/deleteUserInDepart", { query: { depId: department, userId: idOf(name) } }),
  delete: (name) => manager.delete("/sys/user/delete", { query: { id: idOf(name) } }),
  restore: (name) => manager.put("/sys/user/putRecycleBin", { userIds: idOf(name) }),
  "delete with others": (name) => manager.delete("/sys/user/deleteBatch", { query: { ids: `${idOf(name)},` } }),
  "remove for good": (name) => manager.delete("/sys/user/deleteRecycleBin", { query: { userIds: idOf(name) } }),
};
const aboutDeleted = ["restore", "remove for good"];

const setDeleted = (username: string, isDeleted: boolean) =>
  server.db.kysely
    .updateTable("sys_user")
    .set({ del_flag: isDeleted ? 1 : 0 })
    .where("id", "=", idOf(username))
    .execute();

async function storedPeople(): Promise<string> {
  const tables = ["sys_user", "sys_user_role", "sys_user_depart", "sys_depart_role_user", "sys_user_secret"];
  const rows = await Promise.all(tables.map((table) => server.db.kysely.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows.map((table) => table.map((row) => JSON.stringify(row)).sort()));
}

it("the list says for each person whether and why the caller may not act on them", async () => {
  const { result } = await manager.get<Page<Record<string, unknown>>>("/sys/user/list", { query: { pageSize: "100" } });
  const told = Object.fromEntries(result.records.map((row) => [row.username, row.actRefusal]));
  const seen = targets.filter(({ isElsewhere }) => !isElsewhere);
  const expected = seen.map(({ username, refusal }) => [username, refusal ?? null]);
  expect(told).toEqual({ manager: null, ...Object.fromEntries(expected) });
});

for (const { username, refusal } of targets.filter((target) => target.refusal !== undefined)) {
  it(`on ${username} the manager acts in no way but freezing and signing out, and learns why`, async () => {
    const message = `不能操作 ${username}：${refusal && actRefusals[refusal]}`;
    for (const [act, run] of Object.entries(acts)) {
      await setDeleted(username, aboutDeleted.includes(act));
      const before = await storedPeople();
      expect(await run(username), act).toMatchObject({ status: 403, code: 510, success: false, message });
      expect(await storedPeople(), act).toBe(before);
    }
    await setDeleted(username, false);
    expect(await manager.put("/sys/user/frozenBatch", { ids: idOf(username), status: 2 })).toMatchObject({
      success: true,
    });
  });
}

it("who works for another tenant only is not there, whatever is tried on them", async () => {
  for (const [act, run] of Object.entries(acts)) {
    await setDeleted("no-tenant", aboutDeleted.includes(act));
    const before = await storedPeople();
    const { success, message } = await run("no-tenant");
    expect([success, message], act).toEqual([false, expect.stringMatching(/^(未找到对应实体|用户不存在！)$/)]);
    expect(await storedPeople(), act).toBe(before);
  }
  await setDeleted("no-tenant", false);
  expect((await manager.put("/sys/user/frozenBatch", { ids: idOf("no-tenant"), status: 2 })).success).toBe(false);
});

it("a batch with one refused changes nobody and names the refused", async () => {
  const chosen = ["newcomer", "finance", "frozen-admin"].map(idOf);
  const before = await storedPeople();
  const answer = await manager.put("/sys/user/frozenBatch", { ids: chosen.join(","), status: 1 });
  expect(answer).toMatchObject({
    status: 403,
    message: "不能操作 finance、frozen-admin：对方拥有您没有的菜单或按钮权限",
  });
  expect(answer.result).toEqual({
    refused: [
      { id: idOf("finance"), title: "finance", reason: actRefusals.permissions },
      { id: idOf("frozen-admin"), title: "frozen-admin", reason: actRefusals.admin },
    ],
  });
  expect(await storedPeople()).toBe(before);
});

it("the reason is said in the reader's language", async () => {
  const english = { headers: { "accept-language": "en-US" } };
  const answer = await manager.put("/sys/user/unlock", { username: "finance" }, english);
  expect(answer.message).toBe("You may not act on finance: The person has menus or buttons that you lack");
});

it("a help desk with the right to edit signs out and freezes people beyond their own rights, never the last administrator", async () => {
  await addUser(server, {
    username: "desk",
    tenants: [1],
    permissions: ["system:user:list", "system:user:edit", "system:online:list", "system:online:forceLogout"],
  });
  const desk = await server.as("desk");
  await addUser(server, { username: "auditor", tenants: [1], permissions: ["member:member:list"] });
  const auditor = await server.as("auditor");
  const { result } = await desk.get<Page<{ token: string }>>("/sys/online/list", { query: { username: "auditor" } });
  const token = result.records[0]?.token;
  expect(await desk.post("/sys/online/forceLogout", { token })).toMatchObject({ success: true });
  expect((await auditor.get("/sys/user/getUserInfo")).status).toBe(401);
  const admin = await server.db.kysely.selectFrom("sys_user").select("id").where("username", "=", "admin").execute();
  const before = await storedPeople();
  expect((await desk.put("/sys/user/frozenBatch", { ids: String(admin[0]?.id), status: 2 })).success).toBe(false);
  expect(await storedPeople()).toBe(before);
});

it("without the right to edit, signing out is for those within one's own rights", async () => {
  await addUser(server, {
    username: "guard",
    tenants: [1],
    permissions: ["system:online:list", "system:online:forceLogout"],
  });
  const guard = await server.as("guard");
  await addUser(server, { username: "cashier", tenants: [1], permissions: ["member:member:list"] });
  await server.as("cashier");
  const tokenOf = async (username: string) => {
    const { result } = await guard.get<Page<{ token: string }>>("/sys/online/list", { query: { username } });
    return result.records[0]?.token;
  };
  expect(await guard.post("/sys/online/forceLogout", { token: await tokenOf("cashier") })).toMatchObject({
    status: 403,
    message: "不能操作 cashier：对方拥有您没有的菜单或按钮权限",
  });
  await addUser(server, { username: "guest", tenants: [1] });
  await server.as("guest");
  expect((await guard.post("/sys/online/forceLogout", { token: await tokenOf("guest") })).success).toBe(true);
});

for (const { username } of targets.filter(({ refusal, isElsewhere }) => refusal === undefined && !isElsewhere)) {
  it(`on ${username}, whose rights lie within their own, the manager acts in every way`, async () => {
    for (const [act, run] of Object.entries(acts)) {
      expect(await run(username), act).toMatchObject({ status: 200, success: true });
    }
  });
}
