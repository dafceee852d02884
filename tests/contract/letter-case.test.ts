import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await addUser(server, { username: "lily" });
});
afterAll(() => server.close());

const person = { realname: "李丽", password: "correct-horse-battery" };

it.each(["Admin", "ADMIN", "Lily"])("the user name %s is taken", async (username) => {
  expect(await admin.post("/sys/user/add", { ...person, username })).toMatchObject({
    success: false,
    result: { fieldErrors: { username: `用户账号“${username}”已存在` } },
  });
  const query = { tableName: "sys_user", fieldName: "username", fieldVal: username };
  expect(await admin.get("/sys/duplicate/check", { query })).toMatchObject({ success: false });
  expect(await admin.get("/sys/user/checkOnlyUser", { query: { username, id: "none" } })).toMatchObject({
    success: false,
    message: "用户账号已存在",
  });
});

it("of two users added at the same time whose names differ in case one is stored", async () => {
  const answers = await Promise.all(
    ["Twin", "tWIN"].map((username) => admin.post("/sys/user/add", { ...person, username })),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});

it("codes of roles and dictionaries are taken in every case; a row may change the case of its own", async () => {
  expect(await admin.post("/sys/role/add", { roleCode: "ADMIN", roleName: "甲" })).toMatchObject({ success: false });
  expect(await admin.post("/sys/role/add", { roleCode: "keeper", roleName: "甲" })).toMatchObject({ success: true });
  expect(await admin.post("/sys/role/add", { roleCode: "Keeper", roleName: "乙" })).toMatchObject({ success: false });
  expect(await admin.post("/sys/dict/add", { dictCode: "Message_Type", dictName: "甲" })).toMatchObject({
    success: false,
  });
  const { result } = await admin.get<{ records: { id: string; version: number }[] }>("/sys/role/list", {
    query: { roleCode: "keeper" },
  });
  const [row] = result.records;
  const changed = { id: row?.id, version: row?.version, roleCode: "KEEPER", roleName: "甲" };
  expect(await admin.put("/sys/role/edit", changed)).toMatchObject({ success: true });
});

it("a role code may begin with admin; the one of the administrators is taken and stays as it is", async () => {
  const check = (value: string) =>
    admin.get("/sys/duplicate/check", { query: { tableName: "sys_role", fieldName: "role_code", fieldVal: value } });
  for (const typed of ["a", "adm", "admin_shop", "administrator"]) expect((await check(typed)).success).toBe(true);
  for (const taken of ["admin", "Admin"]) expect((await check(taken)).success).toBe(false);
  expect(await admin.post("/sys/role/add", { roleCode: "admin_shop", roleName: "门店管理" })).toMatchObject({
    success: true,
  });
  const { result } = await admin.get<{ records: Record<string, unknown>[] }>("/sys/role/list", {
    query: { roleCode: "admin" },
  });
  expect(await admin.put("/sys/role/edit", { ...result.records[0], roleCode: "boss" })).toMatchObject({
    success: false,
    result: { fieldErrors: { roleCode: "管理员角色的编码不能修改" } },
  });
  const described = { ...result.records[0], description: "全部权限" };
  expect(await admin.put("/sys/role/edit", described)).toMatchObject({ success: true });
});
