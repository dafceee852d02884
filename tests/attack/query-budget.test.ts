import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { ExportPlaces } from "../../server/models/export-places.ts";
import { addUser } from "../support/people.ts";
import { type Answer, createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  // 4,000 rows are many for it.
  server = await createTestServer({ env: { QUERY_BUDGET: "100" } });
  admin = await server.as("admin");
  await sql`insert into member (id, version, tenant_id, member_no, realname, register_time, status)
    select 'm' || i, 1, 0, 'M' || i, '会员' || i, timestamp '2026-01-01' + i * interval '1 minute', '1'
    from generate_series(1, 4000) i`.execute(server.db.kysely);
  await sql`insert into sys_category (id, version, tenant_id, name, code, pid)
    select 'c' || i, 1, 0, '分类' || i, 'B' || i, '0' from generate_series(1, 4000) i`.execute(server.db.kysely);
  for (const table of ["member", "sys_category"]) await sql`analyze ${sql.table(table)}`.execute(server.db.kysely);
});
afterAll(() => server.close());

type Door = (conditions: Readonly<Record<string, string>>) => Promise<Answer>;

const list = "/member/member/list";
const doors: Readonly<Record<string, Door>> = {
  list: (query) => admin.get(list, { query }),
  totals: (query) => admin.get("/member/member/totals", { query: { ...query, fields: "points" } }),
  aggregate: (where) =>
    admin.post("/lowcode/aggregate", { model: "member/member", where, measures: { count: { op: "count" } } }),
  export: (query) => admin.get("/member/member/exportXls", { query: { ...query, format: "csv" } }),
  "rows of a batch call": (query) =>
    admin.put("/member/member/freezeBatch", { allMatching: 1, query, freezeReason: "试" }),
};

const words = (count: number) => Array.from({ length: count }, (_, index) => `词${index}`).join(",");
const superQuery = (...conditions: readonly object[]) => ({
  superQueryMatchType: "or",
  superQueryParams: JSON.stringify(conditions),
});
const sixThousandWords = superQuery({ field: "realname", rule: "like_with_or", val: words(6_000) });
const tooComplex = /^查询过于复杂（\d+ 项比较，最多 400 项），请减少条件、关键词或列表中的值$/;

describe.each(Object.entries(doors))("%s", (_, ask) => {
  it("refuses 6,000 words of a search and says what to leave out", async () => {
    const answer = await ask(sixThousandWords);
    expect(answer).toMatchObject({ status: 200, success: false, code: 500 });
    expect(answer.message).toMatch(tooComplex);
  });

  it("refuses what reads too much and names a field to narrow by", async () => {
    const answer = await ask({ address: "*没有的地方*" });
    expect(answer).toMatchObject({ success: false, code: 500 });
    expect(answer.message).toMatch(/^“会员”约 4000 行，查询的开销是上限的 [\d.]+ 倍，请用“[^”]+”等条件缩小范围$/);
  });

  it("answers what an index narrows", async () => {
    const answer = await ask({ id: "m17" });
    expect(answer.status).toBe(200);
    expect(answer.message ?? "").not.toMatch(/复杂|开销/);
  });
});

describe("further doors of the same rule", () => {
  it("a list of a thousand values in a column without an index", async () => {
    const { message } = await admin.get(list, { query: { address_MultiString: words(1_000) } });
    expect(message).toMatch(/^“会员”约 4000 行，21 项条件的开销是上限的 [\d.]+ 倍，请减少关键词和条件/);
    expect((await admin.get(list, { query: { id_MultiString: words(3) } })).success).toBe(true);
  });

  it("a sort that no index has names the sort", async () => {
    const { message } = await admin.get(list, { query: { column: "address" } });
    expect(message).toMatch(
      /^“会员”约 4000 行，按“详细地址”排序的开销是上限的 [\d.]+ 倍，请用“[^”]+”等条件缩小范围，或取消排序$/,
    );
  });

  it("many words that together read too much name the words", async () => {
    const { message } = await admin.get(list, {
      query: superQuery({ field: "address", rule: "like_with_or", val: words(50) }),
    });
    expect(message).toMatch(
      /^“会员”约 4000 行，100 项条件的开销是上限的 [\d.]+ 倍，请减少关键词和条件，或用“[^”]+”等条件缩小范围$/,
    );
  });

  it("the search of a dictionary made from rows", async () => {
    const url = `/sys/dict/loadDict/${encodeURIComponent("member/member,realname,id")}`;
    const { success, message } = await admin.get(url, { query: { keyword: "没" } });
    expect(success).toBe(false);
    expect(message).toContain("“会员”约 4000 行，查询的开销是上限的");
  });

  it("a level of a tree", async () => {
    const query = { tableName: "system/category", text: "name", code: "code", pidField: "pid", pid: "0" };
    const { success, message } = await admin.get("/sys/dict/loadTreeData", { query });
    expect(success).toBe(false);
    expect(message).toContain("的开销是上限的");
  });

  it("a saved query, whose conditions the list takes", async () => {
    const condition = { field: "address", rule: "like", val: "没有的地方", type: "string" };
    const saved = await admin.post<{ conditions: readonly object[] }>("/lowcode/savedQueries", {
      screen: "member/member",
      title: "地址",
      matchType: "and",
      conditions: [condition],
    });
    expect(saved.success).toBe(true);
    const { message } = await admin.get(list, { query: superQuery(...saved.result.conditions) });
    expect(message).toContain("查询的开销是上限的");
  });

  it("a refused export waits for nobody else's: it is refused before it takes a place", async () => {
    const entering = vi.spyOn(ExportPlaces.prototype, "enter");
    onTestFinished(() => entering.mockRestore());
    const refused = [sixThousandWords, { address: "*没有的地方*" }, { column: "address" }, { format: "doc" }];
    for (const query of refused) {
      const { success } = await admin.get("/member/member/exportXls", { query: { format: "csv", ...query } });
      expect(success, JSON.stringify(Object.keys(query))).toBe(false);
    }
    await addUser(server, { username: "looker", permissions: ["member:member:list"] });
    expect((await (await server.as("looker")).get("/member/member/exportXls")).status).toBe(403);
    expect(entering).not.toHaveBeenCalled();
    await admin.get("/member/member/exportXls", { query: { format: "csv", id: "m17" } });
    expect(entering).toHaveBeenCalledOnce();
  });

  it("the opening page needs no plan of its own and is answered", async () => {
    expect((await admin.get<{ total: number }>(list)).result.total).toBe(4_000);
  });
});
