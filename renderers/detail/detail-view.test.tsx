// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fixtureConsole, refusal, shopRows } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

async function openDetail(fixture = fixtureConsole(), params = {}) {
  const { user } = renderScreen(fixture, { params });
  if (!("id" in params)) await user.click(await screen.findByRole("button", { name: "清溪路店" }));
  const drawer = within(await screen.findByRole("dialog"));
  return { user, drawer, fixture };
}

const shownFor = (drawer: ReturnType<typeof within>, title: string) =>
  drawer.getByText(title, { selector: "dt" }).parentElement?.querySelector("dd")?.textContent;

test("the key field opens the record with its values in words", async () => {
  const { drawer } = await openDetail();
  expect(await drawer.findByText("门店详情")).toBeTruthy();
  expect(shownFor(drawer, "所属公司")).toBe("清溪公司");
  expect(shownFor(drawer, "单价")).toBe("12.50");
  expect(shownFor(drawer, "创建时间")).toBe("2024-11-21 14:32:08");
  expect(shownFor(drawer, "备注")).toBe("—");
});

test("rows of a relation are asked for by the record's id", async () => {
  const { drawer, fixture } = await openDetail();
  expect(await drawer.findByText("深度保洁")).toBeTruthy();
  expect(fixture.callsTo("GET /test/line/listByMainId")[0]?.params).toMatchObject({ id: "s1" });
});

test("the detail walks along the rows of the page and stops at its ends", async () => {
  const { user, drawer } = await openDetail();
  const previous = await drawer.findByRole("button", { name: "上一条" });
  expect((previous as HTMLButtonElement).disabled).toBe(true);
  await user.click(drawer.getByRole("button", { name: "下一条" }));
  await waitFor(() => expect(shownFor(drawer, "门店名称")).toBe("望江店"));
  await user.click(drawer.getByRole("button", { name: "下一条" }));
  await waitFor(() => expect(shownFor(drawer, "门店名称")).toBe("东湖店"));
  expect((drawer.getByRole("button", { name: "下一条" }) as HTMLButtonElement).disabled).toBe(true);
});

test("an id in the address opens that record", async () => {
  const { drawer } = await openDetail(fixtureConsole(), { id: "s2" });
  await waitFor(() => expect(shownFor(drawer, "门店名称")).toBe("望江店"));
});

test("a detail that is there before the rows of its list walks along them as soon as they come", async () => {
  const fixture = fixtureConsole();
  let answer: (page: unknown) => void = () => undefined;
  const page = new Promise((resolve) => {
    answer = resolve;
  });
  fixture.on("GET /test/shop/list", () => page);
  const { drawer } = await openDetail(fixture, { id: "s2" });
  const next = await drawer.findByRole<HTMLButtonElement>("button", { name: "下一条" });
  expect(next.disabled).toBe(true);
  answer({ records: shopRows, total: shopRows.length });
  await waitFor(() => expect(next.disabled).toBe(false));
});

test("a record that is gone says so", async () => {
  const fixture = fixtureConsole();
  fixture.on("GET /test/shop/queryById", () => {
    throw refusal(200, 500, "未找到对应实体");
  });
  const { drawer } = await openDetail(fixture);
  expect(await drawer.findByText("未找到对应实体")).toBeTruthy();
});

test("the footer offers what the row's own line offers", async () => {
  const { drawer } = await openDetail();
  await drawer.findByText("门店详情");
  const names = ["编辑", "审核", "驳回"].map((name) => drawer.queryByRole("button", { name }) !== null);
  expect(names).toEqual([true, true, true]);
});

test("a field that the person may not see is left out", async () => {
  const denied = fixtureConsole({ denied: ["test:shop:see-count"] });
  denied.on("GET /test/shop/queryById", () => shopRows[0]);
  const { drawer } = await openDetail(denied);
  await drawer.findByText("门店详情");
  expect(drawer.queryByText("数量", { selector: "dt" })).toBeNull();
});

test("RPT-04 a detail shows the rows of a report that runs for its record", async () => {
  const below = {
    kind: "list",
    title: "日报",
    source: { type: "cgreport", code: "daily" },
    link: { field: "shopId", masterField: "id" },
  };
  const detail = { as: "drawer", items: ["name", { subTable: below }] };
  const own = fixtureConsole({ screen: { views: { detail } } as never });
  own.on("GET /online/cgreport/api/getColumns/daily", () => ({
    cgRpConfigName: "日报",
    columns: [{ title: "金额", dataIndex: "amount", fieldType: "BigDecimal" }],
  }));
  own.on("GET /online/cgreport/api/getQueryInfo/daily", () => []);
  own.on("GET /online/cgreport/api/getData/daily", () => ({ records: [{ amount: 12.5 }], total: 1 }));
  const { drawer } = await openDetail(own);
  expect(await drawer.findByText("12.50")).toBeTruthy();
  expect(own.callsTo("GET /online/cgreport/api/getData/daily")[0]?.params).toMatchObject({ self_shopId: "s1" });
});

test("the steps say how far the record has come, each in the words of its dictionary", async () => {
  const steps = { field: "status", values: ["0", "1"] };
  const own = fixtureConsole({ screen: { views: { detail: { as: "drawer", steps, items: ["name"] } } } as never });
  const { drawer } = await openDetail(own);
  await drawer.findByText("门店详情");
  const shown = [...document.querySelectorAll(".ant-steps-item")];
  expect(shown.map((step) => step.querySelector(".ant-steps-item-title")?.textContent)).toEqual(["待审核", "营业"]);
  expect(shown[0]?.className).toContain("ant-steps-item-process");
});

test("a sheet has its rows, lines to sign on and a button to print, and nothing of a detail besides", async () => {
  const printed = vi.fn();
  vi.stubGlobal("print", printed);
  const sheet = { signatures: ["经办人", "顾客"] };
  const views = { detail: { title: "单据 {{ row.name }}", sheet, items: ["name"] } };
  const own = fixtureConsole({ screen: { views } as never });
  const { user, drawer } = await openDetail(own);
  await drawer.findByText("单据 清溪路店");
  expect(drawer.getByText("经办人：")).toBeTruthy();
  expect(drawer.getByText("顾客：")).toBeTruthy();
  for (const name of ["上一条", "下一条", "编辑"]) expect(drawer.queryByRole("button", { name })).toBeNull();
  await user.click(drawer.getByRole("button", { name: /打印/ }));
  expect(printed).toHaveBeenCalledOnce();
});
