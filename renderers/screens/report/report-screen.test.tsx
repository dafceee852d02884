// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoryAddress } from "../../../runtime/react/address-bar.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { narrowScreen } from "../../testing/narrow-screen.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => localStorage.clear());

const columns = {
  cgRpConfigName: "订单日报",
  dictOptions: { store: [{ value: "1", text: "清溪路店" }] },
  columns: [
    { title: "日期", dataIndex: "day", fieldType: "Date", sorter: true },
    { title: "门店", dataIndex: "store_id", customRender: "store" },
    { title: "成交额", dataIndex: "pay_amount", fieldType: "BigDecimal" },
  ],
};
const rows = [
  { day: "2026-02-01", store_id: "1", pay_amount: 1200.5 },
  { day: "2026-02-02", store_id: "1", pay_amount: 800 },
];
const document = {
  kind: "report",
  title: "订单日报",
  source: { type: "cgreport", code: "daily" },
  params: { storeId: { title: "门店", required: true } },
  table: { totals: ["pay_amount"], override: { pay_amount: { cell: { type: "money" } } } },
  panels: [
    { type: "stat", title: "成交额合计", span: 8, value: "{{ sum(rows, 'pay_amount') }}", format: "money" },
    { type: "line", title: "成交趋势", span: 16, x: "day", y: ["pay_amount"] },
    { type: "radar", title: "雷达" },
  ],
};

function onlineReport(screen: object = document) {
  const fixture = fixtureConsole({ screen: screen as never });
  fixture.on("GET /online/cgreport/api/getColumns/daily", () => columns);
  fixture.on("GET /online/cgreport/api/getQueryInfo/daily", () => [{ field: "day", view: "Date", mode: "group" }]);
  fixture.on("GET /online/cgreport/api/getData/daily", () => ({ records: rows, total: rows.length }));
  return fixture;
}

describe("an online report", () => {
  test("shows figures, charts and rows of one answer; a panel that nobody knows keeps its place and says so", async () => {
    const fixture = onlineReport();
    const { container } = renderScreen(fixture, { params: { storeId: "1" } });
    const figure = await screen.findByRole("region", { name: "成交额合计" });
    await waitFor(() => expect(within(figure).getByText(/2,000\.50/)).toBeTruthy());
    expect(await screen.findAllByText("清溪路店")).toHaveLength(2);
    expect(container.querySelector(".sc-broken")?.textContent).toContain("radar");
    expect(fixture.callsTo("GET /online/cgreport/api/getData/daily")).toHaveLength(1);
    expect(fixture.callsTo("GET /online/cgreport/api/getData/daily")[0]?.params).toMatchObject({ self_storeId: "1" });
  });

  test("on a narrow screen its rows claim no order until a column is asked for one", async () => {
    narrowScreen();
    renderScreen(onlineReport(), { params: { storeId: "1" } });
    expect(await screen.findByText("共 2 条")).toBeTruthy();
  });

  test("a chart names its places by the words of the column's dictionary", async () => {
    const byStore = { type: "pie", title: "门店占比", name: "store_id", value: "pay_amount" };
    renderScreen(onlineReport({ ...document, panels: [byStore] }), { params: { storeId: "1" } });
    const share = await screen.findByRole("region", { name: "门店占比" });
    expect(await within(share).findByText("清溪路店")).toBeTruthy();
  });

  test("its panels wait for the rows and do not say meanwhile that there are none", async () => {
    const fixture = onlineReport();
    let resolve: (page: object) => void = () => undefined;
    const promise = new Promise<object>((done) => {
      resolve = done;
    });
    fixture.on("GET /online/cgreport/api/getData/daily", () => promise);
    renderScreen(fixture, { params: { storeId: "1" } });
    const figure = await screen.findByRole("region", { name: "成交额合计" });
    await waitFor(() => expect(fixture.callsTo("GET /online/cgreport/api/getData/daily")).toHaveLength(1));
    expect(screen.queryByText("还没有数据。")).toBeNull();
    resolve({ records: rows, total: rows.length });
    await waitFor(() => expect(within(figure).getByText(/2,000\.50/)).toBeTruthy());
  });

  test("without a required parameter it asks for the link that carries it and sends nothing", async () => {
    const fixture = onlineReport();
    renderScreen(fixture);
    expect(await screen.findByText("缺少报表参数")).toBeTruthy();
    expect(screen.getByText(/门店/)).toBeTruthy();
    expect(fixture.callsTo("GET /online/cgreport/api/getData/daily")).toEqual([]);
  });

  test.each([
    ["no columns", { cgRpConfigName: "订单日报", columns: [] }],
    ["an answer of another shape", { records: rows }],
  ])("with %s says so instead of drawing empty rows", async (_, answer) => {
    const fixture = onlineReport({ ...document, params: {} });
    fixture.on("GET /online/cgreport/api/getColumns/daily", () => answer);
    renderScreen(fixture);
    expect(await screen.findByText("报表没有给出要显示的列，请检查它的配置。")).toBeTruthy();
  });

  test("a refused answer shows why, keeps the conditions and is asked for again", async () => {
    const fixture = onlineReport();
    let fails = true;
    fixture.on("GET /online/cgreport/api/getData/daily", () => {
      if (fails) throw refusal(500, 500, "报表查询超时");
      return { records: rows, total: 2 };
    });
    const { user } = renderScreen(fixture, { params: { storeId: "1" } });
    await screen.findAllByText(/报表查询超时/);
    fails = false;
    await user.click(screen.getByRole("button", { name: "重新加载" }));
    expect(await screen.findAllByText("清溪路店")).toHaveLength(2);
  });

  test("columns that cannot be read are an error of this page, with another try", async () => {
    const fixture = onlineReport();
    fixture.on("GET /online/cgreport/api/getColumns/daily", () => {
      throw refusal(500, 500, "报表不存在");
    });
    renderScreen(fixture, { params: { storeId: "1" } });
    expect(await screen.findByText("报表不存在")).toBeTruthy();
    expect(screen.getByRole("button", { name: "重新加载" })).toBeTruthy();
  });
});

describe("a report in another page", () => {
  const query = { override: { day: { op: "range" }, store_id: {} } };
  const inputs = [
    { field: "day", label: "日期", view: "Date", mode: "group" },
    { field: "store_id", label: "门店", view: "Text", mode: "single" },
  ];

  test("holds to what the page around it states: sent with every call, no input for it, not to be taken off", async () => {
    const fixture = onlineReport({ ...document, query });
    fixture.on("GET /online/cgreport/api/getQueryInfo/daily", () => inputs);
    const address = memoryAddress("?q.store_id=2");
    const { user } = renderScreen(fixture, { address, fixed: { storeId: "1", store_id: "1" } });
    expect(await screen.findAllByText("清溪路店")).toHaveLength(2);
    expect(screen.getByText("日期", { selector: "label" })).toBeTruthy();
    expect(screen.queryByText("门店", { selector: "label" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "重置" }));
    await waitFor(() => expect(fixture.callsTo("GET /online/cgreport/api/getData/daily")).toHaveLength(2));
    for (const { params } of fixture.callsTo("GET /online/cgreport/api/getData/daily"))
      expect(params).toMatchObject({ self_storeId: "1", store_id: "1" });
  });

  test("of sums is asked with the condition, and its panels read it", async () => {
    const fixture = fixtureConsole({
      screen: {
        ...{ kind: "report", title: "经营", model: undefined, query: { items: ["kind", "companyId"] } },
        source: {
          ...{ type: "aggregate", model: "test/shop", groupBy: ["kind"] },
          measures: { amount: { op: "sum", field: "amount", title: "金额" } },
        },
        panels: [{ type: "text", title: "公司", text: "公司 {{ query.companyId }}" }],
      } as never,
    });
    fixture.on("POST /lowcode/aggregate", () => ({ records: [{ kind: "1", amount: 50 }], total: 1 }));
    renderScreen(fixture, { address: memoryAddress("?q.companyId=c9"), fixed: { companyId: "c1" } });
    expect(await screen.findByText("公司 c1")).toBeTruthy();
    const calls = fixture.callsTo("POST /lowcode/aggregate");
    expect(calls.map(({ data }) => (data as { where: object }).where)).toEqual([{ companyId: "c1" }]);
  });

  test("over rows of its document shows those that have the stated value, not those that hold it", async () => {
    const rows = [
      { city: "成都", area: "1" },
      { city: "重庆", area: "11" },
    ];
    const fixture = fixtureConsole({
      screen: { kind: "report", title: "城市", source: { type: "static", rows } } as never,
    });
    renderScreen(fixture, { fixed: { area: "1" } });
    expect(await screen.findByText("成都")).toBeTruthy();
    expect(screen.queryByText("重庆")).toBeNull();
  });
});

test("a report over rows of its document is ordered, and saved as text, without a server", async () => {
  const fixture = fixtureConsole({
    screen: {
      kind: "report",
      title: "城市",
      source: {
        type: "static",
        rows: [
          { city: "成都", n: 3 },
          { city: "重庆", n: 9 },
        ],
      },
      layout: { split: "horizontal", ratio: 0.7 },
      panels: [{ type: "rank", title: "前几名", name: "city", value: "n" }],
    } as never,
  });
  const { container } = renderScreen(fixture, { address: memoryAddress("?sort=n.desc") });
  await screen.findAllByText("重庆");
  const cells = [...container.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(cells).toEqual(["重庆9", "成都3"]);
  const rank = await screen.findByRole("region", { name: "前几名" });
  expect(
    within(rank)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["1重庆9", "2成都3"]);
  expect(container.querySelector(".sc-report-beside")).toBeTruthy();
  expect(screen.getByRole("button", { name: "导出" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "选择导出格式" })).toBeNull();
});

describe("a page of panels", () => {
  const page = {
    kind: "page",
    title: "说明",
    panels: [
      { type: "text", title: "公告", text: "今天 {{ user.realname }} 值班", span: 24 },
      { type: "table", title: "城市", columns: ["city"], source: { type: "static", rows: [{ city: "成都" }] } },
      { type: "shortcuts", title: "快捷入口", items: ["test/shop"] },
    ],
  };

  test("draws each panel, its texts from expressions, and calls nothing for what stands in the document", async () => {
    const fixture = fixtureConsole({ screen: page as never });
    renderScreen(fixture);
    expect(await screen.findByText("今天 陈晓 值班")).toBeTruthy();
    expect(screen.getByRole("region", { name: "公告" })).toBeTruthy();
    expect(await screen.findByRole("cell", { name: "成都" })).toBeTruthy();
    expect(fixture.calls.map(({ url }) => url)).toEqual(["/lowcode/screens/test/shop"]);
  });
});
