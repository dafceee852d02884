import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { departTree } from "../../server/departs/depart-tree.ts";
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
    await addUser(server, { username: "lily", realname: "李莉", departs: ["A01A01A01"] });
    await addUser(server, { username: "tom", realname: "汤姆", departs: ["A01A02"] });
    await addUser(server, { username: "frozen", realname: "冻结", status: 2, departs: ["A01A01"] });
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

  it("a picker shows no phone number, and nobody is answered without a session", async () => {
    const { result } = await lily.get<{ records: object[] }>("/sys/user/queryUserComponentData");
    expect(Object.keys(result?.records[0] ?? {})).not.toContain("phone");
    expect((await server.anonymous.get("/sys/user/queryUserComponentData")).status).toBe(401);
    expect((await server.anonymous.get("/sys/sysDepart/queryTreeList")).status).toBe(401);
  });
});
