// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument, ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { exampleFiles, shippedFiles } from "../../tests/unit/language/document-files.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { knownRenderers } from "./known-renderers.ts";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

/** The normative examples over the models of the product, which they name and leave out. */
function examples() {
  const models = new Map<string, ModelDocument>();
  const screens: ScreenDocument[] = [];
  for (const { path, text } of [...shippedFiles(), ...exampleFiles()]) {
    if (path.endsWith(".model.json")) {
      const model = JSON.parse(text) as ModelDocument;
      models.set(path.replace(".model.json", ""), model);
    }
  }
  for (const { path, text } of exampleFiles()) {
    if (path.endsWith(".screen.json")) screens.push({ id: path.replace(".screen.json", ""), ...JSON.parse(text) });
  }
  return { models, screens };
}

describe("the normative examples", () => {
  const { models, screens } = examples();
  const titleField = (id: string) => models.get(id)?.titleField;
  const resolved = new Map([...models].map(([id, model]) => [id, resolveModel({ ...model, id }, titleField)]));

  // Pages of the registry and stored reports are resolved elsewhere.
  const own = screens.filter(({ kind }) => kind !== "page" && kind !== "report");
  /** What an example names that is neither among them nor in the product. */
  const missing: Readonly<Record<string, readonly string[]>> = { "store/store-order": ["settle/handle-order"] };

  test.each(own.map((each) => [each.id ?? "", each] as const))("%s compiles", (id, document) => {
    const { diagnostics } = compileScreen(document, resolved, knownRenderers);
    expect(diagnostics.map(({ message }) => /"(.+)"/.exec(message)?.[1])).toEqual(missing[id] ?? []);
  });

  test("a settlement is drawn: master rows above, the lines and the transfers of the chosen one below", async () => {
    const fixture = fixtureConsole();
    const document = screens.find(({ id }) => id === "settle/settle-record");
    fixture.on("GET /lowcode/screens/settle/settle-record", () => ({
      screen: document,
      models: [...models].map(([id, model]) => ({ ...model, id })),
      hash: "1",
      diagnostics: [],
    }));
    const record = { id: "r1", version: 1, settleNo: "JS2601", payeeName: "清溪公司", status: "2", totalAmount: 1280 };
    fixture.on("GET /settle/settleRecord/list", () => ({ records: [record], total: 1 }));
    fixture.on("GET /settle/settleOrder/listByMainId", () => [
      { id: "l1", orderId: "o1", orderId_dictText: "SO202601010001", settleAmount: 640 },
      { id: "l2", orderId: "o2", orderId_dictText: "SO202601010002", settleAmount: 640 },
    ]);
    fixture.on("GET /settle/transferRecord/list", () => ({
      records: [{ id: "t1", transferNo: "ZZ01", amount: 1280, status: "0" }],
      total: 1,
    }));
    const { user } = renderScreen(fixture, { screenId: "settle/settle-record" });
    await user.click(await screen.findByRole("radio", { name: "选择 JS2601" }));
    const lists = within(await screen.findByRole("region", { name: /JS2601/ }));
    expect(await lists.findByRole("tab", { name: "结算明细（2）" })).toBeTruthy();
    expect(lists.getByText("SO202601010002")).toBeTruthy();
    await user.click(lists.getByRole("tab", { name: "转账记录（1）" }));
    expect(await lists.findByText("ZZ01")).toBeTruthy();
    expect(lists.getByRole("button", { name: /新增/ })).toBeTruthy();
  });
});
