import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
let colleague: TestClient;
let other: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await addUser(server, { username: "clerk", departs: ["A01"] });
  await addUser(server, { username: "other", departs: ["A01A02"] });
  await addUser(server, { username: "colleague", departs: ["A01"] });
  clerk = await server.as("clerk");
  colleague = await server.as("colleague");
  other = await server.as("other");
});
afterAll(() => server.close());

const screen = "member/member";
const path = "/lowcode/savedQueries";
const condition = { field: "realname", rule: "like", val: "林", type: "string" };
const query = (more: object) => ({ screen, title: "林姓", matchType: "and", conditions: [condition], ...more });
const titlesOf = async (client: TestClient) =>
  (await client.get<SavedQuery[]>(path, { query: { screen } })).result.map((each) => each.title);

describe("QRY-03 saved queries on the server", () => {
  it("are the person's own unless they are given to others", async () => {
    const saved = await clerk.post<SavedQuery>(
      path,
      query({ columns: ["realname"], sort: { field: "id", order: "asc" } }),
    );
    expect(saved).toMatchObject({
      success: true,
      message: "保存成功",
      result: {
        title: "林姓",
        matchType: "and",
        conditions: [condition],
        columns: ["realname"],
        sort: { field: "id", order: "asc" },
        audience: "mine",
        isDefault: false,
        canChange: true,
      },
    });
    expect(await titlesOf(clerk)).toEqual(["林姓"]);
    expect(await titlesOf(other)).toEqual([]);
    expect(await titlesOf(admin)).toEqual([]);
  });

  it("of a department opens whole for another member of it", async () => {
    const view = { columns: ["realname"], sort: { field: "realname", order: "desc" } };
    await clerk.post(path, query({ title: "同部门的", audience: "depart", audienceKey: "A01", ...view }));
    const { result } = await colleague.get<SavedQuery[]>(path, { query: { screen } });
    expect(result).toMatchObject([
      { title: "同部门的", matchType: "and", conditions: [condition], audience: "depart", canChange: false, ...view },
    ]);
    const [mine] = (await clerk.get<SavedQuery[]>(path, { query: { screen } })).result.filter(
      (each) => each.title === "同部门的",
    );
    await clerk.delete(path, { query: { id: mine?.id ?? "" } });
    expect(await titlesOf(colleague)).toEqual([]);
  });

  it("of a department are found by its members, of everyone by everyone; only their maker changes them", async () => {
    await clerk.post(path, query({ title: "部门的", audience: "depart", audienceKey: "A01" }));
    await admin.post(path, query({ title: "大家的", audience: "all" }));
    expect(await titlesOf(clerk)).toEqual(["林姓", "部门的", "大家的"]);
    expect(await titlesOf(other)).toEqual(["大家的"]);
    const { result } = await clerk.get<SavedQuery[]>(path, { query: { screen } });
    const shared = result.find((each) => each.title === "大家的");
    expect(shared?.canChange).toBe(false);
    expect(await clerk.delete(path, { query: { id: shared?.id ?? "" } })).toMatchObject({ status: 403 });
    expect(await clerk.post(path, query({ ...shared, title: "改名", audience: "mine" }))).toMatchObject({
      status: 403,
    });
    expect(await titlesOf(other)).toEqual(["大家的"]);
  });

  it("cannot be forced on a department, a role or everyone without belonging or a right", async () => {
    for (const audience of [
      { audience: "all" },
      { audience: "role", audienceKey: "admin" },
      { audience: "depart", audienceKey: "A02" },
    ]) {
      expect(await clerk.post(path, query({ title: "给别人", ...audience }))).toMatchObject({ status: 403 });
    }
    expect(await titlesOf(other)).toEqual(["大家的"]);
  });

  it("a name is used once; with the row's id it is overwritten", async () => {
    expect(await clerk.post(path, query({}))).toMatchObject({ success: false, message: "“林姓”已存在" });
    const [first] = (await clerk.get<SavedQuery[]>(path, { query: { screen } })).result;
    const next = { ...condition, val: "周" };
    const saved = await clerk.post<SavedQuery>(path, query({ id: first?.id, conditions: [next] }));
    expect(saved.result.conditions).toEqual([next]);
    expect(await titlesOf(clerk)).toEqual(["林姓", "部门的", "大家的"]);
  });

  it("the default one comes with the page; one's own goes before everyone's", async () => {
    const start = async () => {
      const { result } = await admin.get<{ defaultQuery?: SavedQuery }>(`/lowcode/screens/${screen}`);
      return result.defaultQuery?.title;
    };
    expect(await start()).toBeUndefined();
    await admin.post(path, query({ title: "大家先看", audience: "all", isDefault: true }));
    expect(await start()).toBe("大家先看");
    await admin.post(path, query({ title: "我先看", isDefault: true }));
    expect(await start()).toBe("我先看");
    await admin.post(path, query({ title: "改看", isDefault: true }));
    const mine = (await admin.get<SavedQuery[]>(path, { query: { screen } })).result.filter(
      (each) => each.audience === "mine",
    );
    expect(mine.map(({ title, isDefault }) => [title, isDefault])).toEqual([
      ["我先看", false],
      ["改看", true],
    ]);
  });

  it.each([
    [{ title: "  " }, "保存的名称不能为空"],
    [{ conditions: [] }, "空条件不能保存"],
    [{ conditions: [{ field: "", rule: "", val: "" }] }, "空条件不能保存"],
    [{ conditions: "all", title: "坏的" }, "空条件不能保存"],
    [{ screen: "../secret", title: "坏的" }, "页面编号不正确"],
  ])("%j is refused with its reason", async (body, message) => {
    expect(await clerk.post(path, query(body))).toMatchObject({ success: false, message });
  });

  it("is deleted by its maker", async () => {
    const [mine] = (await clerk.get<SavedQuery[]>(path, { query: { screen } })).result;
    expect(await clerk.delete(path, { query: { id: mine?.id ?? "" } })).toMatchObject({
      success: true,
      message: "删除成功!",
    });
    expect(await titlesOf(clerk)).not.toContain("林姓");
  });
});
