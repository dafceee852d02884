import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillNewColumns } from "../../server/data/fill-new-columns.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Option {
  readonly value: string;
  readonly text: string;
  readonly subtitle?: string;
}

let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
/** Two members of one name, and one whose surname has two readings. */
let ids: readonly string[];
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const permissions = ["store:order:list", "member:member:list"];
  await addUser(server, { username: "till", departs: ["A01"], permissions });
  clerk = await server.as("till");
  const add = async (realname: string, mobile: string) =>
    (await admin.post<{ id: string }>("/member/member/add", { realname, mobile, registerSource: "2" })).result.id;
  ids = [
    await add("欧阳晓雪", "13811110001"),
    await add("欧阳晓雪", "13922220002"),
    await add("曾大海", "15033330003"),
  ];
});
afterAll(() => server.close());

const find = async (client: TestClient, keyword: string): Promise<readonly Option[]> =>
  (await client.get<Option[]>("/sys/dict/loadDict/member%2Fmember", { query: { keyword, pageSize: "10" } })).result;
const found = async (client: TestClient, keyword: string) =>
  (await find(client, keyword)).map(({ value }) => value).sort();

it.each([
  ["a part of the name", "欧阳", [0, 1]],
  ["a part of the phone number", "2222", [1]],
  ["the whole phone number", "15033330003", [2]],
  ["pinyin", "ouyangxiaoxue", [0, 1]],
  ["pinyin as it is spoken, with blanks and capitals", "Ou Yang", [0, 1]],
  ["initials", "oyxx", [0, 1]],
  ["the surname's reading", "zengdahai", [2]],
  ["the character's usual reading", "cengda", [2]],
  ["the condition's own signs", "%' or 1=1 --", []],
  ["a sign that stands for any character", "oyx_", []],
])("a member is found by %s", async (_, keyword, expected) => {
  expect(await found(admin, keyword)).toEqual(expected.map((at) => ids[at]).sort());
});

it("the number finds one; the second line tells namesakes apart", async () => {
  const options = await find(admin, "欧阳晓雪");
  expect(options.map(({ text }) => text)).toEqual(["欧阳晓雪", "欧阳晓雪"]);
  expect(options.map(({ subtitle }) => subtitle)).toEqual([
    expect.stringMatching(/^M\d{8} · 13922220002/),
    expect.stringMatching(/^M\d{8} · 13811110001/),
  ]);
  const number = options[0]?.subtitle?.split(" ")[0] ?? "";
  expect(await found(admin, number)).toEqual([ids[1]]);
});

it("a phone number that the caller sees masked finds its member whole, not in part, and not for long", async () => {
  await sql`update member set sys_org_code = 'A01' where id in (${sql.join([...ids])})`.execute(server.db.kysely);
  expect((await find(clerk, "oyxx")).map(({ subtitle }) => subtitle)).toEqual([
    expect.stringContaining("139****0002"),
    expect.stringContaining("138****0001"),
  ]);
  expect(await found(clerk, "2222")).toEqual([]);
  expect(await found(clerk, "1392222000")).toEqual([]);
  expect(await found(clerk, "13922220002")).toEqual([ids[1]]);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => find(clerk, `1392222${1000 + at}`)));
  expect(answers.filter((answer) => !Array.isArray(answer)).length).toBeGreaterThan(0);
  expect(await found(clerk, "oyxx")).toHaveLength(2);
});

it("a changed name is found by its new pinyin; rows of an older version get theirs when the column comes", async () => {
  const [id = ""] = ids;
  const { result: row } = await admin.get<{ version: number }>("/member/member/queryById", { query: { id } });
  expect(row).not.toHaveProperty("realnamePinyin");
  await admin.put("/member/member/edit", { ...row, realname: "司马青衫" });
  expect(await found(admin, "smqs")).toEqual([id]);
  expect(await found(admin, "oyxx")).toEqual([ids[1]]);

  const { kysely } = server.db;
  await sql`update member set realname_pinyin = null`.execute(kysely);
  expect(await found(admin, "smqs")).toEqual([]);
  const added = [{ table: "member", column: "realname_pinyin" }];
  await fillNewColumns(kysely, server.source.current.resolvedModels, added, server.context.clock());
  expect(await found(admin, "smqs")).toEqual([id]);
});

it("a control narrows to the rows of one store and those of none; nothing else can be asked that way", async () => {
  const product = async (name: string, storeId: string | null) =>
    (
      await admin.post<{ id: string }>("/product/product/add", {
        name,
        storeId,
        productType: "1",
        category: "1",
        unit: "次",
        price: 9,
      })
    ).result.id;
  const company = await admin.post<{ id: string }>("/product/product/add", { name: "无", productType: "1" });
  expect(company.success).toBe(false);
  const ids = [await product("窄甲", null), await product("窄乙", null)];
  await sql`update product set store_id = 's1', status = '1' where id = ${ids[0]}`.execute(server.db.kysely);
  await sql`update product set store_id = 's2', status = '1' where id = ${ids[1]}`.execute(server.db.kysely);
  const platform = await product("窄丙", null);
  await sql`update product set status = '1' where id = ${platform}`.execute(server.db.kysely);
  const ask = (where: unknown) =>
    admin.get<Option[]>("/sys/dict/loadDict/product%2Fproduct", {
      query: { keyword: "窄", where: typeof where === "string" ? where : JSON.stringify(where) },
    });
  const texts = async (where: unknown) => (await ask(where)).result.map(({ text }) => text).sort();
  expect(await texts({ storeId: ["s1", null] })).toEqual(["窄甲", "窄丙"].sort());
  expect(await texts({ storeId: ["s1"] })).toEqual(["窄甲"]);
  expect(await texts({ storeId: [] })).toEqual([]);
  for (const wrong of [{ costPrice: [1] }, { nothing: ["1"] }, "[1]", "{"]) {
    expect(await ask(wrong)).toMatchObject({ success: false, message: "高级查询条件格式不正确" });
  }
});
