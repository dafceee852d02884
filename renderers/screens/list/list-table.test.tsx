// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole, shopRows } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const withTable = (table: object, rows = shopRows) =>
  fixtureConsole({ screen: { table } as Partial<ScreenDocument>, rows });

/** `count` shops with names of their own. */
const manyShops = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...shopRows[0], id: `m${at + 1}`, name: `${at + 1} 号店` }));

test("TBL-05 rows are chosen by radio, by checkbox, or a page at once, and unselected the same way", async () => {
  const { user } = renderScreen(withTable({ selection: "multiple", columns: ["name"] }));
  const all = await screen.findByRole("checkbox", { name: "选择本页全部" });
  await screen.findByText("望江店");
  await user.click(screen.getByRole("checkbox", { name: "选择 望江店" }));
  expect(await screen.findByText(/已选择 1 项/)).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "选择 望江店" }));
  expect(screen.queryByText(/已选择/)).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "选择 望江店" }));
  await user.click(all);
  expect(screen.getAllByRole("checkbox", { checked: true })).toHaveLength(1 + shopRows.length);
  await user.click(all);
  expect(screen.queryAllByRole("checkbox", { checked: true })).toHaveLength(0);
  cleanup();

  const single = renderScreen(withTable({ selection: "single", columns: ["name"] }));
  await screen.findByText("望江店");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await single.user.click(screen.getByRole("radio", { name: "选择 望江店" }));
  await single.user.click(screen.getByRole("radio", { name: "选择 东湖店" }));
  expect(screen.getAllByRole("radio", { checked: true })).toEqual([screen.getByRole("radio", { name: "选择 东湖店" })]);
});

test("who may neither change nor export several rows has no boxes to choose them", async () => {
  const table = { selection: "multiple", columns: ["name"] };
  const actions = ["test:shop:export", "test:shop:deleteBatch"];
  const boxes = async (granted?: string) => {
    const denied = actions.filter((action) => action !== granted);
    renderScreen(fixtureConsole({ screen: { table } as Partial<ScreenDocument>, rows: shopRows, denied }));
    await screen.findByText("望江店");
    const count = screen.queryAllByRole("checkbox").length;
    cleanup();
    return count;
  };
  expect(await boxes()).toBe(0);
  expect(await boxes("test:shop:export")).toBe(1 + shopRows.length);
  expect(await boxes("test:shop:deleteBatch")).toBe(1 + shopRows.length);
});

test("TBL-12 a list begins at page 1 of 10 rows, offers 10, 20 and 30, says where it stands and jumps", async () => {
  const fixture = withTable({}, manyShops(45));
  const { user } = renderScreen(fixture);
  expect(await screen.findByText("第 1–10 条，共 45 条")).toBeTruthy();
  expect(fixture.callsTo("GET /test/shop/list")[0]?.params).toMatchObject({ pageNo: 1, pageSize: 10 });
  await user.type(await screen.findByRole("textbox", { name: "页" }), "3{Enter}");
  expect(await screen.findByText("第 21–30 条，共 45 条")).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: "每页条数" }));
  expect((await screen.findAllByRole("option")).map((item) => item.textContent)).toEqual([
    "10 条/页",
    "20 条/页",
    "30 条/页",
  ]);
  await user.click(screen.getByRole("option", { name: "30 条/页" }));
  expect(await screen.findByText("第 1–30 条，共 45 条")).toBeTruthy();
});

test("a table with a height scrolls its rows between the head and the sums; what stands in place of rows is not cut", async () => {
  const styleOf = (name: string) => screen.getByRole("table", { name }).parentElement?.getAttribute("style") ?? "";
  const table = { columns: ["name", { field: "amount", summary: "sum" }], height: 300 };
  renderScreen(withTable(table));
  await screen.findByText("望江店");
  expect(styleOf("门店")).toContain("--sc-table-max: 380px");
  cleanup();

  renderScreen(withTable({ columns: ["name"], height: 300 }));
  await screen.findByText("望江店");
  expect(styleOf("门店")).toContain("--sc-table-max: 340px");
  cleanup();

  renderScreen(withTable(table, []));
  await screen.findByText("还没有门店");
  expect(styleOf("门店")).toBe("");
});

test("columns that a person hides stay hidden on another machine: the choice is the server's", async () => {
  let stored: unknown = null;
  const aServer = () => {
    const fixture = withTable({ columns: ["name", "price", "amount"] });
    fixture.on("GET /lowcode/userSetting", () => stored);
    fixture.on("PUT /lowcode/userSetting", ({ data }) => {
      stored = (data as { readonly value: unknown }).value;
    });
    return fixture;
  };
  const fixture = aServer();
  const { user, unmount } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "列设置" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("checkbox", { name: "单价" }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /单价/ })).toBeNull());
  unmount();
  expect(fixture.callsTo("PUT /lowcode/userSetting").map(({ data }) => data)).toEqual([
    { name: "list:test/shop", value: expect.objectContaining({ hidden: ["price"] }) },
  ]);

  localStorage.clear();
  renderScreen(aServer());
  await screen.findByText("望江店");
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /单价/ })).toBeNull());
  expect(screen.getByRole("columnheader", { name: /金额/ })).toBeTruthy();
});

test("a row's style may read the clock", async () => {
  const late = `{{ row.createTime < dateAdd(now(), -48, 'hour') ? 'danger' : '' }}`;
  const [row] = shopRows;
  const rows = [
    { ...row, id: "s1", name: "旧店", createTime: "2020-01-01 00:00:00" },
    { ...row, id: "s2", name: "新店", createTime: "2999-01-01 00:00:00" },
  ];
  renderScreen(withTable({ columns: ["name"], rowStyle: late }, rows));
  const classOf = (name: string) => screen.getByText(name).closest(".sc-tr")?.className ?? "";
  await screen.findByText("旧店");
  expect(classOf("旧店")).toContain("sc-tr-danger");
  expect(classOf("新店")).not.toContain("sc-tr-danger");
});
