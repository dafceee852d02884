import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer, testPassword } from "../support/test-server.ts";

describe("administration of users", () => {
  let server: TestServer;
  let admin: TestClient;
  let adminId: string;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    const { result } = await admin.get<{ userInfo: { id: string } }>("/sys/user/getUserInfo");
    adminId = result.userInfo.id;
    // Rows that a page of users would make.
    for (const code of ["list", "add", "edit", "delete"]) {
      await server.db.kysely
        .insertInto("sys_permission")
        .values({
          id: `users#${code}`,
          name: code,
          menu_type: 2,
          perms: `system:user:${code}`,
          perms_type: "1",
          status: "1",
          del_flag: 0,
          version: 1,
          tenant_id: 0,
        })
        .execute();
    }
    await addUser(server, {
      username: "clerk-of-users",
      departs: ["A01"],
      permissions: ["system:user:list", "system:user:add", "system:user:edit", "system:user:delete"],
    });
  });
  afterAll(() => server.close());

  const roleId = async (code: string) =>
    String(
      (
        await server.db.kysely
          .selectFrom("sys_role")
          .select("id")
          .where("role_code", "=", code)
          .executeTakeFirstOrThrow()
      ).id,
    );
  const rolesOf = async (userId: string) =>
    (await server.db.kysely.selectFrom("sys_user_role").select("role_id").where("user_id", "=", userId).execute()).map(
      (row) => row.role_id,
    );

  it("an administrator adds a user with password, roles and departments; the password must be changed", async () => {
    const role = await roleId("role_clerk-of-users");
    const added = await admin.post<{ id: string }>("/sys/user/add", {
      username: "newcomer",
      realname: "新人",
      password: "first-password-1",
      selectedroles: role,
      status: 2,
    });
    expect(added.success).toBe(true);
    expect(added.text).not.toContain("first-password-1");
    expect(await rolesOf(added.result.id)).toEqual([role]);
    const signedIn = await server.anonymous.post<{ mustChangePassword: boolean }>("/sys/login", {
      username: "newcomer",
      password: "first-password-1",
    });
    expect(signedIn.result.mustChangePassword).toBe(true);
  });

  it("staff cannot give themselves or others the administrator role", async () => {
    const staff = await server.as("clerk-of-users");
    const { result } = await staff.get<{ userInfo: { id: string } }>("/sys/user/getUserInfo");
    const own = result.userInfo.id;
    const before = await rolesOf(own);
    const admins = await roleId("admin");
    expect((await staff.put("/sys/user/edit", { id: own, selectedroles: `${before[0]},${admins}` })).status).toBe(403);
    const added = await staff.post("/sys/user/add", { username: "puppet", realname: "傀儡", selectedroles: admins });
    expect(added.status).toBe(403);
    expect(await rolesOf(own)).toEqual(before);
    const puppet = await server.db.kysely
      .selectFrom("sys_user")
      .select("id")
      .where("username", "=", "puppet")
      .execute();
    expect(puppet).toEqual([]);
  });

  it("staff cannot touch an administrator: no edit, no new password, no freeze, no deletion", async () => {
    const staff = await server.as("clerk-of-users");
    const password = { username: "admin", password: "taken-over-1", confirmPassword: "taken-over-1" };
    expect((await staff.put("/sys/user/edit", { id: adminId, realname: "别人" })).status).toBe(403);
    expect((await staff.put("/sys/user/changePassword", password)).status).toBe(403);
    expect((await staff.put("/sys/user/frozenBatch", { ids: adminId, status: 2 })).status).toBe(403);
    expect((await staff.delete("/sys/user/delete", { query: { id: adminId } })).status).toBe(403);
    const again = await server.anonymous.post("/sys/login", { username: "admin", password: testPassword });
    expect(again.success).toBe(true);
  });

  it("the last administrator stays, whoever asks", async () => {
    expect((await admin.put("/sys/user/frozenBatch", { ids: adminId, status: 2 })).message).toBe("不能冻结或删除自己");
    expect((await admin.delete("/sys/user/delete", { query: { id: adminId } })).message).toBe("不能冻结或删除自己");
    const answer = await admin.put("/sys/user/edit", { id: adminId, realname: "管理员", selectedroles: "" });
    expect(answer.message).toBe("至少要保留一个可以登录的管理员");
  });

  it("freezing ends the user's sessions at once; status and name cannot be changed by edit", async () => {
    const id = await addUser(server, { username: "icy" });
    const client = server.withToken((await server.as("icy")).token ?? "");
    expect((await admin.put("/sys/user/edit", { id, username: "warm", status: 2, realname: "冰" })).success).toBe(true);
    const row = await server.db.kysely
      .selectFrom("sys_user")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect([row.username, Number(row.status), row.realname]).toEqual(["icy", 1, "冰"]);
    expect((await admin.put("/sys/user/frozenBatch", { ids: `${id},`, status: 2 })).success).toBe(true);
    expect((await client.get("/sys/user/getUserInfo")).status).toBe(401);
    expect((await server.anonymous.post("/sys/login", { username: "icy", password: testPassword })).message).toBe(
      "用户名或密码错误",
    );
  });

  it("deleting a user ends their sessions and their sign-in", async () => {
    const id = await addUser(server, { username: "leaver" });
    const client = await server.as("leaver");
    expect((await admin.delete("/sys/user/delete", { query: { id } })).success).toBe(true);
    expect((await client.get("/sys/user/getUserInfo")).status).toBe(401);
    expect((await server.anonymous.post("/sys/login", { username: "leaver", password: testPassword })).success).toBe(
      false,
    );
  });

  it("a role that is taken from a user through their form is gone at once", async () => {
    const id = await addUser(server, { username: "holder", permissions: ["system:user:list"] });
    const client = await server.as("holder");
    expect((await client.get("/sys/user/list")).success).toBe(true);
    expect((await admin.put("/sys/user/edit", { id, realname: "持有人", selectedroles: "" })).success).toBe(true);
    expect((await client.get("/sys/user/list")).status).toBe(403);
  });

  it("an administrator unlocks an account", async () => {
    await addUser(server, { username: "locked-out" });
    const tryIn = (password: string) => server.anonymous.post("/sys/login", { username: "locked-out", password });
    for (let round = 0; round < 5; round += 1) await tryIn("wrong-password");
    expect((await tryIn(testPassword)).status).toBe(429);
    expect((await admin.put("/sys/user/unlock", { username: "locked-out" })).success).toBe(true);
    expect((await tryIn(testPassword)).success).toBe(true);
  });

  it("who may write links of users and roles still cannot give themselves anything", async () => {
    for (const code of ["system:user-role:add", "system:role-permission:add"]) {
      await server.db.kysely
        .insertInto("sys_permission")
        .values({ id: `links#${code}`, name: code, menu_type: 2, perms: code, status: "1", del_flag: 0, version: 1 })
        .execute();
    }
    const id = await addUser(server, {
      username: "linker",
      permissions: ["system:user-role:add", "system:role-permission:add"],
    });
    const linker = await server.as("linker");
    const body = { userId: id, roleId: await roleId("admin") };
    expect(await linker.post("/sys/userRole/add", body)).toMatchObject({ status: 403, code: 510, result: null });
    const grant = { roleId: await roleId("role_linker"), permissionId: "users#edit" };
    expect((await linker.post("/sys/rolePermission/add", grant)).status).toBe(403);
    expect(await rolesOf(id)).toEqual([await roleId("role_linker")]);
  });

  it("the administrator's role keeps its code and cannot be deleted", async () => {
    const id = await roleId("admin");
    await admin.put("/sys/role/edit", { id, roleCode: "nobody", roleName: "管理员" });
    expect(await roleId("admin")).toBe(id);
    expect((await admin.delete("/sys/role/delete", { query: { id } })).message).toBe("管理员角色不能删除");
  });
});
