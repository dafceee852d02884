import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** The clerk of one store and the finance reader at the orders that ship, by direct calls. */
let server: TestServer;
let clerk: TestClient;
let finance: TestClient;
let admin: TestClient;
let member: Row;
let product: Row;

beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  [clerk, finance, admin] = await Promise.all([server.as("clerk"), server.as("finance"), server.as("admin")]);
  const members = (await clerk.get<Page>("/member/member/list", { query: { status: "1" } })).result;
  const products = (await clerk.get<Page>("/product/product/list", { query: { status: "1" } })).result;
  [member, product] = [members.records[0] ?? {}, products.records[0] ?? {}];
});
afterAll(() => server.close());

const list = async (client: TestClient, query: Record<string, string> = {}) =>
  (await client.get<Page>("/store/storeOrder/list", { query: { pageSize: "1000", ...query } })).result;
const anOrder = (values: Row = {}) => ({
  memberId: member.id,
  details: [{ productId: product.id, qty: 2 }],
  ...values,
});

describe("the store clerk", () => {
  it("sees the orders, lines and members of their own store only", async () => {
    const [mine, all] = [await list(clerk), await list(admin)];
    expect(mine.total).toBeGreaterThan(0);
    expect(mine.total).toBeLessThan(all.total);
    expect(new Set(mine.records.map((row) => row.sysOrgCode))).toEqual(new Set(["A01A04A01A01"]));
    const foreign = all.records.find((row) => row.sysOrgCode !== "A01A04A01A01");
    const id = String(foreign?.id);
    for (const answer of [
      await clerk.get("/store/storeOrder/queryById", { query: { id } }),
      await clerk.get("/store/storeOrderDetail/listByMainId", { query: { id } }),
      await clerk.put("/store/storeOrder/edit", { id, remark: "越权" }),
      await clerk.put("/store/storeOrder/complete", { id }),
    ]) {
      expect(answer).toMatchObject({ success: false, code: 500, message: "未找到对应实体", result: null });
    }
  });

  it("adds an order of their own store with its lines, whatever store they name", async () => {
    const other = (await list(admin)).records.find((row) => row.sysOrgCode !== "A01A04A01A01");
    const added = await clerk.post<Row>("/store/storeOrder/add", anOrder({ storeId: other?.storeId, status: "2" }));
    expect(added).toMatchObject({ success: true, message: "添加成功！" });
    expect(added.result).toMatchObject({ status: "0", qty: 2, sysOrgCode: "A01A04A01A01", createBy: "clerk" });
    expect(added.result.orderNo).toMatch(/^SO\d{12}$/);
    expect(added.result).not.toHaveProperty("serviceFee");
    expect(added.result).not.toHaveProperty("serviceRate");
    const lines = await clerk.get<Row[]>("/store/storeOrderDetail/listByMainId", {
      query: { id: String(added.result.id) },
    });
    expect(lines.result).toMatchObject([{ productId: product.id, price: product.price, qty: 2, orderNum: 1 }]);
  });

  it("TBL-06 changes one line of an order by sending that line alone", async () => {
    const { result } = await clerk.post<Row>("/store/storeOrder/add", anOrder());
    const query = { id: String(result.id) };
    const linesOf = async () => (await clerk.get<Row[]>("/store/storeOrderDetail/listByMainId", { query })).result;
    const [line] = await linesOf();
    const body = { id: result.id, version: 1, details: { rows: [{ id: line?.id, qty: 5 }], deleteIds: [] } };
    expect((await clerk.put<Row>("/store/storeOrder/edit", body)).result).toMatchObject({ version: 2, qty: 5 });
    expect(await clerk.put("/store/storeOrder/edit", body)).toMatchObject({ code: 409 });
    expect(await linesOf()).toMatchObject([{ id: line?.id, qty: 5, version: 2, productId: product.id }]);
  });

  it("edits open orders, and neither audits, deletes nor exports any", async () => {
    const { result } = await clerk.post<Row>("/store/storeOrder/add", anOrder());
    const id = String(result.id);
    const edited = await clerk.put("/store/storeOrder/edit", { ...result, remark: "靠窗座位" });
    expect(edited).toMatchObject({ success: true, result: { remark: "靠窗座位", version: 2 } });
    for (const refused of [
      await clerk.put("/store/storeOrder/audit", { id }),
      await clerk.delete("/store/storeOrder/delete", { query: { id } }),
      await clerk.delete("/store/storeOrder/deleteBatch", { query: { ids: id } }),
      await clerk.get("/store/storeOrder/exportXls"),
    ]) {
      expect(refused).toMatchObject({ status: 403, code: 510, result: null });
    }
    expect(await clerk.get("/store/storeOrder/queryById", { query: { id } })).toMatchObject({
      result: { version: 2, status: "0" },
    });
  });
});

describe("the finance reader", () => {
  it("reads and exports every store, and writes nothing", async () => {
    expect((await list(finance)).total).toBe((await list(admin)).total);
    const exported = await finance.get("/store/storeOrder/exportXls", { query: { format: "csv" } });
    expect(exported.status).toBe(200);
    const [row] = (await list(finance)).records;
    for (const refused of [
      await finance.post("/store/storeOrder/add", anOrder()),
      await finance.put("/store/storeOrder/edit", { id: row?.id, remark: "x" }),
      await finance.delete("/store/storeOrder/delete", { query: { id: String(row?.id) } }),
    ]) {
      expect(refused).toMatchObject({ status: 403, code: 510 });
    }
  });
});

describe("the administrator", () => {
  it("audits and completes; the store's sums follow", async () => {
    const { result } = await clerk.post<Row>("/store/storeOrder/add", anOrder({ payType: "wechat" }));
    const id = String(result.id);
    const storeOf = async () =>
      (await admin.get<Row>("/store/store/queryById", { query: { id: String(result.storeId) } })).result;
    const before = await storeOf();
    expect(await admin.put("/store/storeOrder/audit", { id, version: 1 })).toMatchObject({
      success: true,
      result: { status: "1", auditBy: "admin" },
    });
    expect(await admin.put("/store/storeOrder/complete", { id, version: 2 })).toMatchObject({
      success: true,
      result: { status: "2" },
    });
    const after = await storeOf();
    expect(Number(after.orderCount) - Number(before.orderCount)).toBe(1);
    expect((Number(after.orderAmount) * 100 - Number(before.orderAmount) * 100).toFixed(0)).toBe(
      (Number(result.payAmount) * 100).toFixed(0),
    );
  });
});
