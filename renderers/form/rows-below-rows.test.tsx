// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Detail, ModelDocument } from "../../runtime/schema/types.gen.ts";
import { cellOf, giveElementsSizes, putInCell } from "../testing/editable-table.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

type GridDetail = Partial<Extract<Detail, { kind: "table" }>>;

/** Lines that hang together, each with parts of its own. */
const models = fixtureDocuments
  .map((model): ModelDocument => {
    if (model.id !== "test/line") return model;
    const pid = { type: "string", title: "上级", hidden: true } as const;
    const hasChild = { type: "string", title: "有下级", hidden: true, readOnly: true } as const;
    return {
      ...model,
      fields: { ...model.fields, pid, hasChild },
      relations: {
        children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" },
        parts: { kind: "one-to-many", title: "配件", model: "test/part", foreignKey: "lineId" },
      },
    };
  })
  .concat({
    schemaVersion: 1,
    id: "test/part",
    title: "配件",
    table: "part",
    base: "/test/part",
    permissionPrefix: "test:part",
    fields: { lineId: { type: "string", title: "明细" }, name: { type: "string", title: "配件名" } },
  });

const top = [
  { id: "l1", product: "保洁", qty: 1, pid: "0", hasChild: "1" },
  { id: "l2", product: "开荒", qty: 2, pid: "0", hasChild: "1" },
  { id: "l3", product: "擦窗", qty: 3, pid: "0", hasChild: "0" },
];

async function openGrid(table: GridDetail, answer: (params: Row) => unknown) {
  const subTable = { kind: "table", relation: "lines", ...table } as Detail;
  const fixture = fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", { subTable }] } } } as never,
  });
  fixture.answerMore = { models };
  fixture.on("GET /test/line/listByMainId", ({ params }) => answer(params ?? {}));
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole(table.tree ? "treegrid" : "grid", { name: "明细" });
  const products = () =>
    within(grid)
      .queryAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector("[data-key=product]")?.textContent ?? row.textContent);
  return {
    fixture,
    user,
    dialog,
    grid,
    products,
    save: () => user.click(dialog.getByRole("button", { name: "保存" })),
  };
}

describe("TBL-10 rows of a table that hang together", () => {
  const tree = { tree: { parentKey: "upId", params: { kind: "open" } }, columns: ["product", "qty"] } as GridDetail;
  const below: Record<string, unknown> = {
    "0": top,
    l1: [{ id: "l11", product: "厨房", qty: 4, pid: "l1", hasChild: "0" }],
    l2: { records: [], total: 0 },
  };

  test("a level is read when its row opens for the first time; loading... stands there meanwhile", async () => {
    let answer: (rows: unknown) => void = () => undefined;
    const { fixture, user, grid, products } = await openGrid(tree, ({ upId }) =>
      upId === "l1" ? new Promise((done) => (answer = done)) : below[String(upId)],
    );
    expect(products()).toEqual(["保洁", "开荒", "擦窗"]);
    await user.click(within(cellOf(grid, 0, "product")).getByRole("button", { name: "展开 第 1 行" }));
    await waitFor(() => expect(products()).toEqual(["保洁", "loading...", "开荒", "擦窗"]));
    answer(below.l1);
    await waitFor(() => expect(products()).toEqual(["保洁", "厨房", "开荒", "擦窗"]));
    expect(
      within(grid)
        .getAllByRole("row")
        .map((row) => row.getAttribute("aria-level")),
    ).toEqual([null, "1", "2", "1", "1"]);
    await user.click(within(cellOf(grid, 0, "product")).getByRole("button", { name: "收起 第 1 行" }));
    expect(products()).toEqual(["保洁", "开荒", "擦窗"]);
    await user.click(within(cellOf(grid, 0, "product")).getByRole("button", { name: "展开 第 1 行" }));
    expect(products()).toEqual(["保洁", "厨房", "开荒", "擦窗"]);
    expect(fixture.callsTo("GET /test/line/listByMainId").map(({ params }) => params)).toEqual([
      { id: "s1", relation: "lines", kind: "open", upId: "0" },
      { id: "s1", relation: "lines", kind: "open", upId: "l1" },
    ]);
  });

  test("a row below which nothing comes is no branch any more", async () => {
    const { user, grid, products } = await openGrid(tree, ({ upId }) => below[String(upId)]);
    await user.click(within(cellOf(grid, 1, "product")).getByRole("button"));
    await waitFor(() => expect(within(cellOf(grid, 1, "product")).queryByRole("button")).toBeNull());
    expect(products()).toEqual(["保洁", "开荒", "擦窗"]);
  });

  test("an answer that is no level is told, and the row stays closed", async () => {
    const { fixture, user, grid, products } = await openGrid(tree, ({ upId }) => (upId === "0" ? top : "?"));
    await user.click(within(cellOf(grid, 0, "product")).getByRole("button"));
    await waitFor(() => expect(fixture.notices).toEqual([{ level: "error", text: "unrecognized return data type" }]));
    expect(products()).toEqual(["保洁", "开荒", "擦窗"]);
  });

  test("reading rows is no change: a save names the cell alone that was typed in", async () => {
    const { fixture, user, grid, products, save } = await openGrid(tree, ({ upId }) => below[String(upId)]);
    await user.click(within(cellOf(grid, 0, "product")).getByRole("button"));
    await waitFor(() => expect(products()).toContain("厨房"));
    await putInCell(user, grid, 1, "qty", "9{Enter}");
    await save();
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({
        id: "s1",
        version: 1,
        lines: { rows: [{ id: "l11", qty: 9 }], deleteIds: [] },
      }),
    );
  });

  test("who removes a row that was never opened is told how many rows go", async () => {
    const { fixture, user, grid, dialog, products } = await openGrid(tree, ({ upId }) => below[String(upId)]);
    await user.click(within(grid).getByRole("checkbox", { name: "选择第 1 行" }));
    await user.click(dialog.getByRole("button", { name: "删除 1 行" }));
    await waitFor(() => expect(products()).toEqual(["开荒", "擦窗"]));
    expect(fixture.questions[0]?.content).toBe("确定要删除这 2 项吗?");
  });
});

describe("TBL-11 what belongs to a row stands beside it", () => {
  const popover = { popover: { relation: "parts", columns: ["name"] }, columns: ["product", "qty"] } as GridDetail;

  test("a press on its number opens it, on another row moves it, again closes it", async () => {
    const { fixture, user, grid } = await openGrid(popover, () => top);
    fixture.on("GET /test/part/listByMainId", ({ params }) => [{ id: "p", name: `配件 ${params?.id}` }]);
    const number = (no: string) => within(grid).getByRole("button", { name: no });
    await user.click(number("1"));
    await screen.findByText("配件 l1");
    await user.click(number("2"));
    await screen.findByText("配件 l2");
    await waitFor(() => expect(screen.queryByText("配件 l1")).toBeNull());
    await user.click(number("2"));
    await waitFor(() => expect(screen.queryByText("配件 l2")).toBeNull());
  });
});

test("TBL-13 the details of a row show every field in a window of 1200 pixels; what is changed there is changed in the table", async () => {
  const { user, grid } = await openGrid({ columns: ["product", "qty"] }, () => top);
  await user.click(cellOf(grid, 0, "product"));
  await user.keyboard("{Escape}{Control>}i{/Control}");
  const details = await screen.findByRole("dialog", { name: "详细信息" });
  expect(details.style.width).toBe("1200px");
  expect(within(grid).queryByRole("textbox")).toBeNull();
  await user.click(within(details).getByRole("button", { name: "商品，第 1 行" }));
  const input = within(details).getByRole("textbox");
  await user.clear(input);
  await user.type(input, "深度保洁{Tab}");
  expect(within(details).getByRole("textbox")).toBeTruthy();
  expect(cellOf(grid, 0, "product").textContent).toBe("深度保洁");
  await user.keyboard("{Escape}");
  await user.click(within(details).getByRole("button", { name: "全屏" }));
  await user.click(within(details).getByRole("button", { name: "退出全屏" }));
  await user.click(within(details).getByRole("button", { name: "关闭" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "详细信息" })).toBeNull());
});
