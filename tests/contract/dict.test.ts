import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

describe("dictionaries", () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    await addUser(server, { username: "lily", realname: "李丽" });
    await addUser(server, { username: "liming", realname: "李明_50%" });
    await addDict("colour", [
      ["r", "红", 1, "error"],
      ["g", "绿", 1, null],
      ["b", "蓝", 0, null],
    ]);
    await server.context.dictionaries.refresh();
  });
  afterAll(() => server.close());

  async function addDict(code: string, items: readonly (readonly [string, string, number, string | null])[]) {
    const db = server.db.kysely;
    const id = randomUUID();
    const columns = { version: 1, tenant_id: 0 };
    await db
      .insertInto("sys_dict")
      .values({ id, dict_code: code, dict_name: code, del_flag: 0, ...columns })
      .execute();
    for (const [index, [value, text, status, colour]] of items.entries()) {
      await db
        .insertInto("sys_dict_item")
        .values({
          id: randomUUID(),
          dict_id: id,
          item_value: value,
          item_text: text,
          item_color: colour,
          status,
          sort_order: index + 1,
          ...columns,
        })
        .execute();
    }
  }

  it("queryAllDictItems gives enabled items by code, in order", async () => {
    const { result } = await admin.get<Record<string, DictOption[]>>("/sys/dict/queryAllDictItems");
    expect(result.colour).toEqual([
      { value: "r", text: "红", title: "红", color: "error" },
      { value: "g", text: "绿", title: "绿" },
    ]);
  });

  it("getDictItems of a plain code gives all items, disabled ones marked", async () => {
    const { result } = await admin.get<DictOption[]>("/sys/dict/getDictItems/colour");
    expect(result.map((option) => [option.value, option.disabled ?? false])).toEqual([
      ["r", false],
      ["g", false],
      ["b", true],
    ]);
  });

  it("getDictText and loadDictItem translate, missing keys dropped unless asked for", async () => {
    expect((await admin.get("/sys/dict/getDictText/colour/g")).result).toBe("绿");
    expect((await admin.get("/sys/dict/loadDictItem/colour", { query: { key: "b,x,r" } })).result).toEqual([
      "蓝",
      "红",
    ]);
    const kept = await admin.get("/sys/dict/loadDictItem/colour", { query: { key: "b,x", delNotExist: "false" } });
    expect(kept.result).toEqual(["蓝", "x"]);
  });

  it("a table dictionary is searched by text or value", async () => {
    const url = `/sys/dict/loadDict/${encodeURIComponent("sys_user,realname,username")}`;
    const texts = async (keyword: string) =>
      (await admin.get<DictOption[]>(url, { query: { keyword, pageSize: "10" } })).result.map((option) => option.text);
    expect((await texts("李")).sort()).toEqual(["李丽", "李明_50%"]);
    expect(await texts("liming")).toEqual(["李明_50%"]);
    expect(await texts("lily,admin")).toHaveLength(2);
  });

  it("percent and underscore in a keyword are the signs themselves", async () => {
    const url = "/sys/dict/loadDict/sys_user,realname,username";
    const count = async (keyword: string) => (await admin.get<DictOption[]>(url, { query: { keyword } })).result.length;
    expect(await count("50%")).toBe(1);
    expect(await count("%")).toBe(1);
    expect(await count("_")).toBe(1);
  });

  it("loadDictItem of a table dictionary answers texts in the order of the keys", async () => {
    const url = "/sys/dict/loadDictItem/sys_user,realname,username";
    expect((await admin.get(url, { query: { key: "liming,lily,none" } })).result).toEqual(["李明_50%", "李丽"]);
  });

  it("a model's id alone means its usual text and value", async () => {
    const { result } = await admin.get<DictOption[]>(`/sys/dict/loadDict/${encodeURIComponent("system/user")}`, {
      query: { keyword: "李丽" },
    });
    expect(result).toEqual([{ value: expect.any(String), text: "李丽", title: "李丽" }]);
  });

  it.each([
    "sys_user,password,username",
    "sys_user,phone,username",
    "sys_user_secret,password_hash,user_id",
    "sys_session,token_hash,id",
    "sys_user,realname,username,status=1",
    "sys_user where 1=1,realname,username",
    "sys_user u,realname,username",
    "sys_user,concat(realname),username",
    "sys_user,realname,username;drop table sys_user",
    "(select 1),realname,username",
    "pg_user,usename,usesysid",
    "no_such_table,a,b",
    "a,b",
    "a'b",
  ])("the code %s is no dictionary", async (code) => {
    for (const call of ["getDictItems", "loadDict", "loadDictItem"]) {
      const answer = await admin.get(`/sys/dict/${call}/${encodeURIComponent(code)}`, { query: { key: "1" } });
      expect(answer).toMatchObject({ status: 200, success: false, message: "字典Code格式不正确！", result: null });
    }
  });

  it("a change is seen by the next reader once the cache is refreshed", async () => {
    await addDict("size", [["s", "小", 1, null]]);
    expect((await admin.get("/sys/dict/getDictItems/size")).result).toEqual([]);
    // Everybody's menu has the call; only who edits dictionaries makes the server read them again.
    expect((await (await server.as("lily")).get("/sys/dict/refleshCache")).success).toBe(true);
    expect((await admin.get("/sys/dict/getDictItems/size")).result).toEqual([]);
    expect((await admin.get("/sys/dict/refleshCache")).success).toBe(true);
    expect((await admin.get<DictOption[]>("/sys/dict/getDictItems/size")).result).toHaveLength(1);
  });

  it("a dictionary saved through its model is seen at once", async () => {
    const added = await admin.post<{ id: string }>("/sys/dict/add", { dictCode: "shape", dictName: "形状" });
    expect(added.success).toBe(true);
    const item = { dictId: added.result.id, itemValue: "o", itemText: "圆", sortOrder: 1, status: 1 };
    expect((await admin.post("/sys/dictItem/add", item)).success).toBe(true);
    expect((await admin.get<DictOption[]>("/sys/dict/getDictItems/shape")).result).toMatchObject([{ text: "圆" }]);
  });
});
