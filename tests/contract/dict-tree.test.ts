import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const add = async (name: string, pid: string) => {
    const { result } = await admin.post<{ id: string }>("/sys/category/add", { name, pid });
    return result.id;
  };
  const food = await add("食品", "0");
  await add("蔬菜", food);
  await add("家电", "0");
});
afterAll(() => server.close());

interface Node {
  readonly key: string;
  readonly title: string;
  readonly id: string;
  readonly isLeaf: boolean;
  readonly leaf: boolean;
}

const names = { tableName: "sys_category", text: "name", code: "code", pidField: "pid", hasChildField: "has_child" };
const load = (query: Readonly<Record<string, string>>) =>
  admin.get<Node[]>("/sys/dict/loadTreeData", { query: { ...names, ...query } });

it("PCK-06 the top level has the rows below 0 or below nothing, the next one those of a row", async () => {
  const top = (await load({ pid: "0" })).result;
  expect(top.map(({ title, key, isLeaf, leaf }) => [title, key, isLeaf, leaf])).toEqual([
    ["家电", "A02", true, true],
    ["食品", "A01", false, false],
  ]);
  expect((await load({ pid: "" })).result).toHaveLength(2);
  const food = top.find((node) => node.title === "食品");
  const below = (await load({ pid: food?.id ?? "" })).result;
  expect(below.map(({ title, key }) => [title, key])).toEqual([["蔬菜", "A01A01"]]);
});

it("PCK-06 0 asks for the top level also where the rows at the top name nothing", async () => {
  const add = async (departName: string, parentId: string) => {
    const { result } = await admin.post<{ id: string }>("/sys/sysDepart/add", { departName, parentId });
    return result.id;
  };
  const head = await add("总部", "");
  await add("财务部", head);
  const departs = { tableName: "system/depart", text: "departName", code: "id", pidField: "parentId" };
  const level = async (pid: string) =>
    (await admin.get<Node[]>("/sys/dict/loadTreeData", { query: { ...departs, pid } })).result;
  expect((await level("0")).find((node) => node.title === "总部")).toMatchObject({ key: head, isLeaf: false });
  expect((await level("0")).map((node) => node.title)).toEqual((await level("")).map((node) => node.title));
  expect((await level(head)).map((node) => node.title)).toEqual(["财务部"]);
});

it("a condition of equal pairs narrows the level", async () => {
  expect((await load({ pid: "0", condition: '{"name":"家电"}' })).result.map((node) => node.title)).toEqual(["家电"]);
});

it.each([
  [{ tableName: "sys_user", text: "password", code: "id" }],
  [{ tableName: "pg_shadow" }],
  [{ pidField: "pid; drop table sys_user" }],
  [{ hasChildField: "1=1" }],
  [{ condition: '{"password":"x"}' }],
  [{ condition: "name='x' or 1=1" }],
  [{ condition: '{"name":{"$ne":1}}' }],
])("%j is refused, and the tables stay", async (query) => {
  expect(await load(query)).toMatchObject({ success: false });
  expect((await load({ pid: "0" })).result).toHaveLength(2);
});
