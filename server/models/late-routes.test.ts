import { afterAll, beforeAll, expect, it } from "vitest";
import { shopModels } from "../../tests/support/shop-models.ts";
import { createTestServer, shippedDocuments, type TestServer } from "../../tests/support/test-server.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import type { DocumentStore } from "../documents/load-documents.ts";

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await createTestServer();
  address = `http://127.0.0.1:${await server.listen()}/api`;
});
afterAll(() => server.close());

it("a model that came after the start has its whole family, guarded like any other", async () => {
  const admin = await server.as("admin");
  expect(await admin.get("/test/product/list")).toMatchObject({ status: 404, code: 404 });

  const documents = shippedDocuments();
  const product = shopModels().get("test/product");
  if (!product) throw new Error("no product");
  const resolvedModels = new Map([...documents.resolvedModels, [product.id, product] as const]);
  await applyModels(server.db, [product]);
  // What development does when a file changes.
  (server.context.documents as { current: DocumentStore }).current = { ...documents, resolvedModels };

  expect(await server.anonymous.get("/test/product/list")).toMatchObject({ status: 401 });
  const added = await admin.post<{ id: string }>("/test/product/add", { name: "新品", price: 3 });
  expect(added).toMatchObject({ success: true, message: "添加成功！", result: { name: "新品", price: 3 } });
  const id = added.result.id;
  expect(await admin.put("/test/product/edit", { id, version: 1, price: 4 })).toMatchObject({ success: true });
  expect(await admin.get("/test/product/queryById", { query: { id } })).toMatchObject({ result: { price: 4 } });
  expect(await admin.delete("/test/product/delete", { query: { id } })).toMatchObject({ message: "删除成功!" });
  expect(await admin.get("/test/product/nothing")).toMatchObject({ status: 404, code: 404 });
  expect((await admin.post("/test/product/list", {})).headers.allow).toBe("GET");
  expect(server.routes).toContainEqual(
    expect.objectContaining({ method: "PUT", url: "/api/test/product/edit", permission: "test:product:edit" }),
  );
});

it("who may not call is refused before the body is read", async () => {
  const statusOf = async (path: string) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(address + path, { method: "POST", body: "{", headers })).status;
  };
  expect(await Promise.all(["/sys/position/add", "/sys/position/nothing"].map(statusOf))).toEqual([401, 400]);
});

it("a path is read as any other: escapes, case, slashes, what follows it", async () => {
  const admin = await server.as("admin");
  const statusOf = async (path: string) => (await admin.get(path)).status;
  const found = ["/sys/position/l%69st", "/sys/position/list?x=1", "/sys/position/list#x"];
  const nothing = ["/sys/position%2Flist", "/sys/position/List", "/sys/position/list/", "/sys//position/list"];
  expect(await Promise.all([...found, ...nothing].map(statusOf))).toEqual([200, 200, 200, 404, 404, 404, 404]);
  expect(await statusOf("/sys/position/list%")).toBe(400);
  expect((await admin.put(`/sys/dict/back/${"7".repeat(501)}`)).status).toBe(414);
  expect(await admin.put("/sys/dict/back/a%252Fb")).toMatchObject({ status: 200, message: "未找到对应实体" });
});

it("a long answer is compressed, and rows of an import may take more than other bodies", async () => {
  const admin = await server.as("admin");
  const headers = { "X-Access-Token": admin.token ?? "", "Accept-Encoding": "gzip" };
  const list = await fetch(`${address}/sys/permission/list`, { headers });
  expect(list.headers.get("content-encoding")).toBe("gzip");
  const text = "x".repeat(3 * 2 ** 20);
  expect((await admin.post("/sys/position/add", { text })).status).toBe(413);
  expect((await admin.post("/sys/position/importRows", { text })).status).toBe(200);
});
