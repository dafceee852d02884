import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
/** 总部 with 一部 below it; ann belongs to the first, ben to both, cid to neither. */
let top: string;
let below: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const depart = async (body: object) => (await admin.post<{ id: string }>("/sys/sysDepart/add", body)).result.id;
  top = await depart({ departName: "总部" });
  below = await depart({ departName: "一部", parentId: top });
  for (const [username, realname] of [
    ["ann", "安"],
    ["ben", "本"],
    ["cid", "迟"],
  ] as const)
    ids[username] = await addUser(server, { username, realname });
  const join = (depId: string, userIdList: unknown[]) =>
    admin.post("/sys/user/editSysDepartWithUser", { depId, userIdList });
  await join(top, [ids.ann, ids.ben]);
  await join(below, [ids.ben]);
});
afterAll(() => server.close());

const usersOf = async (departId: string, client = admin) => {
  const query = { departId, column: "username", order: "asc" };
  const { result } = await client.get<{ total: number; records: { username: string }[] }>("/sys/user/list", { query });
  return result.records.map((row) => row.username);
};
const departNow = async (id: string) =>
  (await admin.get<Record<string, unknown>>("/sys/sysDepart/queryById", { query: { id } })).result;

it("SYS-01: the users of a department are those of it and of everything below, each once", async () => {
  expect(await usersOf(top)).toEqual(["ann", "ben"]);
  expect(await usersOf(below)).toEqual(["ben"]);
  expect(await usersOf("no-such-department")).toEqual([]);
});

it("SYS-01: what is deleted as “all that match” of a department leaves everybody else", async () => {
  const query = { departId: below, allMatching: "9" };
  expect(await admin.delete("/sys/user/deleteBatch", { query })).toMatchObject({
    success: false,
    message: "符合条件的数据已变为 1 条，请刷新后再操作",
  });
  expect(await usersOf("")).toContain("cid");
});

it("SYS-05: a department counts its people with those below and names who is in charge", async () => {
  const row = await departNow(top);
  expect(await admin.put("/sys/sysDepart/edit", { id: top, version: row.version, headIds: ids.cid })).toMatchObject({
    success: true,
  });
  expect(await departNow(top)).toMatchObject({ headcount: 2, heads: "迟", headIds: ids.cid });
  expect(await departNow(below)).toMatchObject({ headcount: 1, heads: null });
  const person = await admin.get<object>("/sys/user/queryById", { query: { id: ids.cid ?? "" } });
  expect(person.result).toMatchObject({ userIdentity: 2, departIds: top });
  await admin.put("/sys/sysDepart/edit", { id: top, version: (await departNow(top)).version, headIds: "" });
  expect(await departNow(top)).toMatchObject({ heads: null });
  const after = await admin.get<object>("/sys/user/queryById", { query: { id: ids.cid ?? "" } });
  expect(after.result).toMatchObject({ userIdentity: 1, departIds: null });
});

it("SYS-05: who may edit departments but no users puts nobody in charge", async () => {
  await addUser(server, {
    username: "clerk",
    permissions: ["system:depart:list", "system:depart:edit"],
  });
  const clerk = await server.as("clerk");
  const { version } = await departNow(below);
  expect(await clerk.put("/sys/sysDepart/edit", { id: below, version, headIds: ids.ann })).toMatchObject({
    status: 403,
  });
  expect(await departNow(below)).toMatchObject({ heads: null, version });
});

it("SYS-05: before a department goes the question knows its people and the departments below", async () => {
  const query = { id: top };
  expect((await admin.get("/sys/sysDepart/removal", { query })).result).toEqual({
    below: 1,
    people: 2,
    names: "安、本",
  });
  expect(await (await server.as("clerk")).get("/sys/sysDepart/removal", { query })).toMatchObject({ status: 403 });
});
