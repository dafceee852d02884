import { utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Everything that says who may do what, as it is stored. */
const grantTables = [
  "sys_user",
  "sys_role",
  "sys_user_role",
  "sys_user_depart",
  "sys_role_permission",
  "sys_depart_permission",
  "sys_depart_role",
  "sys_depart_role_permission",
  "sys_depart_role_user",
  "sys_permission",
  "sys_permission_data_rule",
  "sys_depart",
  "sys_tenant",
] as const;

describe("grants", () => {
  let server: TestServer;
  let admin: TestClient;
  let adminId: string;
  let staff: TestClient;
  let staffId: string;
  let clerkId: string;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    adminId = (await admin.get<{ userInfo: { id: string } }>("/sys/user/getUserInfo")).result.userInfo.id;
    // Codes of data rules have no buttons of their own that staff could be granted; here somebody holds them all the
    // same.
    for (const code of ["add", "delete"]) {
      await server.db.kysely
        .insertInto("sys_permission")
        .values({
          id: `rules#${code}`,
          name: code,
          menu_type: 2,
          perms: `system:data-rule:${code}`,
          status: "1",
          del_flag: 0,
          version: 1,
        })
        .execute();
    }
    staffId = await addUser(server, {
      username: "staff",
      departs: ["A01"],
      permissions: [
        "system:user:list",
        "system:user:add",
        "system:user:edit",
        "system:user:delete",
        "system:user:import",
        "system:role:list",
        "system:role:add",
        "system:role:edit",
        "system:role:delete",
        "system:role:grant",
        "system:depart:grant",
        "system:depart-role:list",
        "system:depart-role:add",
        "system:depart-role:edit",
        "system:depart-role:grant",
        "system:data-rule:add",
        "system:data-rule:delete",
        "system:permission:add",
        "system:permission:edit",
        "system:tenant:edit",
        "member:member:list",
      ],
    });
    clerkId = await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["member:member:add"] });
    staff = await server.as("staff");
  });
  afterAll(() => server.close());

  const idOf = async (table: "sys_role" | "sys_permission" | "sys_depart", column: string, value: string) =>
    String(
      (
        await server.db.kysely
          .selectFrom(table)
          .select("id")
          .where(column as never, "=", value as never)
          .executeTakeFirstOrThrow()
      ).id,
    );
  const roleOf = (code: string) => idOf("sys_role", "role_code", code);
  const stored = async () => {
    const tables = await Promise.all(
      grantTables.map((table) => server.db.kysely.selectFrom(table).selectAll().orderBy("id").execute()),
    );
    return JSON.stringify(tables);
  };
  /** The call is refused with no permission, or with a reason, and nothing is stored. */
  const refusedAndUnchanged = async (call: () => Promise<{ status: number; success: boolean }>) => {
    const before = await stored();
    const answer = await call();
    expect(answer.success).toBe(false);
    expect(await stored()).toBe(before);
    return answer;
  };

  describe("nobody raises themselves", () => {
    it("not by becoming a member of a role, by one call or a batch", async () => {
      const role = await roleOf("admin");
      const self = { roleId: role, userIdList: [staffId] };
      expect((await refusedAndUnchanged(() => staff.post("/sys/user/addSysUserRole", self))).status).toBe(403);
      const own = { roleId: await roleOf("role_staff"), userIdList: [clerkId, staffId] };
      expect((await refusedAndUnchanged(() => staff.post("/sys/user/addSysUserRole", own))).status).toBe(403);
      const leave = { query: { roleId: await roleOf("role_staff"), userIds: staffId } };
      expect((await refusedAndUnchanged(() => staff.delete("/sys/user/deleteUserRoleBatch", leave))).status).toBe(403);
    });

    it("not by giving others a role that they lack", async () => {
      const body = { roleId: await roleOf("role_clerk"), userIdList: [clerkId] };
      expect((await refusedAndUnchanged(() => staff.post("/sys/user/addSysUserRole", body))).status).toBe(403);
    });

    it("not by granting their own role anything, or another role what they lack", async () => {
      const [own, other] = [await roleOf("role_staff"), await roleOf("registered")];
      const missing = await idOf("sys_permission", "perms", "member:member:delete");
      const held = await idOf("sys_permission", "perms", "member:member:list");
      const grant = (roleId: string, permissionIds: string) => () =>
        staff.post("/sys/permission/saveRolePermission", { roleId, permissionIds, lastpermissionIds: "" });
      expect((await refusedAndUnchanged(grant(own, held))).status).toBe(403);
      expect((await refusedAndUnchanged(grant(other, `${held},${missing}`))).status).toBe(403);
      const given = await grant(other, held)();
      expect(given).toMatchObject({ success: true, message: "保存成功！" });
    });

    it("not through departments: membership, charge, department roles", async () => {
      await addUser(server, { username: "far", departs: ["B01"] });
      const far = await idOf("sys_depart", "org_code", "B01");
      const join = { depId: far, userIdList: [staffId] };
      expect((await refusedAndUnchanged(() => staff.post("/sys/user/editSysDepartWithUser", join))).status).toBe(403);
      const send = { depId: far, userIdList: [clerkId] };
      expect((await refusedAndUnchanged(() => staff.post("/sys/user/editSysDepartWithUser", send))).status).toBe(403);
      const charge = { id: staffId, userIdentity: 2, departIds: far };
      expect((await refusedAndUnchanged(() => staff.put("/sys/user/edit", charge))).status).toBe(403);
      const role = { departId: far, roleName: "远", roleCode: "far-role" };
      expect((await refusedAndUnchanged(() => staff.post("/sys/sysDepartRole/add", role))).status).toBe(403);
      const grant = { departId: far, permissionIds: await idOf("sys_permission", "perms", "member:member:list") };
      expect((await refusedAndUnchanged(() => staff.post("/sys/permission/saveDepartPermission", grant))).status).toBe(
        403,
      );
    });

    it("not by writing menus and data rules with the code alone", async () => {
      const menu = { name: "后门", menuType: 1, parentId: "system", url: "/x", component: "schema:system/user" };
      expect((await refusedAndUnchanged(() => staff.post("/sys/permission/add", menu))).status).toBe(403);
      const rule = {
        permissionId: "member.member",
        ruleName: "全部",
        ruleColumn: "id",
        ruleConditions: "!=",
        ruleValue: "0",
      };
      expect((await refusedAndUnchanged(() => staff.post("/sys/permission/addPermissionRule", rule))).status).toBe(403);
    });

    it("not by importing users who are in charge of what they do not hold", async () => {
      const charged = ["imported", "导入", "上级", "部门 B01"];
      const answer = await refusedAndUnchanged(() => importUsers(staff, charged));
      expect(answer.status).toBe(403);
      expect(await importUsers(staff, ["imported", "导入", "普通成员", ""])).toMatchObject({ success: true });
    });

    it("not by taking away a role that narrows them", async () => {
      const role = await roleOf("role_staff");
      const remove = () => staff.delete("/sys/role/delete", { query: { id: role } });
      expect((await refusedAndUnchanged(remove)).status).toBe(403);
    });

    it("what they see in part they hand on in part, and cannot widen", async () => {
      const page = await idOf("sys_permission", "perms", "member:member:list");
      const rule = await admin.post<{ id: string }>("/sys/permission/addPermissionRule", {
        permissionId: page,
        ruleName: "自己部门",
        ruleColumn: "sysOrgCode",
        ruleConditions: "=",
        ruleValue: "#{sys_org_code}",
      });
      const narrow = { permissionId: page, roleId: await roleOf("role_staff"), dataRuleIds: rule.result.id };
      expect((await admin.post("/sys/role/datarule", narrow)).success).toBe(true);
      const made = await admin.post<{ id: string }>("/sys/role/add", { roleCode: "narrowed", roleName: "受限" });
      const target = made.result.id;
      const give = { roleId: target, permissionIds: page, lastpermissionIds: "" };
      expect((await staff.post("/sys/permission/saveRolePermission", give)).success).toBe(true);
      const link = await server.db.kysely
        .selectFrom("sys_role_permission")
        .select("data_rule_ids")
        .where("role_id", "=", target)
        .where("permission_id", "=", page)
        .executeTakeFirstOrThrow();
      expect(link.data_rule_ids).toBe(rule.result.id);
      const widen = () => staff.post("/sys/role/datarule", { permissionId: page, roleId: target, dataRuleIds: "" });
      expect((await refusedAndUnchanged(widen)).status).toBe(403);
    });
  });

  describe("the last administrator stays", () => {
    it("in their role, whatever path takes members out of it", async () => {
      const role = await roleOf("admin");
      const one = { query: { roleId: role, userId: adminId } };
      const answer = await refusedAndUnchanged(() => admin.delete("/sys/user/deleteUserRole", one));
      expect(answer).toMatchObject({ message: "至少要保留一个可以登录的管理员" });
      const batch = { query: { roleId: role, userIds: `${adminId},` } };
      await refusedAndUnchanged(() => admin.delete("/sys/user/deleteUserRoleBatch", batch));
      const link = await server.db.kysely
        .selectFrom("sys_user_role")
        .select("id")
        .where("role_id", "=", role)
        .executeTakeFirstOrThrow();
      await refusedAndUnchanged(() => admin.delete("/sys/userRole/delete", { query: { id: String(link.id) } }));
      const other = { id: String(link.id), userId: clerkId };
      await refusedAndUnchanged(() => admin.put("/sys/userRole/edit", other));
      await refusedAndUnchanged(() => admin.put("/sys/user/edit", { id: adminId, selectedroles: "" }));
      await refusedAndUnchanged(() => admin.delete("/sys/role/delete", { query: { id: role } }));
    });

    it("staff do not touch administrators through memberships", async () => {
      const out = { query: { depId: await idOf("sys_depart", "org_code", "A01"), userId: adminId } };
      expect((await refusedAndUnchanged(() => staff.delete("/sys/user/deleteUserInDepart", out))).status).toBe(403);
    });

    it("two who demote each other at the same moment: one stays", async () => {
      const secondId = await addUser(server, { username: "second-admin" });
      const role = await roleOf("admin");
      expect((await admin.post("/sys/user/addSysUserRole", { roleId: role, userIdList: [secondId] })).success).toBe(
        true,
      );
      const second = await server.as("second-admin");
      const [a, b] = await Promise.all([
        admin.delete("/sys/user/deleteUserRole", { query: { roleId: role, userId: secondId } }),
        second.delete("/sys/user/deleteUserRole", { query: { roleId: role, userId: adminId } }),
      ]);
      expect([a.success, b.success].filter(Boolean)).toHaveLength(1);
      const left = await server.db.kysely
        .selectFrom("sys_user_role")
        .select("user_id")
        .where("role_id", "=", role)
        .execute();
      expect(left).toHaveLength(1);
      if (String(left[0]?.user_id) !== adminId) {
        await second.post("/sys/user/addSysUserRole", { roleId: role, userIdList: [adminId] });
      }
    });
  });

  function importUsers(client: TestClient, cells: readonly string[]) {
    const book = utils.book_new();
    const rows = [["用户导入模板"], ["说明"], ["用户账号*", "用户姓名*", "身份", "负责部门"], [...cells]];
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "用户");
    const value = Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
    const { body, options } = multipartBody([{ name: "file", value, fileName: "users.xlsx" }]);
    return client.post("/sys/user/importExcel", body, options);
  }
});
