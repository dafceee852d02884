// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument, ScreenDocument, ScreenTestDocument } from "../../runtime/schema/types.gen.ts";
import { exampleFiles, shippedFiles } from "../../tests/unit/language/document-files.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { runScreenCase } from "../testing/screen-test/run-screen-case.ts";
import { type Given, testConsole } from "../testing/screen-test/test-console.ts";
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
  const facts: ScreenTestDocument[] = [];
  for (const { path, text } of exampleFiles()) {
    if (path.endsWith(".screen.json")) screens.push({ id: path.replace(".screen.json", ""), ...JSON.parse(text) });
    if (path.endsWith(".screen.test.json")) facts.push(JSON.parse(text));
  }
  return { models, screens, facts };
}

describe("the normative examples", () => {
  const { models, screens, facts } = examples();
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

  describe.each(facts.map((each) => [each.screen, each] as const))("the facts about %s", (id, { given, cases }) => {
    const document = screens.find((each) => each.id === id);
    test.each(cases.map((each) => [each.title, each] as const))("%s", async (_title, each) => {
      if (!document) throw new Error(`no screen ${id}`);
      const plan = compileScreen(document, resolved, knownRenderers);
      const console = testConsole({ ...given, ...each.given } as Given, new Map());
      expect(await runScreenCase(plan, console, each)).toEqual([]);
    });
  });

  test("a settlement is drawn: master rows above, the lines to edit and the transfers of the chosen one below", async () => {
    const fixture = fixtureConsole();
    const document = screens.find(({ id }) => id === "settle/settle-record");
    fixture.on("GET /lowcode/screens/settle/settle-record", () => ({
      screen: document,
      models: [...models].map(([id, model]) => ({ ...model, id })),
      hash: "1",
      diagnostics: [],
    }));
    const record = { id: "r1", version: 1, settleNo: "JS2601", payeeName: "清溪公司", status: "0", totalAmount: 1280 };
    fixture.on("GET /settle/settleRecord/list", () => ({ records: [record], total: 1 }));
    fixture.on("GET /settle/settleRecord/queryById", () => record);
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
    expect(lists.getByRole("grid", { name: "结算明细" }).getAttribute("aria-readonly")).toBeNull();
    expect(lists.getByRole("button", { name: "剔除" })).toBeTruthy();
    expect(lists.getByRole("button", { name: "保存" })).toBeTruthy();
    await user.click(lists.getByRole("tab", { name: "转账记录（1）" }));
    expect(await lists.findByText("ZZ01")).toBeTruthy();
    // Transfers are added when the settlement is approved.
    expect(lists.queryByRole("button", { name: /新增/ })).toBeNull();
  });
});
