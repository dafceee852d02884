import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Sheet {
  readonly datarule: readonly {
    readonly id: string;
    readonly permissionId: string;
    readonly ruleName: string;
    readonly columnText: string;
    readonly conditionText: string;
    readonly valueText: string;
  }[];
  readonly checked: Readonly<Record<string, readonly string[]>>;
  readonly homePage: string | null;
}

const orders = "store.store-order";

describe("one save of a role's grants", () => {
  let server: TestServer;
  let admin: TestClient;
  let roleId: string;
  let ruleId: string;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    const made = await admin.post<{ id: string }>("/sys/role/add", { roleCode: "desk", roleName: "前台" });
    roleId = made.result.id;
    ruleId = (await sheet()).datarule.find((rule) => rule.ruleName === "本店的订单")?.id ?? "";
  });
  afterAll(() => server.close());

  const sheet = async () => (await admin.get<Sheet>("/sys/role/datarule", { query: { roleId: roleId ?? "" } })).result;
  const granted = async () =>
    (await admin.get<string[]>("/sys/permission/queryRolePermission", { query: { roleId } })).result;
  const save = (body: object) => admin.post("/sys/permission/saveRolePermission", { roleId, ...body });
  const logged = async () => {
    const { rows } = await sql<{ text: string }>`select log_content as text from sys_log
      where request_url like '%saveRolePermission'`.execute(server.db.kysely);
    return rows.map(({ text }) => text);
  };

  it("SYS-02: rules come with their fields, operators and variables in words", async () => {
    const rule = (await sheet()).datarule.find((one) => one.id === ruleId);
    expect(rule).toMatchObject({
      permissionId: orders,
      columnText: "所属部门",
      conditionText: "等于",
      valueText: "本人当前部门",
    });
  });

  it("SYS-03, SYS-04: pages and the fields of rules are offered as they exist", async () => {
    type Offers = readonly { readonly value: string; readonly text: string }[];
    const pages = (await admin.get<Offers>("/sys/permission/components")).result;
    expect(pages).toContainEqual({ value: "schema:store/store-order", text: "门店订单" });
    const query = { permissionId: orders };
    const fields = (await admin.get<Offers>("/sys/permission/ruleColumns", { query })).result;
    expect(fields).toContainEqual({ value: "sysOrgCode", text: "所属部门" });
    expect(fields.map(({ value }) => value)).not.toContain("roleName");
  });

  it("SYS-02: a part that is refused leaves nothing of the others", async () => {
    const parts = {
      permissionIds: `store,${orders}`,
      dataRules: [{ permissionId: orders, dataRuleIds: ruleId }],
    };
    expect((await save({ ...parts, homePage: "member.member" })).message).toBe("首页须是已授权的页面");
    const foreign = [{ permissionId: orders, dataRuleIds: "no-such-rule" }];
    expect((await save({ ...parts, dataRules: foreign })).message).toBe("所选数据规则不属于该菜单");
    expect([await granted(), (await sheet()).homePage]).toEqual([[], null]);
  });

  it("SYS-02: menus, rules and the home page are stored together, and the log names each", async () => {
    const answer = await save({
      permissionIds: `store,${orders},${orders}#store:order:audit`,
      lastpermissionIds: "",
      dataRules: [{ permissionId: orders, dataRuleIds: ruleId, lastDataRuleIds: "" }],
      homePage: orders,
    });
    expect(answer.message).toBe("保存成功！");
    expect([...(await granted())].sort()).toEqual(["store", orders, `${orders}#store:order:audit`]);
    const after = await sheet();
    expect([after.checked[orders], after.homePage]).toEqual([[ruleId], orders]);
    expect(await logged()).toContain(
      "角色 前台（desk）授权：新增 门店管理、门店订单、门店订单/批量审核；数据规则 门店订单：新增 本店的订单（所属部门 等于 本人当前部门）；首页 门店订单",
    );
  });

  it("SYS-02: what somebody else ticked since stays", async () => {
    const other = (await sheet()).datarule.find((rule) => rule.ruleName === "本大区的订单")?.id ?? "";
    const shown = { permissionIds: "", lastpermissionIds: "" };
    await save({ ...shown, dataRules: [{ permissionId: orders, dataRuleIds: other, lastDataRuleIds: "" }] });
    expect((await sheet()).checked[orders]).toEqual([ruleId, other]);
    await save({ ...shown, dataRules: [{ permissionId: orders, dataRuleIds: "", lastDataRuleIds: other }] });
    expect((await sheet()).checked[orders]).toEqual([ruleId]);
  });

  it("SYS-02: two who save what they both opened before both keep their changes, at the same moment too", async () => {
    const store = "store.store";
    const member = "member.member";
    const shown = (await granted()).join(",");
    const answers = await Promise.all([
      save({ permissionIds: `${shown},${store}`, lastpermissionIds: shown }),
      save({ permissionIds: `${shown},${member}`, lastpermissionIds: shown }),
    ]);
    expect(answers.map(({ success }) => success)).toEqual([true, true]);
    expect(await granted()).toEqual(expect.arrayContaining([...shown.split(","), store, member]));
    await save({ permissionIds: "", lastpermissionIds: `${store},${member}` });
    expect([...(await granted())].sort()).toEqual(shown.split(",").sort());
  });

  it("SYS-02: the second of two who edit a role learns of the first; who edits a deleted one that it is gone", async () => {
    const name = "名".repeat(100);
    const made = await admin.post<{ id: string; version: number }>("/sys/role/add", {
      ...{ roleCode: "pair", roleName: name },
    });
    expect(made.result).toMatchObject({ roleName: name });
    const edit = (roleName: string) => admin.put("/sys/role/edit", { ...made.result, roleName });
    expect((await edit("一")).success).toBe(true);
    expect(await edit("二")).toMatchObject({ status: 409, code: 409, result: { current: { roleName: "一" } } });
    await admin.delete("/sys/role/delete", { query: { id: made.result.id } });
    expect(await edit("三")).toMatchObject({ success: false, message: "未找到对应实体" });
    expect(await admin.post("/sys/user/addSysUserRole", { roleId: made.result.id, userIdList: ["x"] })).toMatchObject({
      success: false,
    });
  });

  it("SES-01: holders of the role land on its page while it is granted, and on the usual one afterwards", async () => {
    const userId = await addUser(server, { username: "desk-one" });
    await admin.post("/sys/user/addSysUserRole", { roleId, userIdList: [userId] });
    const homeOf = async () => {
      const client = await server.as("desk-one");
      return (await client.get<{ userInfo: { homePath: string | null } }>("/sys/user/getUserInfo")).result.userInfo
        .homePath;
    };
    expect(await homeOf()).toBe("/store/order");
    await save({ permissionIds: "store", lastpermissionIds: `store,${orders}` });
    expect([await homeOf(), (await sheet()).homePage]).toEqual([null, null]);
    expect(await logged()).toContain("角色 前台（desk）授权：移除 门店订单；首页 恢复默认");
  });

  it("SYS-17: the data log keeps every grant that was given and taken", async () => {
    const { rows } = await sql<{ change: string; menu: string; rules: string | null }>`
      select change, data_content::json ->> 'permissionId' as menu, data_content::json ->> 'dataRuleIds' as rules
      from sys_data_log where data_table = 'sys_role_permission' and data_content::json ->> 'roleId' = ${roleId}
      order by create_time, data_version, change desc`.execute(server.db.kysely);
    const told = rows.filter(({ menu }) => menu === orders).map(({ change, rules }) => [change, rules]);
    expect(told).toContainEqual(["saved", ruleId]);
    expect(told.at(-1)).toEqual(["deleted", ruleId]);
    expect([...new Set(rows.map(({ menu }) => menu))].sort()).toEqual(
      ["member.member", "store", "store.store", orders, `${orders}#store:order:audit`].sort(),
    );
  });
});
