import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Page {
  readonly records: readonly { readonly id: string }[];
}

let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  [admin, clerk] = await Promise.all([server.as("admin"), server.as("clerk")]);
});
afterAll(() => server.close());

const firstOf = async (client: TestClient, base: string, query: Record<string, string> = {}): Promise<string> => {
  const { result } = await client.get<Page>(`${base}/list`, { query: { pageSize: "1", ...query } });
  const [row] = result.records;
  if (!row) throw new Error(`${base} is empty`);
  return row.id;
};

describe("rows below a record that are no part of it", () => {
  it.each([
    ["settle/settleOrder", "/settle/settleRecord", "the lines of a settlement"],
    ["settle/settleOrder", "/store/storeOrder", "what an order is settled with"],
    ["sales/salesmanBusiness", "/store/storeOrder", "the commission of an order"],
    ["member/memberBank", "/member/member", "the cards of a member"],
  ])("%s below %s is closed to who may not open its list: %s", async (rows, master) => {
    const id = await firstOf(master === "/settle/settleRecord" ? admin : clerk, master);
    const { status, result } = await clerk.get(`/${rows}/listByMainId`, { query: { id } });
    expect([status, result]).toEqual([403, null]);
  });

  it("cannot be asked about in the advanced query of their master", async () => {
    const ask = (client: TestClient, field: string) => {
      const conditions = [{ field, rule: "gt", val: "0.01", type: "number" }];
      return client.get<Page>("/store/storeOrder/list", {
        query: { superQueryMatchType: "and", superQueryParams: encodeURIComponent(JSON.stringify(conditions)) },
      });
    };
    for (const field of ["settled,serviceFee", "earnings,amount"]) {
      expect((await ask(admin, field)).success, field).toBe(true);
      expect((await ask(clerk, field)).success, field).toBe(false);
    }
  });
});

it("the parts of a record are read with it", async () => {
  const id = await firstOf(clerk, "/store/storeOrder");
  const { result } = await clerk.get<readonly unknown[]>("/store/storeOrderDetail/listByMainId", { query: { id } });
  expect(result.length).toBeGreaterThan(0);
});
