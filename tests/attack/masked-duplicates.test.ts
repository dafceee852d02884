import { utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const taken = "13800136207";
const refusal = "“手机号”不能使用这个值，请核对";

let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await admin.post("/member/member/add", { realname: "原有", mobile: taken, registerSource: "2", sex: "2" });
  const permissions = ["list", "add", "edit", "import"].map((action) => `member:member:${action}`);
  await addUser(server, { username: "clerk", permissions });
  clerk = await server.as("clerk");
});
afterAll(() => server.close());
beforeEach(() => server.db.kysely.deleteFrom("sys_limit").execute());

const add = (client: TestClient, mobile: string) =>
  client.post<{ id: string; version: number } | null>("/member/member/add", {
    ...{ realname: "新人", mobile, registerSource: "2", sex: "2" },
  });
const upload = (mobiles: readonly string[]) => {
  const book = utils.book_new();
  const rows = [["姓名*", "手机号*"], ...mobiles.map((mobile) => ["甲", mobile])];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "会员");
  const file = Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
  const { body, options } = multipartBody([{ name: "file", value: file, fileName: "members.xlsx" }]);
  return clerk.post<{ errorCount: number } | null>("/member/member/importExcel", body, {
    headers: { ...options.headers },
  });
};
const count = async () => (await server.db.kysely.selectFrom("member").select("id").execute()).length;

it("who sees a field masked hears where to look, and nothing about other rows; who reads it hears that it is taken", async () => {
  expect(await add(clerk, taken)).toMatchObject({
    ...{ success: false, message: refusal, result: { fieldErrors: { mobile: refusal } } },
  });
  expect((await add(admin, taken)).message).toBe("手机号已被会员占用");
  const check = { tableName: "member", fieldName: "mobile", fieldVal: taken };
  expect((await clerk.get("/sys/duplicate/check", { query: check })).message).toContain("部分隐藏");
});

it("twenty guesses an hour; after that a free number answers as a stored one does, and nothing is saved", async () => {
  for (let round = 0; round < 20; round += 1) expect((await add(clerk, taken)).message).toBe(refusal);
  const before = await count();
  const [stored, free] = [await add(clerk, taken), await add(clerk, "13900000001")];
  expect([stored.status, free.status]).toEqual([429, 429]);
  expect(free.message).toBe(stored.message);
  expect(await count()).toBe(before);
});

it("what was given masked may be sent back with the row, also by who has used up their guesses", async () => {
  const { result } = await add(clerk, "13900000002");
  for (let round = 0; round < 21; round += 1) await add(clerk, taken);
  const { result: row } = await clerk.get<Record<string, unknown>>("/member/member/queryById", {
    query: { id: result?.id ?? "" },
  });
  expect(String(row.mobile)).toContain("*");
  const saved = await clerk.put("/member/member/edit", { ...row, realname: "改名" });
  expect(saved).toMatchObject({ success: true });
});

it("an import counts each of its guesses: a file of numbers says of none whether it is stored", async () => {
  const few = await upload([taken, "13900000003"]);
  expect(few.result?.errorCount).toBe(1);
  expect(JSON.stringify(few)).not.toContain("已存在");
  const many = [];
  for (let index = 0; index < 25; index += 1) {
    const mobile = `137000000${String(index).padStart(2, "0")}`;
    expect((await add(admin, mobile)).success).toBe(true);
    many.push(mobile);
  }
  expect(await upload([...many, "13900000004"])).toMatchObject({ status: 429, result: null });
  expect(await upload(["13900000004"])).toMatchObject({ status: 429, result: null });
});
