import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly records: readonly Row[];
  readonly total: number;
}

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  admin = await server.as("admin");
});
afterAll(() => server.close());

const ask = async (query: ReturnType<typeof sql>) => (await query.execute(server.db.kysely)).rows as Row[];
const one = async (query: ReturnType<typeof sql>): Promise<Row> => (await ask(query))[0] ?? {};
const empty = JSON.stringify([{ field: "pid", rule: "empty" }]);

it("the member net is the members by their referrers: top rows, rows below one, and nothing to write", async () => {
  const tops = await admin.get<Page>("/member/memberNet/list", { query: { superQueryParams: empty, pageSize: "5" } });
  const stored = await one(sql`select count(*) as n from member where coalesce(referrer_id, '') = ''`);
  expect(tops.result.total).toBe(Number(stored.n));
  const [first] = tops.result.records;
  const below = await admin.get<Page>("/member/memberNet/list", { query: { pid: String(first?.id) } });
  expect(below.result.total).toBe(first?.directCount);
  expect(below.result.total).toBeGreaterThan(0);
  const added = await admin.post("/member/memberNet/add", { memberName: "甲" });
  expect(added.success).toBe(false);
});

it("a sales manager sees the net of their region only; a clerk has none", async () => {
  const [sales, clerk] = await Promise.all([server.as("sales"), server.as("clerk")]);
  const own = await one(sql`select count(*) as n from member where sys_org_code like 'A01A04%'`);
  expect((await sales.get<Page>("/member/memberNet/list")).result.total).toBe(Number(own.n));
  expect((await clerk.get("/member/memberNet/list")).code).toBe(510);
});

it("every open store stands in the service net below the node of its maintainer", async () => {
  const wrong = await ask(sql`select s.name from store s
    left join service_net n on n.store_id = s.id left join service_net p on p.id = n.pid
    where s.status in ('1', '2', '3') and p.salesman_id is distinct from s.maintainer_id`);
  expect(wrong).toEqual([]);
  const tops = await admin.get<Page>("/member/serviceNet/rootList");
  expect(tops.result.records.map(({ name, hasChild }) => [name, hasChild])).toEqual([["邻和生活", "1"]]);
});

it("a store that is handed over moves in the net; a maintainer without a node gets one below their company", async () => {
  const node = await one(sql`select n.id, n.store_id, p.salesman_id, c.company_id from service_net n
    join service_net p on p.id = n.pid join service_net c on c.id = p.pid where n.node_type = '5' order by n.id limit 1`);
  const heir = await one(sql`select id from salesman
    where status = '1' and company_id = ${node.company_id} and id <> ${node.salesman_id} order by id limit 1`);
  await sql`delete from service_net where salesman_id = ${heir.id}`.execute(server.db.kysely);
  const { salesman_id: salesmanId, store_id: storeId } = node;
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const call = { storeIds: storeId, takeoverId: heir.id, date: today };
  const done = await admin.put("/sales/salesman/handover", { id: salesmanId, ...call });
  expect(done.message).toBe("门店移交成功！");
  const now = await one(sql`select p.salesman_id, c.company_id from service_net n
    join service_net p on p.id = n.pid join service_net c on c.id = p.pid where n.store_id = ${storeId}`);
  expect(now).toEqual({ salesman_id: heir.id, company_id: node.company_id });
});

it("pictures of products and slides are drawn when they are looked at, as images that can do nothing", async () => {
  const product = await one(sql`select main_image from product where status = '1' limit 1`);
  const slide = await one(sql`select image from ad_slide limit 1`);
  expect(await one(sql`select count(*) as n from product where main_image is null`)).toEqual({ n: "0" });
  const read = (client: TestClient, path: unknown) => client.get(`/sys/common/static/${path}`);
  for (const path of [product.main_image, slide.image]) {
    const { status, headers, text } = await read(admin, path);
    expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(text).toMatch(/^<svg [^>]+>.*<\/svg>$/s);
    expect(text).not.toMatch(/<(script|text|image|use|a|foreignObject)[ >]/);
  }
  expect((await read(admin, "drawn/product/product-image/none/1.svg")).status).toBe(404);
  expect((await read(server.anonymous, slide.image)).status).toBe(401);
});
