import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Node {
  readonly key: string;
  readonly title: string | null;
  readonly slotTitle: string;
  readonly ruleFlag: number;
  readonly isLeaf: boolean;
  readonly children: readonly Node[];
}

describe("system administration", () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
  });
  afterAll(() => server.close());

  const add = async (url: string, body: object) => {
    const answer = await admin.post<{ id: string }>(url, body);
    expect(answer.message).toMatch(/成功/);
    return String(answer.result.id);
  };

  it("SYS-02: the tree for granting carries its text in slotTitle and marks menus that have data rules", async () => {
    const { result } = await admin.get<{ treeList: Node[]; ids: string[] }>("/sys/role/queryTreeList");
    const store = result.treeList.find((node) => node.key === "store");
    expect(store).toMatchObject({ title: null, slotTitle: "门店管理", isLeaf: false });
    expect(store?.children.find((node) => node.key === "store.store-order")?.ruleFlag).toBe(1);
    expect(result.ids).toContain("store.store-order#store:order:audit");
  });

  it("SYS-02: saving grants adds and takes by the two lists; what somebody else gave stays", async () => {
    const roleId = await add("/sys/role/add", { roleCode: "lists", roleName: "两个列表" });
    const save = (permissionIds: string, lastpermissionIds: string) =>
      admin.post("/sys/permission/saveRolePermission", { roleId, permissionIds, lastpermissionIds });
    await save("store,store.store", "");
    await save("store,member", "store,store.store");
    await save("product", "");
    const { result } = await admin.get<string[]>("/sys/permission/queryRolePermission", { query: { roleId } });
    expect([...result].sort()).toEqual(["member", "product", "store"]);
    expect((await save("no-such-menu", "")).message).toBe("所选菜单不存在");
  });

  it("SYS-04: a data rule needs a field of its page, a known variable and no SQL; it is granted only with its menu", async () => {
    const rule = { permissionId: "store.store", ruleName: "规则", ruleConditions: "=", ruleValue: "#{sys_org_code}" };
    const post = (change: object) =>
      admin.post<{ id: string }>("/sys/permission/addPermissionRule", { ...rule, ...change });
    expect((await post({ ruleColumn: "nothing" })).message).toBe("门店没有字段 nothing");
    expect((await post({ ruleColumn: "name", ruleValue: "#{sys_secret}" })).message).toBe("没有系统变量 #{sys_secret}");
    expect((await post({ ruleColumn: "name", ruleConditions: "USE_SQL_RULES" })).success).toBe(false);
    const { result } = await post({ ruleColumn: "sysOrgCode" });
    const roleId = await add("/sys/role/add", { roleCode: "ruled", roleName: "有规则" });
    const body = { permissionId: "store.store", roleId, dataRuleIds: `${result.id},` };
    expect((await admin.post("/sys/role/datarule", body)).message).toBe("请先保存角色菜单权限!");
    await admin.post("/sys/permission/saveRolePermission", {
      roleId,
      permissionIds: "store.store",
      lastpermissionIds: "",
    });
    expect((await admin.post("/sys/role/datarule", body)).message).toBe("保存成功!");
    const read = await admin.get<{ drChecked: string }>(`/sys/role/datarule/store.store/${roleId}`);
    expect(read.result.drChecked).toBe(result.id);
    // A button's id as a browser sends it: what follows the "#" never arrives.
    const cut = await admin.get("/sys/role/datarule/store.store");
    expect([cut.status, cut.message]).toEqual([200, "未找到权限配置信息"]);
  });

  it("SYS-03: a menu's address and component are stored as the contract has them; the whole tree comes without paging", async () => {
    const id = await add("/sys/permission/add", { name: "演示", menuType: 0, url: "demo", component: "" });
    const child = { name: "页", menuType: 1, parentId: id, url: "/demo/x", component: "/src/views/demo/X.vue" };
    await add("/sys/permission/add", child);
    const { result } =
      await admin.get<{ key: string; url: string; component: string; children?: Node[] }[]>("/sys/permission/list");
    const found = result.find((node) => node.key === id);
    expect(found).toMatchObject({ url: "/demo", component: "layouts/RouteView" });
    expect(found?.children).toMatchObject([{ component: "demo/X", isLeaf: true }]);
    const bad = await admin.post("/sys/permission/add", { name: "坏", menuType: 0, url: "javascript:alert(1)" });
    expect(bad.success).toBe(false);
  });

  it("SYS-03: a menu does not take the address of another one, which the console would drop; old pairs are edited", async () => {
    const menu = { menuType: 0, route: true, component: "layouts/RouteView" };
    const post = (change: object) =>
      admin.post<{ id: string; fieldErrors?: object }>("/sys/permission/add", { ...menu, ...change });
    const first = await add("/sys/permission/add", { ...menu, name: "占用", url: "/taken" });
    const taken = { url: "菜单路径已被菜单“占用”使用，请换一个" };
    expect((await post({ name: "后来", url: "taken" })).result.fieldErrors).toEqual(taken);
    // No address of the console: a row that is no route, and a button.
    const aside = await add("/sys/permission/add", { ...menu, name: "不是路由", url: "/taken", route: false });
    await add("/sys/permission/add", { name: "按钮", menuType: 2, parentId: first, url: "/taken", perms: "taken:add" });
    const edit = (change: object) => admin.put<{ fieldErrors?: object } | null>("/sys/permission/edit", change);
    expect((await edit({ id: aside, route: true })).result?.fieldErrors).toEqual(taken);
    await server.db.kysely.updateTable("sys_permission").set({ is_route: true }).where("id", "=", aside).execute();
    expect((await edit({ id: aside, name: "旧的" })).success).toBe(true);
    expect((await edit({ id: first, url: "/taken/else" })).success).toBe(true);
    await add("/sys/permission/add", { ...menu, name: "网站", url: "https://a.test/" });
    expect((await post({ name: "网站二", url: "https://a.test/" })).result.fieldErrors).toEqual({
      url: "菜单路径已被菜单“网站”使用，请换一个",
    });
  });

  it("SYS-05: a department role gets no more than its department, and loses what the department loses", async () => {
    const departId = await add("/sys/sysDepart/add", { departName: "授权部" });
    const roleId = await add("/sys/sysDepartRole/add", { departId, roleName: "组长", roleCode: "leader" });
    const grant = (permissionIds: string) =>
      admin.post("/sys/sysDepartPermission/saveDeptRolePermission", { roleId, permissionIds, lastpermissionIds: "" });
    expect((await grant("store.store")).message).toBe("超出部门的授权范围");
    const depart = { departId, permissionIds: "store.store", lastpermissionIds: "" };
    await admin.post("/sys/permission/saveDepartPermission", depart);
    expect((await grant("store.store")).success).toBe(true);
    const userId = await addUser(server, { username: "leader" });
    const give = { userId, newRoleId: roleId, oldRoleId: "" };
    expect((await admin.post("/sys/sysDepartRole/deptRoleUserAdd", give)).success).toBe(true);
    const leader = await server.as("leader");
    expect((await leader.get("/store/store/list")).success).toBe(true);
    // A data rule of the department narrows its roles as one of their own would.
    const names = { permissionId: "store.store", status: "1", ruleName: "没有门店" };
    const rule = { ...names, ruleColumn: "name", ruleConditions: "=", ruleValue: "没有这家店" };
    const made = await admin.post<{ id: string }>("/sys/permission/addPermissionRule", rule);
    const total = async () => (await leader.get<{ total: number }>("/store/store/list")).result.total;
    const store = { id: "bounded", name: "有这家店", store_no: "S-1", version: 1, tenant_id: 0 };
    await server.db.kysely.insertInto("store").values(store).execute();
    const before = await total();
    await admin.post("/sys/sysDepartPermission/datarule", {
      ...{ departId, permissionId: "store.store", dataRuleIds: made.result.id },
    });
    expect([before > 0, await total()]).toEqual([true, 0]);
    const effective = await admin.get<{ records: object[] }>("/sys/permission/effective", {
      query: { userId, path: "*门店*", state: "1" },
    });
    expect(effective.result.records).toMatchObject([
      { sources: "部门角色 授权部 / 组长", rules: "没有门店（门店名称 等于 没有这家店）" },
    ]);
    // The role's own drawer shows what narrows it, though it was chosen at the department.
    const sheet = await admin.get<{ checked: object; ofDepart: object }>("/sys/sysDepartRole/datarule", {
      query: { roleId },
    });
    expect(sheet.result).toMatchObject({
      checked: { "store.store": [] },
      ofDepart: { "store.store": [made.result.id] },
    });
    const take = { departId, permissionIds: "", lastpermissionIds: "store.store" };
    await admin.post("/sys/permission/saveDepartPermission", take);
    expect((await leader.get("/store/store/list")).status).toBe(403);
  });

  it("SYS-01, SYS-05: members come and go; a deleted user and a deleted department can be taken back", async () => {
    const depId = await add("/sys/sysDepart/add", { departName: "成员部" });
    const userId = await addUser(server, { username: "member-one", realname: "成员" });
    await admin.post("/sys/user/editSysDepartWithUser", { depId, userIdList: [userId] });
    const members = async () =>
      (await admin.get<{ total: number }>("/sys/user/departUserList", { query: { depId, pageNo: "1" } })).result.total;
    expect(await members()).toBe(1);
    const out = { query: { depId, userId } };
    expect((await admin.delete("/sys/user/deleteUserInDepart", out)).success).toBe(true);
    expect((await admin.delete("/sys/user/deleteUserInDepart", out)).message).toBe("当前选中部门与用户无关联关系!");
    await admin.delete("/sys/user/delete", { query: { id: userId } });
    const bin = await admin.get<{ id: string }[]>("/sys/user/recycleBin");
    expect(bin.result.map((row) => row.id)).toContain(userId);
    expect((await admin.put("/sys/user/putRecycleBin", { userIds: userId })).message).toBe("还原成功");
    const below = await add("/sys/sysDepart/add", { departName: "下级", parentId: depId });
    await admin.delete("/sys/sysDepart/delete", { query: { id: depId } });
    expect((await admin.put(`/sys/sysDepart/back/${below}`)).success).toBe(false);
    expect((await admin.put(`/sys/sysDepart/back/${depId}`)).success).toBe(true);
    expect((await admin.put(`/sys/sysDepart/back/${below}`)).success).toBe(true);
  });

  it("SYS-05: who is in charge of a department works on it and what lies below, and on no other", async () => {
    const depId = await add("/sys/sysDepart/add", { departName: "负责部" });
    const other = await add("/sys/sysDepart/add", { departName: "别的部" });
    const head = await addUser(server, {
      username: "head",
      permissions: ["system:my-depart:list", "system:my-depart:edit"],
    });
    await admin.put("/sys/user/edit", { id: head, userIdentity: 2, departIds: depId });
    const newcomer = await addUser(server, { username: "newcomer" });
    const client = await server.as("head");
    const tree = await client.get<Node[]>("/sys/sysDepart/queryMyDeptTreeList");
    expect([tree.message, tree.result.map((node) => node.key)]).toEqual(["2", [depId]]);
    const join = (id: string) => client.post("/sys/user/editSysDepartWithUser", { depId: id, userIdList: [newcomer] });
    expect((await join(depId)).success).toBe(true);
    expect((await join(other)).status).toBe(403);
    const foreign = await client.get("/sys/user/departUserList", { query: { depId: other, pageNo: "1" } });
    expect(foreign.status).toBe(403);
  });

  it("SYS-05: a department's people are all counted and stand by account, a few or many", async () => {
    const depId = await add("/sys/sysDepart/add", { departName: "许多人" });
    const db = server.db.kysely;
    await sql`insert into sys_user (id, username, realname, status, del_flag, version, tenant_id, create_time)
      select 'many-' || n, 'many' || lpad(n::text, 4, '0'), '许多', 1, 0, 1, 0, localtimestamp
      from generate_series(1, 1200) n`.execute(db);
    await sql`insert into sys_user_depart (id, user_id, dep_id, version, tenant_id)
      select 'many-' || n, 'many-' || n, ${depId}::text, 1, 0 from generate_series(1, 1200) n`.execute(db);
    const page = async () => {
      const query = { depId, pageNo: "2", pageSize: "5" };
      type Members = { total: number; records: { username: string }[] };
      const { result } = await admin.get<Members>("/sys/user/departUserList", { query });
      return [result.total, ...result.records.map(({ username }) => username)];
    };
    expect(await page()).toEqual([1200, "many0006", "many0007", "many0008", "many0009", "many0010"]);
    await sql`delete from sys_user_depart where dep_id = ${depId} and cast(substr(user_id, 6) as integer) > 900`.execute(
      db,
    );
    expect(await page()).toEqual([900, "many0006", "many0007", "many0008", "many0009", "many0010"]);
  });

  it("SYS-07: a tenant's number is chosen and unique; one with users stays", async () => {
    await add("/sys/tenant/add", { id: 77, name: "七七" });
    expect((await admin.post("/sys/tenant/add", { id: 77, name: "又一个" })).message).toBe("该编号已存在!");
    const typed = await admin.post<{ id: string }>("/sys/tenant/add", { number: 901, name: "表单里的编号" });
    expect(typed.result.id).toBe("901");
    const states = async (change: object) => {
      await admin.put("/sys/tenant/edit", { id: "901", ...change });
      const { result } = await admin.get<{ state: string }>("/sys/tenant/queryById", { query: { id: "901" } });
      return result.state;
    };
    expect(await states({ endDate: "2020-01-01 00:00:00" })).toBe("ended");
    expect(await states({ endDate: null, beginDate: "2999-01-01 00:00:00" })).toBe("early");
    expect(await states({ status: 0 })).toBe("frozen");
    await addUser(server, { username: "of-77", tenants: [77] });
    expect((await admin.delete("/sys/tenant/delete", { query: { id: "77" } })).message).toContain("还有用户");
  });

  it.each([
    ["/sys/sysDepart/add", { departName: "排后部" }, "departOrder"],
    ["/sys/permission/add", { name: "排后菜单", menuType: 0, url: "/late", component: "layouts/RouteView" }, "sortNo"],
    ["/sys/dictItem/add", { itemText: "排后", itemValue: "late" }, "sortOrder"],
  ])("%s: a place among its neighbours is a number from 0 to 999999", async (url, body, field) => {
    const refusalOf = async (place: number) =>
      (await admin.post<{ fieldErrors?: object } | null>(url, { ...body, [field]: place })).result?.fieldErrors;
    expect(await refusalOf(-99_999_999_999)).toMatchObject({ [field]: "不能小于 0" });
    expect(await refusalOf(1_000_000)).toMatchObject({ [field]: "不能大于 999999" });
  });

  it("SYS-08: a dictionary without a code is refused in the recorded words, wherever the code is missing", async () => {
    const added = await admin.post("/sys/dict/add", { dictName: "无编码" });
    expect(added.message).toContain("字典编码不能为空!");
    const english = await admin.post(
      "/sys/dict/add",
      { dictName: "无编码" },
      { headers: { "accept-language": "en-US" } },
    );
    expect(english.message).toContain("dictionary code cannot be empty!");
    expect((await admin.get("/sys/dict/getDictItems/")).message).toBe("字典编码不能为空!");
    expect((await admin.get("/sys/dict/loadDict/", { query: { keyword: "a" } })).message).toBe("字典编码不能为空!");
  });

  it("SYS-08: a value that a dictionary has already is refused at the value, which the form shows", async () => {
    const dictId = await add("/sys/dict/add", { dictName: "重复值", dictCode: "twice" });
    const item = { dictId, itemText: "甲", itemValue: "1" };
    await add("/sys/dictItem/add", item);
    const again = await admin.post<{ fieldErrors?: object } | null>("/sys/dictItem/add", item);
    expect(again.result?.fieldErrors).toEqual({ itemValue: "该值不可用，系统中已存在！" });
  });

  it("SYS-09: categories get codes by their place and answer their look-ups", async () => {
    const top = await add("/sys/category/add", { name: "商品" });
    await add("/sys/category/add", { name: "水果", pid: top });
    const { result } = await admin.get<{ key: string; code: string; leaf: boolean }[]>("/sys/category/loadTreeRoot", {
      query: { async: "false", pcode: "0" },
    });
    expect(result[0]).toMatchObject({ code: "A01", leaf: false, children: [{ title: "水果", code: "A01A01" }] });
    const missing = await admin.get("/sys/category/loadTreeRoot", { query: { pcode: "X" } });
    expect(missing.message).toBe("该编码【X】不存在，请核实!");
  });

  it("SYS-10, SYS-11: a rule that cannot work is refused with the reason", async () => {
    const rule = {
      ruleName: "规则",
      ruleCode: "bad",
      ruleJson: '[{"digits":"*","pattern":"(a+)+$","message":"不行"}]',
    };
    expect((await admin.post("/sys/checkRule/add", rule)).message).toContain("第 1 条规则");
    const fill = await admin.post("/sys/fillRule/add", {
      ruleName: "填",
      ruleCode: "f",
      ruleClass: "com.example.Rule",
    });
    expect(fill.success).toBe(false);
    const params = (ruleParams: unknown) =>
      admin.post("/sys/fillRule/add", { ruleName: "填", ruleCode: "f", ruleClass: "serial", ruleParams });
    expect((await params("[object Object]")).message).toContain("请输入正确的 JSON");
    expect((await params("[1]")).message).toBe("规则参数须是 JSON 对象");
    expect((await params('{"pattern":"T{000}"}')).success).toBe(true);
    const value = await admin.get("/sys/fillRule/testFillRule", { query: { ruleCode: "f" } });
    expect(value.result).toBe("T001");
  });

  it("SYS-13: gateway routes come as a plain list with their parts read, saved through updateAll", async () => {
    const router = {
      routerId: "r1",
      name: "路由",
      uri: "lb://demo",
      predicates: '[{"name":"Path","args":["/a/**"]}]',
      filters: "[]",
    };
    expect((await admin.post("/sys/gatewayRoute/updateAll", { router })).success).toBe(true);
    const { result } = await admin.get<{ predicates: unknown }[]>("/sys/gatewayRoute/list");
    expect(result[0]?.predicates).toEqual([{ name: "Path", args: ["/a/**"] }]);
    const wrong = await admin.post("/sys/gatewayRoute/add", {
      ...router,
      routerId: "r3",
      predicates: '{"name":"Path"}',
    });
    expect(wrong.message).toBe("匹配条件须是 JSON 数组，每项有 name 和 args");
    const evil = { ...router, routerId: "r2", uri: "file:///etc/passwd" };
    expect((await admin.post("/sys/gatewayRoute/updateAll", { router: evil })).success).toBe(false);
  });

  it("SYS-19, SYS-22: the address book names departments; the sample calls answer a page of theirs", async () => {
    await addUser(server, { username: "reader", departs: ["A01"], permissions: ["system:address-book:list"] });
    const reader = await server.as("reader");
    const book = await reader.get<{ records: object[] }>("/sys/user/queryByOrgCodeForAddressList", {
      query: { orgCode: "A01", realname: "reader" },
    });
    expect(Object.keys(book.result.records[0] ?? {})).toEqual(
      expect.arrayContaining(["userId", "departName", "phone"]),
    );
    const page = await admin.get<object>("/mock/api/user", { query: { pageNo: "1", pageSize: "5" } });
    expect(Object.keys(page.result).sort()).toEqual(["data", "pageNo", "pageSize", "totalCount", "totalPage"]);
    expect((await admin.get<object[]>("/mock/api/permission/no-pager")).result[0]).toHaveProperty("actionData");
  });
});
