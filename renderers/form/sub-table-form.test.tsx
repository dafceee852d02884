// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import { cellOf, giveElementsSizes, putInCell as put } from "../testing/editable-table.ts";
import { fixtureConsole, refusal, shopRows } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

type User = ReturnType<typeof renderScreen>["user"];

async function openForm(user: User, button: string) {
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog"));
  return { dialog, grid: await dialog.findByRole("grid", { name: "明细" }) };
}

describe("rows of a stored record", () => {
  test("are read, and saving without touching them leaves them out of the body", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "编辑");
    expect(cellOf(grid, 0, "product").textContent).toBe("深度保洁");
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1 }));
  });

  test("TBL-06 a changed row is sent alone, with its id and the changed values", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "编辑");
    await put(user, grid, 0, "qty", "5{Enter}");
    expect(cellOf(grid, 0, "qty").textContent).toBe("5");
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({
        id: "s1",
        version: 1,
        lines: { rows: [{ id: "l1", qty: 5 }], deleteIds: [] },
      }),
    );
  });

  test("a change in a row makes closing ask", async () => {
    const fixture = fixtureConsole();
    fixture.answer = false;
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "编辑");
    await user.click(dialog.getByRole("button", { name: "取消" }));
    expect(fixture.questions).toEqual([]);
    cleanup();
    const again = renderScreen(fixture);
    const form = await openForm(again.user, "编辑");
    await put(again.user, form.grid, 0, "qty", "5{Enter}");
    await again.user.click(form.dialog.getByRole("button", { name: "取消" }));
    expect(fixture.questions[0]?.title).toBe("放弃修改");
    expect(grid.isConnected).toBe(false);
  });

  test("that cannot be read say so and can be asked for again", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/line/listByMainId", () => {
      throw refusal(200, 500, "网络超时");
    });
    const { user } = renderScreen(fixture);
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    expect((await screen.findByText(/明细加载失败/)).textContent).toContain("网络超时");
    fixture.on("GET /test/line/listByMainId", () => [{ id: "l1", product: "开荒", qty: 1 }]);
    await user.click(screen.getByRole("button", { name: "重新加载" }));
    expect(await screen.findByRole("grid", { name: "明细" })).toBeTruthy();
  });
});

describe("keys of an open editor", () => {
  test("Enter commits and goes down, Escape keeps the old value, Tab goes to the next open cell", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/line/listByMainId", () => [
      { id: "l1", product: "深度保洁", qty: 12 },
      { id: "l2", product: "开荒", qty: 1 },
    ]);
    const { user } = renderScreen(fixture);
    const { grid } = await openForm(user, "编辑");
    await put(user, grid, 0, "qty", "7{Enter}");
    expect(cellOf(grid, 0, "qty").textContent).toBe("7");
    expect(grid.getAttribute("aria-activedescendant")).toBe(cellOf(grid, 1, "qty").id);
    expect(document.activeElement).toBe(grid);

    await put(user, grid, 1, "qty", "99{Escape}");
    expect(cellOf(grid, 1, "qty").textContent).toBe("1");
    expect(screen.getByRole("dialog")).toBeTruthy();

    await put(user, grid, 0, "product", "擦窗{Tab}");
    expect(cellOf(grid, 0, "product").textContent).toBe("擦窗");
    expect(within(cellOf(grid, 0, "qty")).getByRole("textbox")).toBeTruthy();
  });

  test("a letter opens the editor in place of the value, arrows move, Delete empties", async () => {
    const { user } = renderScreen(fixtureConsole());
    const { grid } = await openForm(user, "编辑");
    await user.click(cellOf(grid, 0, "product"));
    await user.keyboard("{Escape}{ArrowRight}8");
    expect((within(cellOf(grid, 0, "qty")).getByRole("textbox") as HTMLInputElement).value).toBe("8");
    await user.keyboard("{Enter}");
    expect(cellOf(grid, 0, "qty").textContent).toBe("8");
    await user.keyboard("{Delete}");
    expect(cellOf(grid, 0, "qty").textContent).toBe("");
  });

  test("leaving the editor by a press elsewhere commits", async () => {
    const { user } = renderScreen(fixtureConsole());
    const { dialog, grid } = await openForm(user, "编辑");
    await put(user, grid, 0, "qty", "33");
    await user.click(dialog.getByLabelText("门店名称"));
    await waitFor(() => expect(cellOf(grid, 0, "qty").textContent).toBe("33"));
  });
});

describe("new rows", () => {
  test("are added, pasted and removed after a question, and go with the record", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "新增门店");
    await user.type(dialog.getByLabelText("门店名称"), "新店");
    await user.click(dialog.getByRole("button", { name: "新增一行" }));
    fireEvent.paste(grid, {
      clipboardData: { getData: (type: string) => (type === "text/plain" ? "保洁\t2\n擦窗\t3\n开荒\t4" : "") },
    });
    await waitFor(() => expect(grid.querySelectorAll("[data-row]")).toHaveLength(3));
    await user.click(dialog.getByRole("checkbox", { name: "选择第 2 行" }));
    await user.click(dialog.getByRole("button", { name: "删除 1 行" }));
    expect(fixture.questions[0]?.content).toBe("确定要删除这 1 项吗?");
    await waitFor(() => expect(grid.querySelectorAll("[data-row]")).toHaveLength(2));
    await user.click(dialog.getByRole("combobox", { name: "所属公司" }));
    await user.click(await screen.findByTitle("清溪公司"));
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(fixture.callsTo("POST /test/shop/add")[0]?.data).toMatchObject({
        name: "新店",
        lines: [
          { product: "保洁", qty: 2 },
          { product: "开荒", qty: 4 },
        ],
      }),
    );
  });

  test("a clipboard of 50 MB is refused with its size, and what cannot be written is counted; the table works on", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "新增门店");
    await user.click(dialog.getByRole("button", { name: "新增一行" }));
    const paste = (text: string) =>
      fireEvent.paste(grid, { clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "") } });
    paste("长".repeat(50 * 1024 * 1024));
    expect(fixture.notices.map(({ text }) => text)).toEqual(["剪贴板内容有 50.0 MB，最多粘贴 5 MB"]);
    expect(cellOf(grid, 0, "product").textContent).toBe("");
    // The columns that follow, whether shown or not, take nothing.
    paste("保洁\t2\t多余\t多余");
    await waitFor(() => expect(cellOf(grid, 0, "qty").textContent).toBe("2"));
    expect(fixture.notices.at(-1)).toEqual({ level: "warning", text: "2 格不能修改或超出最后一列，没有粘贴" });
  });

  test("come with every press, however fast", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "新增门店");
    for (let press = 0; press < 5; press += 1) await user.click(dialog.getByRole("button", { name: "新增一行" }));
    expect(grid.querySelectorAll("[data-row]")).toHaveLength(5);
    expect(fixture.notices).toEqual([]);
  });
});

describe("errors", () => {
  test("a cell is told while it is wrong and no longer", async () => {
    const fixture = fixtureConsole({ rows: shopRows });
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "编辑");
    await user.click(cellOf(grid, 0, "qty"));
    await user.keyboard("{Escape}");
    fireEvent.paste(grid, {
      clipboardData: { getData: (type: string) => (type === "text/plain" ? "两个" : "") },
    });
    await waitFor(() => expect(cellOf(grid, 0, "qty").getAttribute("aria-invalid")).toBe("true"));
    expect(dialog.getByText(/1 处待修正/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "保存" }));
    expect(fixture.callsTo("PUT /test/shop/edit")).toHaveLength(0);
    await put(user, grid, 0, "qty", "2{Enter}");
    expect(cellOf(grid, 0, "qty").getAttribute("aria-invalid")).toBeNull();
    expect(dialog.queryByText(/处待修正/)).toBeNull();
  });

  test("what the server says about a cell stands on it until the cell changes", async () => {
    const fixture = fixtureConsole();
    fixture.on("PUT /test/shop/edit", () => {
      throw refusal(200, 500, "商品已停用", { fieldErrors: { "lines[0].product": "商品已停用" } });
    });
    const { user } = renderScreen(fixture);
    const { dialog, grid } = await openForm(user, "编辑");
    await put(user, grid, 0, "qty", "2{Enter}");
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(cellOf(grid, 0, "product").textContent).toContain("商品已停用"));
    await put(user, grid, 0, "qty", "3{Enter}");
    expect(cellOf(grid, 0, "product").textContent).toContain("商品已停用");
    await put(user, grid, 0, "product", "擦窗{Enter}");
    expect(cellOf(grid, 0, "product").textContent).toBe("擦窗");
  });
});

describe("rows that are one to one with their record", () => {
  const lines = { kind: "one-to-one", title: "明细", model: "test/line", foreignKey: "shopId" } as const;

  function singleFixture(stored: readonly object[]) {
    const fixture = fixtureConsole();
    const [shop, ...others] = fixtureDocuments;
    fixture.on("GET /lowcode/screens/test/shop", () => ({
      screen: { schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" },
      models: [{ ...shop, relations: { lines } }, ...others],
      hash: "1",
      diagnostics: [],
    }));
    fixture.on("GET /test/line/listByMainId", () => stored);
    return fixture;
  }

  test("show the one as a card of fields, without adding or removing, and save it with the record", async () => {
    const fixture = singleFixture([{ id: "l1", product: "保洁", qty: 1 }]);
    const { user } = renderScreen(fixture);
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByText("保洁"));
    const input = dialog.getByDisplayValue("保洁");
    await user.clear(input);
    await user.type(input, "开荒");
    expect(dialog.queryByRole("button", { name: "新增一行" })).toBeNull();
    expect(dialog.queryByRole("button", { name: "删除行" })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({
        lines: { rows: [{ id: "l1", product: "开荒" }], deleteIds: [] },
      }),
    );
  });

  test("offer the first where there is none, and no second", async () => {
    const { user } = renderScreen(singleFixture([]));
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("button", { name: /新增/ }));
    expect(document.querySelectorAll(".sc-grid-card")).toHaveLength(1);
    expect(dialog.queryByRole("button", { name: /新增/ })).toBeNull();
  });
});
