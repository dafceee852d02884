// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole, shopRows } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const table = {
  as: "cards",
  columns: [{ field: "name" }, { field: "shopNo", title: "照片", cell: { type: "image" } }, "status"],
  selection: "multiple",
};
const pictured = () => {
  const rows = shopRows.map((row, at) => ({ ...row, shopNo: at === 2 ? null : `store/${at}.png` }));
  return fixtureConsole({ screen: { table } as Partial<ScreenDocument>, rows });
};

test("a list of cards shows each row's picture large, and an empty frame where there is none", async () => {
  renderScreen(pictured());
  const cards = await screen.findAllByRole("listitem");
  expect(cards.map((card) => card.querySelector("img")?.getAttribute("src")?.split("/").at(-1))).toEqual([
    "0.png",
    "1.png",
    undefined,
  ]);
  expect(within(cards[0] as HTMLElement).getByText("清溪路店")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a card can be chosen like a row", async () => {
  const { user } = renderScreen(pictured());
  await user.click(await screen.findByRole("checkbox", { name: "选择 望江店" }));
  expect(await screen.findByText(/已选择 1 项/)).toBeTruthy();
});

test("a person may look at the table instead, and finds it so the next time", async () => {
  const { user } = renderScreen(pictured());
  await screen.findAllByRole("listitem");
  await user.click(screen.getByRole("button", { name: "表格" }));
  expect(await screen.findByRole("table", { name: "门店" })).toBeTruthy();
  cleanup();
  renderScreen(pictured());
  expect(await screen.findByRole("table", { name: "门店" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "卡片" })).toBeTruthy();
});

test("a list that does not say so offers no cards", async () => {
  renderScreen(fixtureConsole());
  await screen.findByText("望江店");
  expect(screen.queryByRole("button", { name: "卡片" })).toBeNull();
});
