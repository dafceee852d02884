// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { giveElementsSizes } from "../testing/editable-table.ts";
import { openGrid } from "../testing/open-grid.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

const head = (grid: HTMLElement, name: string) => within(grid).queryByRole("columnheader", { name });
const widths = (grid: HTMLElement) => grid.querySelector<HTMLElement>("[data-row]")?.style.gridTemplateColumns;

/** The keys of a column of the former table, by the names that they have here; uploads and pop-ups have tests of their own. */
describe("TBL-15 keys of a column", () => {
  test("title, tipsContent and width: the head reads so, its mark explains it, the column is that wide", async () => {
    const { grid } = await openGrid({
      columns: [{ field: "product", title: "服务项目", tip: "到店服务", width: 333 }, "qty"],
    });
    expect(head(grid, /^商品/ as never)).toBeNull();
    expect(within(grid).getByTitle("服务项目：到店服务")).toBeTruthy();
    expect(widths(grid)).toContain("333px");
  });

  test("type, placeholder and defaultValue: a new row begins with the value, an empty cell asks for its own", async () => {
    const { user, dialog, cell } = await openGrid({
      alwaysEdit: true,
      columns: [
        { field: "product", widget: { type: "input", placeholder: "填写服务" } },
        { field: "qty", default: 7 },
      ],
    });
    await user.click(dialog.getByRole("button", { name: "新增一行" }));
    expect(cell(2, "qty").textContent).toBe("7");
    await user.click(cell(0, "qty"));
    expect(cell(2, "product").textContent).toBe("填写服务");
  });

  test("options and dictCode: the cell reads as the option's text and offers the others", async () => {
    const { user, cell } = await openGrid(
      {
        columns: [{ field: "product", dict: "shop_kind", widget: { type: "select" } }, "qty"],
      },
      [],
      [{ id: "l1", product: "2", qty: 1 }],
    );
    await waitFor(() => expect(cell(0, "product").textContent).toBe("加盟"));
    await user.click(cell(0, "product"));
    expect(await screen.findByRole("option", { name: "直营" })).toBeTruthy();
  });

  test("customValue and defaultChecked: a box writes its own two values, a new row has the one that was chosen", async () => {
    const box = { field: "product", default: "1", widget: { type: "checkbox", values: ["1", "0"] } } as const;
    const { user, dialog, cell, fixture } = await openGrid(
      { columns: [box, "qty"] },
      [],
      [{ id: "l1", product: "0", qty: 1 }],
    );
    await user.click(dialog.getByRole("button", { name: "新增一行" }));
    const isOn = (row: number) => cell(row, "product").querySelector(".sc-check-on") !== null;
    expect([isOn(0), isOn(1)]).toEqual([false, true]);
    await user.click(cell(0, "product").querySelector("[data-toggle]") as HTMLElement);
    expect(isOn(0)).toBe(true);
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({
        lines: { rows: [{ id: "l1", product: "1" }, { product: "1" }] },
      }),
    );
  });

  test("disabled, hidden and computed: the cell opens no control, the column is not there, the value follows its row", async () => {
    const { user, grid, cell, put } = await openGrid({
      columns: [
        { field: "product", disabled: "{{ row.qty > 1 }}" },
        { field: "qty" },
        { field: "shopId", visible: false, default: "s9" },
      ],
    });
    expect(head(grid, "门店")).toBeNull();
    await user.dblClick(cell(1, "product"));
    expect(within(grid).queryByRole("textbox")).toBeNull();
    await put(1, "qty", "1{Enter}");
    await put(1, "product", "擦窗{Enter}");
    expect(cell(1, "product").textContent).toBe("擦窗");
  });
});
