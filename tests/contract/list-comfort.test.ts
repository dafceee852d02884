import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const positions = "/sys/position";
const addPositions = async (names: readonly string[]) => {
  for (const name of names) {
    const answer = await admin.post(`${positions}/add`, { code: name, name, postRank: "1" });
    expect(answer.success, answer.message).toBe(true);
  }
};
const namesNow = async () => {
  const { result } = await admin.get<{ records: { name: string }[] }>(`${positions}/list`, {
    query: { pageSize: "100", column: "name", order: "asc" },
  });
  return result.records.map((row) => row.name);
};

describe("a batch call over everything that matches", () => {
  it("deletes the rows of all pages and no other", async () => {
    await addPositions(["甲一", "甲二", "甲三", "乙一"]);
    const answer = await admin.delete(`${positions}/deleteBatch`, { query: { name: "甲*", allMatching: "3" } });
    expect(answer).toMatchObject({ success: true, message: "批量删除成功！" });
    expect(await namesNow()).toEqual(["乙一"]);
  });

  it("does nothing when other rows match than the person saw", async () => {
    await addPositions(["丙一", "丙二"]);
    const answer = await admin.delete(`${positions}/deleteBatch`, { query: { name: "丙*", allMatching: "1" } });
    expect(answer).toMatchObject({ success: false, code: 500, message: "符合条件的数据已变为 2 条，请刷新后再操作" });
    expect(await namesNow()).toContain("丙一");
  });

  it("without a count the ids are what counts, whatever conditions stand beside them", async () => {
    const answer = await admin.delete(`${positions}/deleteBatch`, { query: { name: "丙*" } });
    expect(answer).toMatchObject({ success: false, message: "参数不识别！" });
    expect(await namesNow()).toContain("丙二");
  });
});

describe("settings of a person", () => {
  it("are their own, the last one counts, and none reads as null", async () => {
    await addUser(server, { username: "lily", realname: "李丽" });
    const lily = await server.as("lily");
    const name = "grid:online/form-design/fields/页面属性（列表）";
    await admin.put("/lowcode/userSetting", { name, value: { hidden: ["a"] } });
    await admin.put("/lowcode/userSetting", { name, value: { hidden: ["b"] } });
    expect((await admin.get("/lowcode/userSetting", { query: { name } })).result).toEqual({ hidden: ["b"] });
    expect((await lily.get("/lowcode/userSetting", { query: { name } })).result).toBeNull();
  });

  it.each([
    [{ name: "../x", value: 1 }, "参数 name 不正确"],
    [{ name: "list:x", value: "长".repeat(16_000) }, "设置超过 16000 个字符"],
  ])("%j is refused in words", async (body, message) => {
    expect(await admin.put("/lowcode/userSetting", body)).toMatchObject({ success: false, message });
  });
});

it("an aggregate takes the advanced query of the list", async () => {
  await addPositions(["丁一", "丁二"]);
  const conditions = [{ field: "name", rule: "right_like", val: "丁", type: "string" }];
  const { result } = await admin.post<{ rows: number }[]>("/lowcode/aggregate", {
    model: "system/position",
    where: { superQueryMatchType: "and", superQueryParams: encodeURIComponent(JSON.stringify(conditions)) },
    measures: { rows: { op: "count" } },
  });
  expect(result).toEqual([{ rows: 2 }]);
});
