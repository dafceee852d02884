// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

/** A form with a list of the shop's lines below its fields. */
function shopWith(list: object) {
  const subTable = { kind: "list", relation: "lines", ...list };
  return fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", "companyId", { subTable }] } } } as never,
  });
}

describe("a list in a form", () => {
  test("shows the rows of the stored record to read; saving leaves them alone", async () => {
    const fixture = shopWith({});
    const { user } = renderScreen(fixture);
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    const rows = within(await screen.findByRole("region", { name: "明细" }));
    expect(await rows.findByText("深度保洁")).toBeTruthy();
    expect(rows.queryByRole("grid")).toBeNull();
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1 }));
  });

  test("has nothing to show before the record is stored, and says so", async () => {
    const fixture = shopWith({});
    const { user } = renderScreen(fixture);
    await user.click(await screen.findByRole("button", { name: "新增门店" }));
    const rows = within(await screen.findByRole("region", { name: "明细" }));
    expect(rows.getByText("保存后在这里显示明细")).toBeTruthy();
    expect(fixture.callsTo("GET /test/line/listByMainId")).toEqual([]);
  });

  test("with conditions and buttons of its own asks for its rows and does not save the form", async () => {
    const fixture = shopWith({ query: { items: ["product"] }, toolbar: [{ preset: "add" }] });
    fixture.on("GET /test/line/list", () => ({ records: [{ id: "l1", product: "开荒", qty: 1 }], total: 1 }));
    const { user } = renderScreen(fixture);
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    const rows = within(await screen.findByRole("region", { name: "明细" }));
    expect(await rows.findByText("开荒")).toBeTruthy();
    expect(rows.getByRole("button", { name: /新增/ })).toBeTruthy();
    await user.type(rows.getByLabelText("商品"), "开{Enter}");
    await waitFor(() =>
      expect(fixture.callsTo("GET /test/line/list").at(-1)?.params).toMatchObject({ shopId: "s1", product: "*开*" }),
    );
    expect(fixture.callsTo("PUT /test/shop/edit")).toEqual([]);
  });
});
