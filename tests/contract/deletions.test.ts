import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  admin = await server.as("admin");
});
afterAll(() => server.close());

let members = 0;
async function addMember(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  members += 1;
  const mobile = `1771234${String(5000 + members)}`;
  const body = { realname: "欧阳小雨", mobile, registerSource: "2", ...values };
  const { success, message, result } = await admin.post<{ id: string }>("/member/member/add", body);
  expect([success, message]).toEqual([true, expect.any(String)]);
  return result.id;
}

const remove = (id: string, base = "/member/member") => admin.delete(`${base}/delete`, { query: { id } });

/** Rows of a table that name the row in the column. */
async function count(table: string, column: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}
    where ${sql.ref(column)} = ${id}`.execute(server.db.kysely);
  return Number(rows[0]?.count);
}

const firstId = async (url: string, query: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { result } = await admin.get<{ records: { id: string }[] }>(url, { query: { pageSize: "1", ...query } });
  return String(result.records[0]?.id);
};

it("a member's histories and group memberships go with the member; an account of theirs is nobody's", async () => {
  const id = await addMember({ serviceStoreId: await firstId("/store/store/list", { status: "1" }) });
  const group = await admin.post<{ id: string }>("/ad/adGroup/add", {
    name: "删除会员的分组",
    groupType: "1",
    members: [{ memberId: id }],
  });
  expect([group.success, group.message]).toEqual([true, expect.any(String)]);
  const account = await firstId("/ad/adAccount/list");
  await sql`update ad_account set member_id = ${id} where id = ${account}`.execute(server.db.kysely);
  for (const table of ["member_bank", "member_sign"]) {
    await sql`update ${sql.table(table)} set member_id = ${id} where id = (select min(id) from ${sql.table(table)})`.execute(
      server.db.kysely,
    );
  }
  const goes = ["member_level_record", "member_relation", "ad_group_detail", "member_bank", "member_sign"];
  for (const table of goes) expect([table, await count(table, "member_id", id)]).toEqual([table, 1]);

  expect((await remove(id)).success).toBe(true);
  for (const table of [...goes, "ad_account"]) {
    expect([table, await count(table, "member_id", id)]).toEqual([table, 0]);
  }
  const { result } = await admin.get("/ad/adAccount/queryById", { query: { id: account } });
  expect(result).toMatchObject({ id: account, memberId: null });
  const left = await admin.get("/ad/adGroup/queryById", { query: { id: group.result.id } });
  expect(left.result).toMatchObject({ memberCount: 0 });
});

it("a reward keeps both members that it is about, and nothing of them is gone", async () => {
  const referrerId = await addMember();
  const id = await addMember({ referrerId });
  expect(await count("member_promotion", "source_member_id", id)).toBe(1);
  expect(await remove(id)).toMatchObject({ success: false, message: "该会员已有业务数据，不能删除，可以冻结" });
  expect(await count("member_level_record", "member_id", id)).toBe(1);
  expect(await count("member_relation", "member_id", id)).toBe(1);
  // Also when the referrer has no member below any more.
  await sql`update member set referrer_id = null where id = ${id}`.execute(server.db.kysely);
  expect(await remove(referrerId)).toMatchObject({ success: false, message: "该会员已有业务数据，不能删除，可以冻结" });
});

it("a history is no part of its member: an edit of the member cannot write it", async () => {
  const id = await addMember();
  const { result } = await admin.get<{ version: number }>("/member/member/queryById", { query: { id } });
  await admin.put("/member/member/edit", { id, version: result.version, levelRecords: [], relations: [] });
  expect(await count("member_level_record", "member_id", id)).toBe(1);
});

it("a level in a group's list of levels is in use", async () => {
  const level = await admin.post<{ id: string }>("/member/memberLevel/add", {
    name: "至尊",
    rank: 9,
    minAmount: 9_000_000,
    discountRate: 88,
    pointRate: 3,
  });
  expect([level.success, level.message]).toEqual([true, expect.any(String)]);
  const other = await firstId("/member/memberLevel/list");
  const group = await admin.post("/ad/adGroup/add", {
    name: "按等级",
    groupType: "2",
    levelIds: `${other},${level.result.id}`,
  });
  expect([group.success, group.message]).toEqual([true, expect.any(String)]);
  expect(await remove(level.result.id, "/member/memberLevel")).toMatchObject({
    success: false,
    message: "存在会员分组，不能删除",
  });
});
