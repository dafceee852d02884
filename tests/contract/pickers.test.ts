import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { departTree } from "../../server/modules/departs/depart-tree.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Node {
  readonly key: string;
  readonly title: string;
  readonly orgCode: string;
  readonly isLeaf: boolean;
  readonly children: readonly Node[] | null;
}

describe("look-ups of pickers", () => {
  let server: TestServer;
  let admin: TestClient;
  let lily: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    const add = async (departName: string, orgCode: string, parentId?: string) => {
      const { result } = await admin.post<{ id: string }>("/sys/sysDepart/add", { departName, parentId });
      const id = String(result?.id);
      await server.db.kysely.updateTable("sys_depart").set({ org_code: orgCode }).where("id", "=", id).execute();
      return id;
    };
    const head = await add("总部", "A01");
    const hangzhou = await add("杭州分公司", "A01A01", head);
    await add("西湖店", "A01A01A01", hangzhou);
    await add("成都分公司", "A01A02", head);
    // 业务员 has a field for the user and one for the department.
    const permissions = ["sales:salesman:list"];
    await addUser(server, { username: "lily", realname: "李莉", departs: ["A01A01A01"], permissions });
    await addUser(server, { username: "tom", realname: "汤姆", departs: ["A01A02"] });
    await addUser(server, { username: "frozen", realname: "冻结", status: 2, departs: ["A01A01"] });
    // 商品 picks neither departments nor people.
    await addUser(server, { username: "may", permissions: ["product:product:list"] });
    lily = await server.as("lily");
  });
  afterAll(() => server.close());

  const tree = async () => (await lily.get<Node[]>("/sys/sysDepart/queryTreeList")).result ?? [];

  it("PCK-03: the departments come as one tree, key and value the id, title the name", async () => {
    const [head] = await tree();
    expect(head).toMatchObject({ title: "总部", orgCode: "A01", isLeaf: false });
    expect(head?.children?.map((node) => [node.title, node.children?.map((child) => child.title)])).toEqual([
      ["杭州分公司", ["西湖店"]],
      ["成都分公司", []],
    ]);
  });

  it("one level is answered at a time", async () => {
    const [head] = await tree();
    const level = await lily.get<Node[]>("/sys/sysDepart/queryDepartTreeSync", { query: { pid: head?.key ?? "" } });
    expect(level.result?.map(({ title, isLeaf, children }) => [title, isLeaf, children])).toEqual([
      ["杭州分公司", false, null],
      ["成都分公司", true, null],
    ]);
  });

  it("a department names the one above it, as far as the caller sees it", async () => {
    const [head] = await tree();
    const parentOf = async (departId: string) =>
      (await lily.get("/sys/sysDepart/queryParentName", { query: { departId } })).result;
    expect(await parentOf(head?.children?.[0]?.key ?? "")).toBe("总部");
    expect(await parentOf(head?.key ?? "")).toBeNull();
    expect(await parentOf("no-such-department")).toBeNull();
  });

  it("the ids of all roles are for those who may list roles", async () => {
    const { result: roles } = await admin.get<{ id: string }[]>("/sys/role/queryall");
    const ids = await admin.get<string[]>("/sys/permission/loadAllRoleIds");
    expect(roles.length).toBeGreaterThan(1);
    expect(ids.result).toEqual(roles.map(({ id }) => id));
    expect((await lily.get("/sys/permission/loadAllRoleIds")).status).toBe(403);
  });

  it("a search answers flat matches, and says so when there are none", async () => {
    const found = await lily.get<Node[]>("/sys/sysDepart/searchBy", { query: { keyWord: "分公司" } });
    expect(found.result?.map((node) => node.title)).toEqual(["杭州分公司", "成都分公司"]);
    const none = await lily.get("/sys/sysDepart/searchBy", { query: { keyWord: "火星" } });
    expect([none.success, none.message]).toEqual([false, "未查询匹配数据！"]);
  });

  it("a department whose parent is out of sight stands at the top", () => {
    const nodes = departTree([{ id: "2", departName: "店", orgCode: "A01A01", parentId: "1" }]);
    expect(nodes.map((node) => node.title)).toEqual(["店"]);
  });

  it("20,000 departments become one tree", () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      id: String(index + 1),
      departName: `部门 ${index + 1}`,
      parentId: index === 0 ? null : String(Math.floor(index / 5) + (index % 5 === 0 ? 0 : 1)),
    }));
    const count = (nodes: ReturnType<typeof departTree>): number =>
      nodes.reduce((sum, node) => sum + 1 + count(node.children), 0);
    expect(count(departTree(rows))).toBe(20_000);
  });

  it("people are found by department with everything below it, by name or account; frozen ones are not offered", async () => {
    const [head] = await tree();
    const hangzhou = head?.children?.[0]?.key ?? "";
    const names = async (query: Record<string, string>) => {
      const { result } = await lily.get<{ records: { realname: string }[] }>("/sys/user/queryUserComponentData", {
        query,
      });
      return result?.records.map((row) => row.realname);
    };
    expect(await names({ departId: hangzhou })).toEqual(["李莉"]);
    expect(await names({ keyword: "tom" })).toEqual(["汤姆"]);
    expect(await names({ keyword: "汤" })).toEqual(["汤姆"]);
    expect(await names({ username: "lily,tom," })).toEqual(["李莉", "汤姆"]);
    expect(await names({ departId: "none" })).toEqual([]);
  });

  const people = "/sys/user/queryUserComponentData";
  const departs = "/sys/sysDepart/queryTreeList";
  const dictOf = (code: string) => `/sys/dict/getDictItems/${encodeURIComponent(code)}`;
  it.each([
    departs,
    "/sys/sysDepart/queryIdTree",
    "/sys/sysDepart/queryDepartTreeSync",
    "/sys/sysDepart/searchBy?keyWord=店",
    "/sys/sysDepart/listAll",
    "/sys/sysDepart/queryParentName?departId=1",
    "/sys/sysDepart/queryAllParentId?orgCode=A01",
    "/sys/sysDepart/getDepartName?orgCode=A01",
    people,
    "/sys/user/queryUserByDepId",
    "/sys/user/queryByIds?userIds=1",
    "/sys/category/loadTreeRoot",
    "/sys/category/loadAllData?code=0",
    dictOf("sys_depart,depart_name,org_code"),
    dictOf("sys_user,realname,username"),
    dictOf("sys_role,role_name,role_code"),
    dictOf("system/permission"),
    dictOf("sys_tenant,name,id"),
    "/sys/dict/loadDict/sys_depart,depart_name,id",
    "/sys/dict/loadDictOrderByValue/sys_depart,depart_name,id",
    "/sys/dict/loadDictItem/sys_depart,depart_name,org_code?key=A01",
    "/sys/dict/loadTreeData?tableName=sys_depart&text=depart_name&code=id&pidField=parent_id",
  ])("PCK-03: %s answers nobody whose pages have no such picker", async (url) => {
    const answer = await (await server.as("may")).get(url);
    expect([answer.status, answer.result]).toEqual([403, null]);
    expect((await admin.get(url)).status).toBe(200);
  });

  it("PCK-03: a page whose form picks departments and people opens their look-ups, and no others", async () => {
    const status = async (url: string) => (await lily.get(url)).status;
    expect([await status(departs), await status(people), await status(dictOf("sys_user,realname,username"))]).toEqual([
      200, 200, 200,
    ]);
    expect([await status("/sys/category/loadTreeRoot"), await status(dictOf("sys_role,role_name,role_code"))]).toEqual([
      403, 403,
    ]);
  });

  it("PCK-03: who may list the rows may look them up, and one's own departments are open to everybody", async () => {
    await addUser(server, { username: "head", permissions: ["system:depart:list"] });
    expect((await (await server.as("head")).get(departs)).status).toBe(200);
    expect((await (await server.as("may")).get("/sys/sysDepart/queryMyDeptTreeList")).message).toBe("1");
  });

  it("a picker shows no phone number, and nobody is answered without a session", async () => {
    const { result } = await lily.get<{ records: object[] }>("/sys/user/queryUserComponentData");
    expect(Object.keys(result?.records[0] ?? {})).not.toContain("phone");
    expect((await server.anonymous.get("/sys/user/queryUserComponentData")).status).toBe(401);
    expect((await server.anonymous.get("/sys/sysDepart/queryTreeList")).status).toBe(401);
  });
});
