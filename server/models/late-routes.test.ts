import { afterAll, beforeAll, expect, it } from "vitest";
import { shopModels } from "../../tests/support/shop-models.ts";
import { createTestServer, shippedDocuments, type TestServer } from "../../tests/support/test-server.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import type { DocumentStore } from "../documents/load-documents.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
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
});
