// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../../runtime/react/address-bar.ts";
import { RequestError } from "../../../runtime/react/services.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { type FixtureConsole, fixtureConsole } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date("2026-11-29T10:00:00+08:00"), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shop = (id: string, openedAt: string, more: Row = {}): Row => ({
  id,
  name: `门店${id}`,
  status: "1",
  kind: "1",
  openedAt,
  ...more,
});
const rows = [
  shop("a", "2026-11-06 15:43:00"),
  shop("b", "2026-11-29 09:00:00", { status: "0" }),
  ...["c", "d", "e", "f"].map((id, at) => shop(id, `2026-11-12 1${at}:00:00`)),
];
const table = {
  as: "calendar",
  columns: [{ field: "name", cell: { type: "link", do: [{ type: "open", view: "detail" }] } }, "status"],
  calendar: { date: "openedAt", color: "status" },
};
const inCalendar = { table } as unknown as Partial<ScreenDocument>;
const withCalendar = (more: object = {}, all = rows) =>
  fixtureConsole({ screen: { table: { ...table, ...more } } as unknown as Partial<ScreenDocument>, rows: all });
const month = () => screen.findByRole("region", { name: "门店日历" });
const dayButton = (name: RegExp) => screen.findByRole("button", { name });
const lastAsked = (fixture: FixtureConsole): Row =>
  fixture.callsTo("GET /test/shop/list").at(-1)?.params as unknown as Row;
const spanOf = (params: Row) =>
  (JSON.parse(decodeURIComponent(String(params.superQueryParams))) as Row[]).map(({ field, rule, val }) => [
    field,
    rule,
    val,
  ]);

test("a calendar asks the list for the month under its conditions and places each row on its day", async () => {
  const fixture = withCalendar();
  renderScreen(fixture, { address: memoryAddress("?q.kind=1") });
  const calendar = await month();
  expect(await within(calendar).findByRole("button", { name: "15:43 门店a 营业" })).toBeTruthy();
  expect(await dayButton(/^11月6日.*，1 条$/)).toBeTruthy();
  expect(lastAsked(fixture)).toMatchObject({ kind: "1", column: "openedAt", order: "asc", pageNo: 1 });
  expect(spanOf(lastAsked(fixture))).toEqual([
    ["openedAt", "ge", "2026-11-01 00:00:00"],
    ["openedAt", "le", "2026-11-30 23:59:59"],
  ]);
});

test("today is marked, and its rows stand beside the month", async () => {
  renderScreen(withCalendar());
  const today = await dayButton(/^11月29日.*1 条，今天$/);
  expect(today.getAttribute("aria-current")).toBe("date");
  const day = screen.getByRole("region", { name: "11月29日星期日" });
  expect(await within(day).findByText("门店b")).toBeTruthy();
});

test("a day with more rows than it has room for says how many more, and shows them all when it is pressed", async () => {
  const { user } = renderScreen(withCalendar());
  expect(await screen.findByText("还有 2 条")).toBeTruthy();
  await user.click(await dayButton(/^11月12日/));
  const day = screen.getByRole("region", { name: "11月12日星期四" });
  expect(within(day).getAllByRole("listitem")).toHaveLength(4);
});

test("an entry opens what the row's title opens in the table", async () => {
  const { user } = renderScreen(withCalendar());
  await user.click(await screen.findByRole("button", { name: "15:43 门店a 营业" }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("the next month is read when it is turned to, stands in the address, and 今天 comes back", async () => {
  const fixture = withCalendar();
  const address = memoryAddress();
  const { user } = renderScreen(fixture, { address });
  await user.click(await screen.findByRole("button", { name: "下个月" }));
  await waitFor(() => expect(spanOf(lastAsked(fixture))[0]).toEqual(["openedAt", "ge", "2026-12-01 00:00:00"]));
  expect(address.read()).toContain("month=2026-12");
  await user.click(screen.getByRole("button", { name: "今天" }));
  await waitFor(() => expect(spanOf(lastAsked(fixture))[0]).toEqual(["openedAt", "ge", "2026-11-01 00:00:00"]));
});

test("a link to a month shows it, also to whoever looks at the table otherwise", async () => {
  const fixture = withCalendar({ as: "table" });
  const address = memoryAddress("?month=2026-02");
  const { user } = renderScreen(fixture, { address });
  await month();
  expect(spanOf(lastAsked(fixture))[1]).toEqual(["openedAt", "le", "2026-02-28 23:59:59"]);
  await user.click(await screen.findByRole("button", { name: "表格" }));
  expect(await screen.findByRole("table", { name: "门店" })).toBeTruthy();
  expect(address.read()).not.toContain("month");
});

test("arrow keys go from day to day and over the end of the month, Enter chooses", async () => {
  const { user } = renderScreen(withCalendar());
  (await dayButton(/^11月29日/)).focus();
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement?.getAttribute("data-day")).toBe("2026-11-28");
  await user.keyboard("{ArrowUp}{Enter}");
  expect(await screen.findByRole("region", { name: "11月21日星期六" })).toBeTruthy();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  await waitFor(() => expect(document.activeElement?.getAttribute("data-day")).toBe("2026-12-05"));
});

test("a month with more rows than are read at once shows counts, and a day reads its own", async () => {
  const fixture = withCalendar();
  fixture.on("GET /test/shop/list", ({ params }) => {
    const isDay = spanOf(params as Row)[1]?.[2] === "2026-11-29 23:59:59";
    return isDay ? { records: rows.slice(1, 2), total: 1 } : { records: rows, total: 5000 };
  });
  fixture.on("POST /lowcode/aggregate", () => [
    { openedAt: "2026-11-05", dayCount: 4999 },
    { openedAt: "2026-11-29", dayCount: 1 },
  ]);
  renderScreen(fixture);
  expect(await dayButton(/^11月5日.*，4999 条$/)).toBeTruthy();
  const day = screen.getByRole("region", { name: "11月29日星期日" });
  expect(await within(day).findByText("门店b")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "15:43 门店a 营业" })).toBeNull();
});

test("a month that cannot be read says so and is read again", async () => {
  const fixture = withCalendar();
  let fails = true;
  fixture.on("GET /test/shop/list", () => {
    if (fails) throw new RequestError("服务不可用", 503, undefined);
    return { records: rows, total: rows.length };
  });
  const { user } = renderScreen(fixture);
  expect(await screen.findByRole("alert")).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  expect(await screen.findByRole("button", { name: "15:43 门店a 营业" })).toBeTruthy();
});

test("the choice of the calendar is remembered, and the table comes back with its pages", async () => {
  const fixture = withCalendar({ as: "table" });
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "日历" }));
  await month();
  cleanup();
  const again = renderScreen(fixture);
  await month();
  await again.user.click(screen.getByRole("button", { name: "表格" }));
  expect(await screen.findByRole("table", { name: "门店" })).toBeTruthy();
  await waitFor(() => expect(lastAsked(fixture).superQueryParams).toBeUndefined());
});

test("who may not see the date is offered no calendar, not even by a link to a month", async () => {
  const allAuth = [{ action: "test:shop:see:openedAt", type: "1", status: "1" }];
  renderScreen(fixtureConsole({ screen: inCalendar, rows, allAuth }), { address: memoryAddress("?month=2026-11") });
  await screen.findByRole("table");
  expect(screen.queryByRole("region", { name: "门店日历" })).toBeNull();
  expect(screen.queryByRole("button", { name: /日历/ })).toBeNull();
});
