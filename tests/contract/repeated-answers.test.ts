import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Row {
  readonly id: string;
}

interface Page {
  readonly records: readonly Row[];
  readonly total: number;
}

let server: TestServer;
let operator: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  operator = await server.as("operator");
});
afterAll(() => server.close());

const chosen = async (url: string, query: Record<string, string> = {}): Promise<readonly string[]> => {
  const { result } = await operator.get<Page>(`${url}/list`, { query: { pageSize: "2", ...query } });
  return result.records.map(({ id }) => id);
};
const keyed = (key: string) => ({ headers: { "x-idempotency-key": key } });

it("an answer about several rows that is sent again with its key acts once and says the same", async () => {
  const ids = await chosen("/member/member", { status: "1" });
  const freeze = (key: string) =>
    operator.put<{ readonly done: readonly string[]; readonly refused: readonly unknown[] }>(
      "/member/member/freezeBatch",
      { ids, freezeReason: "核实中" },
      keyed(key),
    );
  const versions = async () =>
    Promise.all(
      ids.map(
        async (id) =>
          (await operator.get<{ version: number }>("/member/member/queryById", { query: { id } })).result.version,
      ),
    );
  const once = (await freeze("one")).result;
  const after = await versions();
  expect([...once.done].sort()).toEqual([...ids].sort());
  expect((await freeze("one")).result).toEqual(once);
  expect(await versions()).toEqual(after);
  expect((await freeze("two")).result.refused.length).toBe(ids.length);
});

it("what a document does not offer for several rows has no such call", async () => {
  const ids = await chosen("/product/product", { productType: "2" });
  const { status } = await operator.put("/product/product/addStockBatch", { ids, qty: 10, reason: "盘点" });
  expect(status).toBe(404);
});

it("a comment that is sent again with its key is written once", async () => {
  const [id] = await chosen("/store/storeOrder");
  const write = (key: string) =>
    operator.post<readonly unknown[]>(
      "/lowcode/records/comments",
      { model: "store/store-order", id, content: "已联系客户" },
      keyed(key),
    );
  const [once, again, other] = [await write("a"), await write("a"), await write("b")];
  expect(again.result.length).toBe(once.result.length);
  expect(other.result.length).toBe(once.result.length + 1);
});
