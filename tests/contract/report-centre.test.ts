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
    "/report/margin",
    "/report/memberGrowth",
    "/report/orderDaily",
    "/report/salesmanRank",
    "/report/settleSummary",
    "/report/storeRank",
  ]);
});

const one = async (query: ReturnType<typeof sql>): Promise<Row> =>
  ((await query.execute(server.db.kysely)).rows[0] ?? {}) as Row;

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
  const all = await one(sql`select sum(service_fee) as fee from store_order where status in ('2', '3', '4')`);
  expect(figures.reduce((sum, [fee = 0]) => sum + fee, 0)).toBeCloseTo(Number(all.fee), 2);
});

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
