// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { RowsTable } from "../sub-lists/RowsTable.tsx";
import { fixtureConsole, shopRows } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

/** The bodies of the rows in sight, without the skeleton. */
const drawn = () => [...document.querySelectorAll("tbody tr[data-row]")];

async function listOf(result: unknown) {
  const fixture = fixtureConsole();
  fixture.on("GET /test/shop/list", () => result);
  renderScreen(fixture);
  await screen.findByRole("table");
  return fixture;
}

test("rows with the same id, or none, are all drawn", async () => {
  const rows: readonly Row[] = [
    { ...shopRows[0], name: "一" },
    { ...shopRows[0], name: "二" },
    { name: "三" },
    { id: null, name: "四" },
  ];
  await listOf({ records: rows, total: 4 });
  await waitFor(() => expect(drawn()).toHaveLength(4));
  for (const name of ["一", "二", "三", "四"]) expect(screen.getByText(name)).toBeTruthy();
});

test("rows without an id cannot be chosen, by themselves or with their page; rows with one id are one", async () => {
  const rows: readonly Row[] = [{ ...shopRows[0], name: "一" }, { ...shopRows[0], name: "二" }, { name: "三" }];
  await listOf({ records: rows, total: 3 });
  const none = await screen.findByRole<HTMLInputElement>("checkbox", { name: /三|2/ });
  expect(none.disabled).toBe(true);
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "选择本页全部" });
  all.click();
  expect(await screen.findByText(/^已选择 1 项/)).toBeTruthy();
  expect([all.checked, all.indeterminate, none.checked]).toEqual([true, false, false]);
});

test("a cell of 1,000,000 characters is cut by the table, and the list goes on working", async () => {
  await listOf({ records: [{ ...shopRows[0], name: "长".repeat(1_000_000) }, shopRows[1]], total: 2 });
  await waitFor(() => expect(drawn()).toHaveLength(2));
  expect(screen.getByText("望江店")).toBeTruthy();
});

test.each([
  ["null", null],
  ["a text", "<html>"],
  ["a number", 7],
  ["an object without records", { rows: [] }],
  ["records that are no list", { records: "x", total: "y" }],
])("%s in place of a page is an error that says so, not an empty list", async (_name, result) => {
  await listOf(result);
  expect(await screen.findByText(/服务返回的内容无法识别/)).toBeTruthy();
  expect(screen.queryByText("还没有门店")).toBeNull();
});

test("rows that are no objects are left out", async () => {
  await listOf({ records: [null, 3, "x", [1], shopRows[0]], total: 5 });
  await waitFor(() => expect(drawn()).toHaveLength(1));
});

test("values of the wrong type stand as text or as a dash, never as a crash", async () => {
  await listOf({
    records: [{ id: "x", name: { a: 1 }, price: "zwölf", companyId: ["c"], createTime: 17, status: null }],
    total: 1,
  });
  await waitFor(() => expect(drawn()).toHaveLength(1));
  expect(screen.queryByText("页面显示失败")).toBeNull();
});

test("500 columns are drawn", () => {
  const plan = compileScreen({ schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" }, fixtureModels());
  const first = plan.kind === "list" ? plan.table.columns.find(({ name }) => name === "name") : undefined;
  if (!first) throw new Error("no column");
  const columns = Array.from({ length: 500 }, (_, index) => ({ ...first, name: `c${index}`, title: `列${index}` }));
  const row = Object.fromEntries(columns.map(({ name }) => [name, `值 ${name}`]));
  const table = { title: "宽表", columns, permissionPrefix: "test:shop" } as unknown as SubTablePlan;
  const context = { isState: () => false, dictOption: () => undefined, fileUrl: String, run: () => undefined };
  render(
    <RowsTable
      table={table}
      services={fixtureConsole().services}
      rows={[{ id: "r", ...row }]}
      context={context as unknown as CellContext}
      dictVersion={0}
      loading={false}
      empty={null}
    />,
  );
  expect(screen.getByText("值 c499")).toBeTruthy();
  expect(screen.getAllByRole("columnheader")).toHaveLength(501);
});
