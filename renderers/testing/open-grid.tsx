import { screen, within } from "@testing-library/react";
import type { Detail } from "../../runtime/schema/types.gen.ts";
import { cellOf, putInCell } from "./editable-table.ts";
import { fixtureConsole } from "./fixture-console.ts";
import { renderScreen } from "./render-screen.tsx";

export type GridDetail = Partial<Extract<Detail, { kind: "table" }>>;

export const storedLines = [
  { id: "l1", product: "保洁", qty: 1 },
  { id: "l2", product: "开荒", qty: 2 },
];

/** Opens the form of a stored shop whose lines are the given table. */
export async function openGrid(
  table: GridDetail,
  restricted: readonly string[] = [],
  lines: readonly object[] = storedLines,
) {
  const subTable = { kind: "table", relation: "lines", ...table } as Detail;
  const fixture = fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", "companyId", "remark", { subTable }] } } } as never,
    allAuth: restricted.map((action) => ({ action, type: "1", status: "1" })),
  });
  fixture.on("GET /test/line/listByMainId", () => lines);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole("grid", { name: "明细" });
  const cell = (row: number, key: string) => cellOf(grid, row, key);
  const put = (row: number, key: string, text: string) => putInCell(user, grid, row, key, text);
  return { fixture, user, dialog, grid, cell, put };
}
