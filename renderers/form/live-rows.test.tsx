// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { cellOf, giveElementsSizes, putInCell } from "../testing/editable-table.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

/** The form of a stored shop, and what others may tell of its lines. */
async function openLines() {
  const fixture = fixtureConsole();
  const told: string[] = [];
  let hear: (row: Row) => void = () => undefined;
  let hearShop: (row: Row) => void = () => undefined;
  const liveRows = {
    join: (model: string, heard: (row: Row) => void) => {
      if (model === "test/line") hear = heard;
      else hearShop = heard;
      return { changed: (ids: readonly string[]) => void told.push(...ids), leave: () => undefined };
    },
  };
  Object.assign(fixture.services, { liveRows });
  fixture.on("GET /test/line/listByMainId", () => [
    { id: "l1", version: 1, product: "保洁", qty: 1 },
    { id: "l2", version: 1, product: "开荒", qty: 2 },
  ]);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole("grid", { name: "明细" });
  return {
    fixture,
    user,
    dialog,
    grid,
    told,
    hear: (row: Row) => act(() => hear(row)),
    hearShop: (row: Row) => act(() => hearShop(row)),
  };
}

const theirs = { id: "l1", version: 2, product: "深度保洁", qty: 9, updateBy: "王芳" };

test("TBL-20 what somebody else saved comes into its cells, is noted there, and is no change of mine", async () => {
  const { user, dialog, grid, hear, fixture } = await openLines();
  hear(theirs);
  expect(cellOf(grid, 0, "qty").textContent).toBe("9");
  expect(cellOf(grid, 0, "product").title).toBe("王芳 刚刚修改了这一格");
  expect(cellOf(grid, 1, "product").title).toBe("");
  hear({ ...theirs, id: "unknown" });
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1 }));
});

test("TBL-20 frames that overtake each other take nothing back, neither a row nor the version of the record", async () => {
  const { user, dialog, grid, hear, hearShop, fixture } = await openLines();
  hear({ ...theirs, version: 3, qty: 30 });
  hear(theirs);
  hear({ id: "l1" });
  hear({ id: 7, version: "x", qty: [] });
  expect(cellOf(grid, 0, "qty").textContent).toBe("30");
  expect([cellOf(grid, 0, "product").textContent, cellOf(grid, 1, "product").title]).toEqual(["深度保洁", ""]);
  hearShop({ id: "s1", version: 3, name: "清溪路店" });
  await waitFor(() => expect(fixture.notices).toHaveLength(1));
  hearShop({ id: "s1", version: 2, name: "旧名" });
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({ version: 3 }));
  expect(fixture.notices.filter(({ level }) => level === "info")).toHaveLength(1);
});

test("TBL-20 a cell that was changed here keeps its value, the one that is open its words; the save tells the others", async () => {
  const { user, dialog, grid, hear, fixture, told } = await openLines();
  await putInCell(user, grid, 0, "qty", "4{Enter}");
  await putInCell(user, grid, 0, "product", "擦窗");
  hear(theirs);
  expect(cellOf(grid, 0, "qty").textContent).toBe("4");
  expect(within(cellOf(grid, 0, "product")).getByRole<HTMLInputElement>("textbox").value).toBe("擦窗");
  await user.keyboard("{Enter}");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({
      lines: { rows: [{ id: "l1", qty: 4, product: "擦窗" }] },
    }),
  );
  await waitFor(() => expect(told).toEqual(["l1", "s1"]));
});

test("TBL-20 a cell that is open and closes unchanged holds what somebody else saved meanwhile, and says who", async () => {
  const { user, dialog, grid, hear, fixture } = await openLines();
  await user.click(cellOf(grid, 0, "qty"));
  const input = await waitFor(() => within(cellOf(grid, 0, "qty")).getByRole<HTMLInputElement>("textbox"));
  hear(theirs);
  expect(input.value).toBe("1");
  expect(cellOf(grid, 0, "qty").title).toBe("王芳 刚刚修改了这一格");
  await user.keyboard("{Enter}");
  expect([cellOf(grid, 0, "qty").textContent, cellOf(grid, 0, "qty").title]).toEqual(["9", "王芳 刚刚修改了这一格"]);
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1 }));
});

test("TBL-20 what is typed over a value that came meanwhile stays, is said in the cell and is what a save sends", async () => {
  const { user, dialog, grid, hear, fixture } = await openLines();
  const kept = "王芳 刚刚也修改了这一格，保存后以这里的值为准";
  await putInCell(user, grid, 0, "qty", "4{Enter}");
  await putInCell(user, grid, 0, "product", "擦窗");
  hear(theirs);
  expect(cellOf(grid, 0, "qty").title).toBe(kept);
  await user.keyboard("{Enter}");
  expect([cellOf(grid, 0, "product").textContent, cellOf(grid, 0, "product").title]).toEqual(["擦窗", kept]);
  hear({ ...theirs, version: 3, qty: 9, product: "深度保洁", updateBy: "李雷" });
  expect(cellOf(grid, 0, "qty").title).toBe(kept);
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({
      lines: { rows: [{ id: "l1", qty: 4, product: "擦窗" }] },
    }),
  );
});

const shop = { id: "s1", version: 2, name: "清溪路店", price: 33, updateBy: "王芳" };

test("TBL-20 a record that somebody else saved is merged: its rows come and go, the next save is based on it", async () => {
  const { user, dialog, grid, hearShop, fixture } = await openLines();
  await putInCell(user, grid, 1, "qty", "5{Enter}");
  fixture.on("GET /test/line/listByMainId", () => [
    { id: "l2", version: 1, product: "开荒", qty: 2 },
    { id: "l3", version: 1, product: "擦窗", qty: 3, createBy: "王芳" },
  ]);
  hearShop({ ...shop, id: "s2" });
  hearShop(shop);
  await waitFor(() =>
    expect(fixture.notices).toEqual([{ level: "info", text: "王芳 刚刚保存了这条记录，改动已合并到这里" }]),
  );
  expect([cellOf(grid, 0, "product"), cellOf(grid, 1, "product")].map(({ textContent }) => textContent)).toEqual([
    "开荒",
    "擦窗",
  ]);
  expect(cellOf(grid, 1, "product").title).toBe("王芳 刚刚修改了这一格");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({
      id: "s1",
      version: 2,
      lines: { rows: [{ id: "l2", version: 1, qty: 5 }], deleteIds: [] },
    }),
  );
});

test("TBL-20 a row that is gone while it is worked on is not merged: the save asks on the version that was opened", async () => {
  const { user, dialog, grid, hearShop, fixture } = await openLines();
  await putInCell(user, grid, 0, "qty", "5{Enter}");
  fixture.on("GET /test/line/listByMainId", () => [{ id: "l2", version: 1, product: "开荒", qty: 2 }]);
  hearShop(shop);
  await waitFor(() => expect(fixture.callsTo("GET /test/line/listByMainId")).toHaveLength(2));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({ id: "s1", version: 1 }));
  expect(cellOf(grid, 0, "product").textContent).toBe("保洁");
});
