// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { giveElementsSizes } from "../testing/editable-table.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

type User = ReturnType<typeof renderScreen>["user"];

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};
const press = (name: string) => async (user: User) => user.click(await screen.findByRole("button", { name }));
const pressInRow = (name: string) => async (user: User) =>
  user.click((await rowOf("清溪路店")).getByRole("button", { name }));
const chooseRow = async (user: User) => user.click((await rowOf("清溪路店")).getByRole("radio"));
const nothing = async () => undefined;

const lines = (kind: string) => ({ kind: "erp-list", details: [{ kind, relation: "lines" }] });
const fields = { n: { type: "integer", title: "订单" } };
const source = { type: "rest", list: "GET /test/figures", fields };

interface Place {
  readonly place: string;
  readonly parts?: object;
  /** The call that fails. */
  readonly call: string;
  readonly open: (user: User) => Promise<unknown>;
}

const places: readonly Place[] = [
  { place: "a list", call: "GET /test/shop/list", open: nothing },
  { place: "a row that is opened", call: "GET /test/shop/queryById", open: pressInRow("编辑") },
  {
    place: "the recycle bin",
    parts: { toolbar: [{ preset: "recycleBin" }] },
    call: "GET /test/shop/deleteList",
    open: press("回收站"),
  },
  { place: "a sub-list to read", parts: lines("list"), call: "GET /test/line/listByMainId", open: chooseRow },
  { place: "rows edited below a list", parts: lines("table"), call: "GET /test/line/listByMainId", open: chooseRow },
  {
    place: "a card of a dashboard",
    parts: { kind: "dashboard", panels: [{ type: "stat", title: "今日订单", value: "{{ rows[0].n }}", source }] },
    call: "GET /test/figures",
    open: nothing,
  },
];

test.each(places)("$place that fails shows the number of its request to copy", async ({ parts, call, open }) => {
  const fixture = fixtureConsole({ screen: { ...parts } as unknown as Partial<ScreenDocument> });
  fixture.on(call, () => {
    throw refusal(500, 500, "操作失败");
  });
  const { user } = renderScreen(fixture);
  await open(user);
  const failure = await screen.findByRole("alert");
  expect(failure.textContent).toContain("操作失败");
  await user.click(within(failure).getByRole("button", { name: "复制请求编号" }));
  expect(await navigator.clipboard.readText()).toBe("8f00c3a1b2d4e567");
});
