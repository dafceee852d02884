// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cellOf, giveElementsSizes, putInCell as put } from "../testing/editable-table.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

/** The lines of a shop as two tables: what they are called, and how many there are. */
async function openTables(required: readonly string[] = [], shared: readonly string[] = []) {
  const asColumn = (field: string) => (required.includes(field) ? { field, required: true } : field);
  const table = (title: string, columns: readonly string[]) => ({
    title,
    items: [
      {
        subTable: {
          ...{ kind: "table", relation: "lines", title },
          columns: columns.map(asColumn),
        },
      },
    ],
  });
  const form = { items: ["name", { tabs: [table("品名", ["product"]), table("数量表", [...shared, "qty"])] }] };
  const fixture = fixtureConsole({ screen: { kind: "list", views: { form } } as never });
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grids = await waitFor(() => {
    const found = dialog.getAllByRole("grid", { hidden: true });
    expect(found.length).toBe(2);
    return found as [HTMLElement, HTMLElement];
  });
  return { fixture, user, dialog, names: grids[0], counts: grids[1] };
}

const saved = ({ fixture }: Awaited<ReturnType<typeof openTables>>) =>
  fixture.callsTo("PUT /test/shop/edit").map(({ data }) => (data as { lines?: unknown }).lines);

test("the rows are asked for once, and only the first tab says how many there are", async () => {
  const { fixture, dialog } = await openTables();
  expect(fixture.callsTo("GET /test/line/listByMainId")).toHaveLength(1);
  expect(dialog.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["品名（1）", "数量表"]);
});

test("what is typed in one table stands in the other, and both are saved as one row", async () => {
  const opened = await openTables();
  const { user, dialog, names, counts } = opened;
  await put(user, names, 0, "product", "开荒{Enter}");
  await user.click(dialog.getByRole("tab", { name: "数量表" }));
  await put(user, counts, 0, "qty", "7{Enter}");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(saved(opened)).toEqual([{ rows: [{ id: "l1", product: "开荒", qty: 7 }], deleteIds: [] }]),
  );
});

test("a row that is added in one table is filled in further in the other", async () => {
  const opened = await openTables();
  const { user, dialog, names, counts } = opened;
  await user.click(
    within(names.closest("section") ?? names).getAllByRole("button", { name: /新增/ })[0] as HTMLElement,
  );
  await put(user, names, 1, "product", "擦窗{Enter}");
  await user.click(dialog.getByRole("tab", { name: "数量表" }));
  await put(user, counts, 1, "qty", "3{Enter}");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(saved(opened)).toMatchObject([{ rows: [{ product: "擦窗", qty: 3 }], deleteIds: [] }]));
});

test("an error of the server stands in the table that has its column, and that table is in front", async () => {
  const { fixture, user, dialog, names, counts } = await openTables();
  fixture.on("PUT /test/shop/edit", () => {
    throw refusal(200, 500, "校验失败", { fieldErrors: { "lines[0].qty": "数量太大" } });
  });
  await put(user, names, 0, "product", "开荒{Enter}");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(cellOf(counts, 0, "qty").getAttribute("aria-invalid")).toBe("true"));
  expect(cellOf(names, 0, "product").getAttribute("aria-invalid")).not.toBe("true");
  await waitFor(() => expect(dialog.getByRole("tab", { name: "数量表" }).getAttribute("aria-selected")).toBe("true"));
});

test("a refused save says how much is wrong where, and the walk leads over fields, tables and tabs, and round", async () => {
  const { user, dialog, names, counts } = await openTables(["product", "qty"]);
  await user.clear(dialog.getByLabelText(/名称/));
  const [add] = within(names.closest("section") ?? names).getAllByRole("button", { name: /新增/ });
  await user.click(add as HTMLElement);
  await put(user, names, 0, "product", "{Delete}");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  const status = await dialog.findByText(/处需要修改：/);
  expect(status.textContent).toBe("有 4 处需要修改：门店名称、品名 2、数量表 1");
  const press = (name: string) => user.click(within(status.parentElement as HTMLElement).getByRole("button", { name }));
  const focused = () => {
    const { activeElement } = document;
    const cell = document.getElementById(activeElement?.getAttribute("aria-activedescendant") ?? "");
    return cell?.id.split("-").slice(-2).join(" ") ?? activeElement?.id;
  };
  const wrong = [names, counts].flatMap((grid) =>
    within(grid)
      .getAllByRole("gridcell", { hidden: true })
      .filter((cell) => cell.getAttribute("aria-invalid") === "true")
      .map(({ id }) => id.split("-").slice(-2).join(" ")),
  );
  expect(wrong).toHaveLength(3);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/名称/)));
  const name = focused();
  const seen: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    await press("下一处");
    seen.push(focused());
  }
  expect(seen).toEqual([...wrong, name]);
  expect(dialog.getByRole("tab", { name: "数量表" }).getAttribute("aria-selected")).toBe("true");
  await press("上一处");
  expect(focused()).toBe(wrong[2]);
  // The table's own button leads on to the next table too.
  await press("上一处");
  expect(focused()).toBe(wrong[1]);
  await user.click(within(names.closest("section") ?? names).getByRole("button", { name: "定位下一处" }));
  expect(focused()).toBe(wrong[2]);
});

test("a cell that stands in several tables is marked in each, and counted and walked to once", async () => {
  const { user, dialog, names, counts } = await openTables(["product"], ["product"]);
  await user.click(dialog.getByRole("tab", { name: "数量表" }));
  await put(user, counts, 0, "product", "{Enter}");
  expect(cellOf(counts, 0, "product").getAttribute("aria-invalid")).toBe("true");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  const status = await dialog.findByText(/处需要修改：/);
  expect(status.textContent).toBe("有 1 处需要修改：品名 1");
  expect([names, counts].map((grid) => cellOf(grid, 0, "product").getAttribute("aria-invalid"))).toEqual([
    "true",
    "true",
  ]);
  await user.click(within(status.parentElement as HTMLElement).getByRole("button", { name: "下一处" }));
  expect(dialog.getByRole("tab", { name: /品名/ }).getAttribute("aria-selected")).toBe("true");
});
