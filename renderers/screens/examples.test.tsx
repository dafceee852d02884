// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument, ScreenDocument, ScreenTestDocument } from "../../runtime/schema/types.gen.ts";
import { readOnlineReport } from "../../runtime/wire/online-report.ts";
import { exampleFiles, shippedFiles } from "../../tests/unit/language/document-files.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { runScreenCase } from "../testing/screen-test/run-screen-case.ts";
import { type Given, testConsole } from "../testing/screen-test/test-console.ts";
import { knownRenderers } from "./known-renderers.ts";
import { ScreenHost } from "./ScreenHost.tsx";

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

/** What the server says about the report that an example names. */
const dailyColumns = {
  cgRpConfigName: "订单日报",
  columns: [
    { title: "日期", dataIndex: "day", fieldType: "Date" },
    { title: "门店编号", dataIndex: "store_id", fieldType: "String" },
    { title: "门店", dataIndex: "store_name", fieldType: "String" },
    { title: "订单数", dataIndex: "order_count", fieldType: "Integer" },
    { title: "成交额", dataIndex: "pay_amount", fieldType: "BigDecimal" },
    { title: "退款", dataIndex: "refund_amount", fieldType: "BigDecimal" },
  ],
};
const dailyInputs = [
  { field: "day", view: "Date", mode: "group" },
  { field: "store_id", view: "String", mode: "single" },
];
const daily = readOnlineReport("order_daily", dailyColumns, dailyInputs);

describe("the normative examples", () => {
  const { models, screens, facts } = examples();
  const titleField = (id: string) => models.get(id)?.titleField;
  const resolved = new Map([...models].map(([id, model]) => [id, resolveModel({ ...model, id }, titleField)]));

  // The columns of a stored report are the server's.
  resolved.set(daily.model.id, daily.model);
  // A page of the registry has nothing to compile: it is drawn below.
  const own = screens.filter((each) => each.kind !== "page" || each.component === undefined);
  /** What an example names that is neither among them nor in the product. */
  const missing: Readonly<Record<string, readonly string[]>> = {};

  test.each(own.map((each) => [each.id ?? "", each] as const))("%s compiles", (id, document) => {
    const { kind, diagnostics } = compileScreen(document, resolved, knownRenderers);
    expect(kind).toBe(document.kind);
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
    const fixture = consoleWith("settle/settle-record");
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

  /** The console with one example as its screen. */
  function consoleWith(id: string) {
    const fixture = fixtureConsole();
    fixture.on(`GET /lowcode/screens/${id}`, () => ({
      screen: screens.find((each) => each.id === id),
      models: [...models].map(([name, model]) => ({ ...model, id: name })),
      hash: "1",
      diagnostics: [],
    }));
    return fixture;
  }

  test("a report is drawn: its conditions, its figures, and its rows with the columns that the document changes", async () => {
    const fixture = consoleWith("report/order-daily");
    fixture.on("GET /online/cgreport/api/getColumns/order_daily", () => dailyColumns);
    fixture.on("GET /online/cgreport/api/getQueryInfo/order_daily", () => dailyInputs);
    fixture.on("GET /online/cgreport/api/getData/order_daily", () => ({
      records: [
        {
          day: "2026-02-01",
          store_id: "s1",
          store_name: "清溪路店",
          order_count: 3,
          pay_amount: 360,
          refund_amount: 0,
        },
        {
          day: "2026-02-02",
          store_id: "s1",
          store_name: "清溪路店",
          order_count: 2,
          pay_amount: 240,
          refund_amount: 20,
        },
      ],
      total: 2,
    }));
    renderScreen(fixture, { screenId: "report/order-daily" });
    const figure = within(await screen.findByRole("region", { name: "订单总数" }));
    expect(await figure.findByText("5")).toBeTruthy();
    const table = within(screen.getByRole("table", { name: "订单日报" }));
    expect(table.getByRole("columnheader", { name: "订单" }).getAttribute("colspan")).toBe("2");
    const below = table.getAllByRole("row")[1];
    expect([...(below?.children ?? [])].map((head) => head.textContent)).toEqual(["订单数", "成交额"]);
    expect(table.getAllByText("清溪路店")).toHaveLength(2);
    // A condition and a column each.
    for (const title of ["日期", "门店编号"]) expect(screen.getAllByText(title)).toHaveLength(2);
  });

  test("a registered page is found by the name that the document gives", async () => {
    const { services } = consoleWith("monitor/redis");
    render(
      <ScreenHost screenId="monitor/redis" services={services} pages={{ "monitor/redis": () => <p>内存 12 MB</p> }} />,
    );
    expect(await screen.findByText("内存 12 MB")).toBeTruthy();
  });
});
