import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;
interface ReportScreen {
  readonly id: string;
  readonly menu: { readonly path: string };
  readonly source: Row;
}

const folder = fileURLToPath(new URL("../../schemas/report/", import.meta.url));
const screens = readdirSync(folder)
  .filter((file) => file.endsWith(".screen.json"))
  .map((file) => JSON.parse(readFileSync(`${folder}${file}`, "utf8")) as ReportScreen);

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  admin = await server.as("admin");
});
afterAll(() => server.close());

it("the report centre has a page for each report of the company", () => {
  expect(screens.map(({ menu }) => menu.path).sort()).toEqual([
    "/report/campaign",
    "/report/channel",
    "/report/dataQuality",
    "/report/margin",
    "/report/memberGrowth",
    "/report/memberRetention",
    "/report/orderDaily",
    "/report/orderRefund",
    "/report/pointsBalance",
    "/report/productTurnover",
    "/report/salesmanRank",
    "/report/settleAgeing",
    "/report/settleSummary",
    "/report/storeRank",
  ]);
});

const one = async (query: ReturnType<typeof sql>): Promise<Row> =>
  ((await query.execute(server.db.kysely)).rows[0] ?? {}) as Row;

const rowsOf = async (code: string): Promise<readonly Row[]> => {
  const { result } = await admin.get<{ records: readonly Row[] }>(`/online/cgreport/api/getData/${code}`, {
    query: { pageNo: "1", pageSize: "1000" },
  });
  return result.records;
};
const sumOf = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);

it("retention counts each member once, in the month of registration", async () => {
  const rows = await rowsOf("member_retention");
  expect(rows.length).toBeGreaterThanOrEqual(11);
  const all = await one(
    sql`select count(*) as members from member where register_time >= date_trunc('month', now()) - interval '11 months'`,
  );
  expect(sumOf(rows, "members")).toBe(Number(all.members));
  const rates = rows.flatMap((row) => [0, 1, 2, 3, 4, 5, 6].map((month) => row[`m${month}`]));
  expect(rates.some((rate) => Number(rate) > 0)).toBe(true);
  for (const rate of rates) expect(Number(rate ?? 0)).toBeLessThanOrEqual(100);
  // The months that are still to come have no rate, not a rate of nothing.
  expect(rows[0]?.m0).not.toBeNull();
  expect(rows[0]?.m1 ?? null).toBeNull();
});

it("turnover counts what was sold and not given back", async () => {
  const rows = await rowsOf("product_turnover");
  const all = await one(
    sql`select sum(l.sold_qty) as qty from store_order_detail l join store_order o on o.id = l.order_id
      join product p on p.id = l.product_id
      where p.status = '1' and o.status in ('2', '3', '4') and o.finish_time >= current_date - 90`,
  );
  expect(Number(all.qty)).toBeGreaterThan(0);
  expect(sumOf(rows, "qty90")).toBe(Number(all.qty));
});

it("ageing puts each unpaid amount into one span of days", async () => {
  const rows = await rowsOf("settle_ageing");
  const all = await one(
    sql`select sum(unpaid_amount) as unpaid from settle_record where status not in ('0', '9') and unpaid_amount > 0`,
  );
  expect(sumOf(rows, "unpaid")).toBeCloseTo(Number(all.unpaid), 2);
  const spans = ["d30", "d60", "d90", "older"].reduce((sum, span) => sum + sumOf(rows, span), 0);
  expect(spans).toBeCloseTo(Number(all.unpaid), 2);
});

it("channels and slides show what their tables hold", async () => {
  const channels = await rowsOf("channel_overview");
  const accounts = await one(sql`select count(*) as accounts, sum(login_count) as logins from ad_account`);
  expect(sumOf(channels, "accounts")).toBe(Number(accounts.accounts));
  expect(sumOf(channels, "logins")).toBe(Number(accounts.logins));
  const slides = await one(sql`select sum(click_count) as clicks from ad_slide`);
  expect(sumOf(await rowsOf("campaign_effect"), "click_count")).toBe(Number(slides.clicks));
});

it("data quality finds the row that was spoilt", async () => {
  const missing = async () =>
    Number((await rowsOf("data_quality")).find(({ rule }) => rule === "在售而没有主图")?.missing);
  const before = await missing();
  await sql`update product set main_image = null where id = (select id from product where status = '1' and main_image <> '' limit 1)`.execute(
    server.db.kysely,
  );
  expect(await missing()).toBe(before + 1);
});

it("the margin of each month is its fees less points, rewards and commission", async () => {
  const { result } = await admin.get<{ records: readonly Row[] }>("/online/cgreport/api/getData/platform_margin", {
    query: { pageNo: "1", pageSize: "100" },
  });
  const figures = result.records.map((row) =>
    [row.fee, row.points, row.reward, row.commission, row.margin].map(Number),
  );
  expect(figures.length).toBeGreaterThan(12);
  for (const [fee = 0, points = 0, reward = 0, commission = 0, margin] of figures) {
    expect(margin).toBeCloseTo(fee - points - reward - commission, 2);
  }
  const all = await one(sql`select sum(service_fee) as fee from store_order
    where status in ('2', '3', '4') and finish_time is not null`);
  expect(figures.reduce((sum, [fee = 0]) => sum + fee, 0)).toBeCloseTo(Number(all.fee), 2);
});

it("the twelve months of a store and of a product are read by whoever reads its orders", async () => {
  const operator = await server.as("operator");
  /** Figures of one record, as the report in its detail asks for them. */
  const months = async (id: string, condition: Row) => {
    const { result } = await operator.get<{ screen: { source: Row } }>(`/lowcode/screens/${id}`);
    const { model, groupBy, measures } = result.screen.source;
    const [{ field }] = groupBy as [{ field: string }];
    const since = (
      await one(sql`select to_char(date_trunc('month', now()) - interval '11 months', 'YYYY-MM-DD') as day`)
    ).day;
    const body = { model, groupBy, measures, where: { [field]: `>= ${since}`, ...condition } };
    return (await operator.post<readonly Row[]>("/lowcode/aggregate", body)).result;
  };
  const store = await one(sql`select store_id as id, sum(net_amount) as amount, count(*) as orders from store_order
    where finish_time >= date_trunc('month', now()) - interval '11 months' group by store_id order by count(*) desc limit 1`);
  const curve = await months("store/store-curve", { storeId: store.id });
  expect(curve.length).toBeLessThanOrEqual(12);
  expect(sumOf(curve, "orders")).toBe(Number(store.orders));
  expect(sumOf(curve, "netAmount")).toBeCloseTo(Number(store.amount), 2);
  const product = await one(sql`select product_id as id, sum(sold_qty) as qty from store_order_detail
    where create_time >= date_trunc('month', now()) - interval '11 months' group by product_id order by count(*) desc limit 1`);
  const sales = await months("product/product-sales", { productId: product.id });
  expect(sales.length).toBeLessThanOrEqual(12);
  expect(sumOf(sales, "soldQty")).toBe(Number(product.qty));
});

it.each([
  ["operator", 14],
  ["clerk", 1],
  ["sales", 3],
  ["finance", 14],
  ["settle", 14],
  ["auditor", 14],
])("%s reads each of the %i reports in their menu", async (username, reports) => {
  const person = await server.as(username);
  const menu = JSON.stringify((await person.get("/sys/permission/getUserPermissionByToken")).result);
  const own = screens.filter(({ menu: { path } }) => menu.includes(`"${path}"`));
  expect(own).toHaveLength(reports);
  for (const { id, source } of own) {
    const answer =
      source.type === "aggregate"
        ? await person.post("/lowcode/aggregate", { ...source, type: undefined })
        : await person.get(`/online/cgreport/api/getData/${source.code}`, { query: { pageNo: "1", pageSize: "20" } });
    expect([id, answer.success, answer.message]).toEqual([id, true, answer.message]);
  }
});

it.each(["operator", "clerk", "finance", "settle", "auditor"])(
  "%s finds rows in 订单日报, as the page asks for them",
  async (name) => {
    const person = await server.as(name);
    const { result } = await person.get<{ userInfo: { orgCode: string } }>("/sys/user/getUserInfo");
    const page = screens.find(({ id }) => id === "report/order-daily") as unknown as {
      readonly params: Readonly<Record<string, { readonly from: string; readonly value?: string }>>;
    };
    const fixed = Object.entries(page.params).flatMap(([param, { value }]) =>
      value === undefined ? [] : [[param, value.replace("{{ user.orgCode }}", result.userInfo.orgCode)] as const],
    );
    const query = { pageNo: "1", pageSize: "20", ...Object.fromEntries(fixed) };
    const answer = await person.get<{ records: readonly Row[] }>("/online/cgreport/api/getData/order_daily", { query });
    expect(answer.result.records.length).toBeGreaterThan(0);
  },
);

it.each(screens.filter(({ source }) => source.type === "aggregate").map(({ id, source }) => [id, source] as const))(
  "%s adds up rows of the demo company",
  async (_id, { type: _type, ...source }) => {
    const { result } = await admin.post<{ rows?: readonly Row[] } | readonly Row[]>("/lowcode/aggregate", source);
    const rows = Array.isArray(result)
      ? (result as readonly Row[])
      : ((result as { rows?: readonly Row[] }).rows ?? []);
    expect(rows.length).toBeGreaterThan(1);
  },
);
