import { utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { grantTo } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Order {
  readonly id: string;
  readonly orderNo: string;
  readonly storeId: string;
}

interface Page<Item> {
  readonly records: readonly Item[];
}

/** The clerk's role, widened by the rights that it lacks on purpose: what their data rule leaves out stays out. */
describe("one store's rows, whatever the road", () => {
  let server: TestServer;
  let admin: TestClient;
  let clerk: TestClient;
  let own: Order;
  let foreign: Order;
  beforeAll(async () => {
    server = await createTestServer({ seed: "demo" });
    admin = await server.as("admin");
    await grantTo(server, "clerk", ["store:order:export", "member:member:import", "store:store:list"]);
    clerk = await server.as("clerk");
    const orders = (client: TestClient, query = {}) =>
      client.get<Page<Order>>("/store/storeOrder/list", { query: { pageSize: "1", ...query } });
    [own] = (await orders(clerk)).result.records as [Order];
    [foreign] = (await orders(admin, { storeId: `!${own.storeId}` })).result.records as [Order];
  });
  afterAll(() => server.close());

  const exported = (query: Record<string, string>) =>
    clerk.get("/store/storeOrder/exportXls", { query: { format: "csv", exportFields: "orderNo,storeId", ...query } });

  it("an export holds them only, also when foreign ids are selected", async () => {
    const all = await exported({});
    expect([all.status, all.text.includes(own.orderNo), all.text.includes(foreign.orderNo)]).toEqual([
      200,
      true,
      false,
    ]);
    const selected = await exported({ selections: `${foreign.id},${own.id}` });
    expect([selected.text.includes(own.orderNo), selected.text.includes(foreign.orderNo)]).toEqual([true, false]);
  });

  it("an import cannot name a store beside it, by its words or its id", async () => {
    const { result: stores } = await admin.get<Page<{ id: string; name: string; status: string }>>(
      "/store/store/list",
      {
        query: { id: `!${own.storeId}`, status: "1", pageSize: "1" },
      },
    );
    const [other] = stores.records;
    const mine = await admin.get<{ name: string }>("/store/store/queryById", { query: { id: own.storeId } });
    const send = (store: string) => {
      const book = utils.book_new();
      const rows = [
        ["姓名*", "手机号*", "服务门店"],
        ["导入的人", "17700000009", store],
      ];
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
      const value = Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
      const { body, options } = multipartBody([{ name: "file", value, fileName: "members.xlsx" }]);
      return clerk.post<{ fileUrl: string } | null>("/member/member/importExcel", body, options);
    };
    for (const named of [other?.name ?? "", other?.id ?? ""]) {
      const refused = await send(named);
      expect(refused.code).toBe(201);
      expect((await clerk.get(refused.result?.fileUrl ?? "")).text).toContain(`服务门店“${named}”不存在或已停用`);
    }
    expect((await send(mine.result.name)).code).toBe(200);
  });

  it("look-ups and advanced queries know no other store", async () => {
    const options = await clerk.get<readonly { value: string }[]>("/sys/dict/getDictItems/store,name,id");
    expect(options.result.map(({ value }) => value)).toEqual([own.storeId]);
    const asked = await clerk.get<Page<Order>>("/store/storeOrder/list", {
      query: {
        superQueryMatchType: "or",
        superQueryParams: encodeURIComponent(JSON.stringify([{ field: "id", rule: "eq", val: foreign.id }])),
      },
    });
    expect(asked.result.records).toEqual([]);
  });
});
