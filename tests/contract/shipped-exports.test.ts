import { afterAll, beforeAll, expect, it } from "vitest";
import { readModels } from "../../renderers/screens/read-models.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { createTestServer, shippedDocuments, type TestClient, type TestServer } from "../support/test-server.ts";

/** A list that names no buttons has the usual ones. */
const lists = [...shippedDocuments().screens].filter(([, screen]) => {
  if (!screen.kind.endsWith("list") || screen.model === undefined) return false;
  const toolbar = "toolbar" in screen ? screen.toolbar : undefined;
  return toolbar?.some((button) => "preset" in button && button.preset === "export") ?? true;
});

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

/** The page as the console makes it of the server's answer. */
async function openList(id: string): Promise<ListPlan> {
  const { result } = await admin.get<{ screen: ScreenDocument; models: unknown }>(`/lowcode/screens/${id}`);
  return compileScreen({ ...result.screen, id }, readModels(result.models)) as ListPlan;
}

it.each(lists.map(([id]) => id))("the list %s exports the columns that it shows", async (id) => {
  const { table, model } = await openList(id);
  const names = table.columns.map((column) => column.name).filter((name) => model.fields.has(name));
  const query = { format: "csv", exportFields: names.join(",") };
  const answer = await admin.get(`${model.base}/exportXls`, { query });
  expect([answer.message, answer.headers["content-type"]]).toEqual([undefined, "text/csv; charset=utf-8"]);
  const [titles = ""] = answer.text.replace("\uFEFF", "").split("\r\n");
  // Sub-rows of a dictionary stand behind its own columns.
  expect(titles.split(",").length).toBeGreaterThanOrEqual(Math.max(1, names.length));
});

it("a user's departments, which no column stores, stand in the export; a password never does", async () => {
  const query = { format: "csv", exportFields: "username,orgCodeTxt", username: "admin" };
  const { text } = await admin.get("/sys/user/exportXls", { query });
  expect(text.split("\r\n").slice(0, 2)).toEqual(["\uFEFF用户账号,部门", "admin,"]);
  const refused = await admin.get("/sys/user/exportXls", { query: { ...query, exportFields: "username,password" } });
  expect(refused.message).toBe("不支持导出字段“password”");
});
