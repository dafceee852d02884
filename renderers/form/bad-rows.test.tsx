// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import type { RequestOptions } from "../../runtime/react/services.ts";
import type { Detail, ModelDocument } from "../../runtime/schema/types.gen.ts";
import { cellOf, giveElementsSizes, putInCell } from "../testing/editable-table.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

type GridDetail = Partial<Extract<Detail, { kind: "table" }>>;

/** Lines with a field for their parent, and as many more fields as a case wants. */
function modelsWith(fields: ModelDocument["fields"]): readonly ModelDocument[] {
  const pid = { type: "string", title: "上级", hidden: true } as const;
  const hasChild = { type: "string", title: "有下级", hidden: true, readOnly: true } as const;
  return fixtureDocuments.map((model) =>
    model.id === "test/line"
      ? {
          ...model,
          fields: { ...model.fields, pid, hasChild, ...fields },
          relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
        }
      : model,
  );
}

async function openGrid(table: GridDetail, lines: unknown, fields: ModelDocument["fields"] = {}) {
  const subTable = { kind: "table", relation: "lines", ...table } as Detail;
  const fixture = fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", "remark", { subTable }] } } } as never,
  });
  fixture.answerMore = { models: modelsWith(fields) };
  fixture.on("GET /test/line/listByMainId", () => lines);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole(table.tree ? "treegrid" : "grid", { name: "明细" });
  const texts = (key: string) =>
    [...grid.querySelectorAll(`[data-row] [data-key="${key}"]`)].map((cell) => cell.textContent);
  const put = (row: number, key: string, text: string) => putInCell(user, grid, row, key, text);
  const paste = (text: string) =>
    fireEvent.paste(grid, { clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "") } });
  const save = async () => {
    await user.click(dialog.getByRole("button", { name: "保存" }));
    return waitFor(() => {
      const [call] = fixture.callsTo("PUT /test/shop/edit");
      if (!call) throw new Error("nothing was saved");
      return call.data as { lines?: { rows: object[] } };
    });
  };
  return { fixture, user, dialog, grid, texts, put, paste, save };
}

const line = (id: string | undefined, product: string, more: object = {}) => ({ id, product, qty: 1, ...more });

describe("what a server answers", () => {
  test("rows with the same id each stand for themselves and are saved as they stand", async () => {
    const { texts, put, save } = await openGrid({ columns: ["product", "qty"] }, [
      line("l1", "保洁"),
      line("l1", "开荒"),
      line("l2", "除尘"),
    ]);
    expect(texts("product")).toEqual(["保洁", "开荒", "除尘"]);
    await put(2, "qty", "4{Enter}");
    await put(0, "qty", "5{Enter}");
    expect(texts("qty")).toEqual(["5", "1", "4"]);
    // They cannot be told apart by their ids, so they are sent as they stand and not as changes of one of them.
    expect((await save()).lines).toEqual([
      { id: "l1", product: "保洁", qty: 5 },
      { id: "l1", product: "开荒", qty: 1 },
      { id: "l2", product: "除尘", qty: 4 },
    ]);
  });

  test("rows above each other in a circle, above themselves or without an id stand at the top, and can be changed", async () => {
    const { texts, put } = await openGrid({ tree: {}, columns: ["product", "qty"] }, [
      line("l1", "保洁", { pid: "l2", hasChild: "1" }),
      line("l2", "开荒", { pid: "l1", hasChild: "1" }),
      line("l3", "擦窗", { pid: "l3", hasChild: "1" }),
      line(undefined, "除尘"),
    ]);
    expect(texts("product")).toEqual(["保洁", "开荒", "擦窗", "除尘"]);
    await put(1, "qty", "7{Enter}");
    expect(texts("qty")).toEqual(["1", "7", "1", "1"]);
  });

  test.each([
    ["no list", "?"],
    ["no rows in the list", [1, null, "x"]],
  ])("%s is no row: the form opens, says so or is empty, and rows can be added", async (_name, answer) => {
    const { user, dialog, texts } = await openGrid({ columns: ["product", "qty"] }, answer);
    expect(texts("product")).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "新增一行" }));
    expect(texts("product")).toEqual([""]);
  });
});

test("500 columns are drawn as far as they are in sight, and the last takes a value", async () => {
  const names = Array.from({ length: 500 }, (_, at) => `f${at}`);
  const fields = Object.fromEntries(names.map((name) => [name, { type: "string" as const, title: name }]));
  const { user, grid, save } = await openGrid({ columns: names as never }, [line("l1", "保洁")], fields);
  expect(grid.querySelectorAll("[data-row] [data-key]").length).toBeLessThan(40);
  await user.click(cellOf(grid, 0, "f0"));
  await user.keyboard("{Escape}{End}终{Enter}");
  expect(cellOf(grid, 0, "f499").textContent).toBe("终");
  expect((await save()).lines?.rows).toEqual([{ id: "l1", f499: "终" }]);
});

test("a block that is pasted over closed cells and closed rows leaves them as they are, and says how many", async () => {
  const { user, grid, texts, paste, fixture } = await openGrid(
    { columns: ["product", { field: "shopId", disabled: true }, "qty"], disabledRows: "{{ row.product == '锁' }}" },
    [line("l1", "保洁", { shopId: "甲" }), line("l2", "锁", { shopId: "乙" }), line("l3", "擦窗", { shopId: "丙" })],
  );
  await user.click(cellOf(grid, 0, "product"));
  await user.keyboard("{Escape}");
  paste("一\t改\t11\n二\t改\t12\n三\t改\t13");
  await waitFor(() => expect(texts("product")).toEqual(["一", "锁", "三"]));
  expect(texts("qty")).toEqual(["11", "1", "13"]);
  expect(texts("shopId")).toEqual(["甲", "乙", "丙"]);
  expect(fixture.notices.at(-1)?.text).toBe("5 格不能修改或超出最后一列，没有粘贴");
});

describe("what is done when a cell changed", () => {
  const change = [
    { type: "request", method: "GET", url: "/test/price", params: { of: "{{ row.product }}" } },
    { type: "setValue", field: "qty", value: "{{ result }}" },
  ] as const;
  const openAsking = async (reply: (options: RequestOptions) => unknown) => {
    const opened = await openGrid({ columns: ["product", "qty"], on: { change: change as never } }, [
      line("l1", "保洁"),
      line("l2", "开荒"),
    ]);
    opened.fixture.on("GET /test/price", reply);
    return opened;
  };

  test("and throws leaves the row as it was typed; the table goes on", async () => {
    const { put, texts, save } = await openAsking(() => {
      throw refusal(200, 500, "没有价格");
    });
    await put(0, "product", "擦窗{Enter}");
    await put(1, "product", "除尘{Enter}");
    expect([texts("product"), texts("qty")]).toEqual([
      ["擦窗", "除尘"],
      ["1", "1"],
    ]);
    expect((await save()).lines?.rows).toHaveLength(2);
  });

  test("and hangs holds up neither other rows of the same paste nor the save", async () => {
    const { user, grid, texts, paste, save } = await openAsking(({ params }) =>
      params?.of === "擦窗" ? new Promise(() => undefined) : 5,
    );
    await user.click(cellOf(grid, 0, "product"));
    await user.keyboard("{Escape}");
    paste("擦窗\n除尘");
    await waitFor(() => expect(texts("qty")).toEqual(["1", "5"]));
    expect((await save()).lines?.rows).toEqual([
      { id: "l1", product: "擦窗" },
      { id: "l2", product: "除尘", qty: 5 },
    ]);
  });

  test("and answers after the cell changed again, or after its row is gone, is dropped", async () => {
    const answers = new Map<unknown, (price: number) => void>();
    const { put, texts, user, grid, dialog } = await openAsking(
      ({ params }) => new Promise((done) => answers.set(params?.of, done)),
    );
    await put(0, "product", "擦窗{Enter}");
    await waitFor(() => expect(answers.has("擦窗")).toBe(true));
    await put(0, "product", "除尘{Enter}");
    await waitFor(() => expect(answers.has("除尘")).toBe(true));
    answers.get("除尘")?.(8);
    await waitFor(() => expect(texts("qty")).toEqual(["8", "1"]));
    answers.get("擦窗")?.(3);
    await put(1, "product", "消毒{Enter}");
    await waitFor(() => expect(answers.has("消毒")).toBe(true));
    await user.click(within(grid).getByRole("checkbox", { name: "选择第 2 行" }));
    await user.click(dialog.getByRole("button", { name: "删除 1 行" }));
    await waitFor(() => expect(texts("product")).toEqual(["除尘"]));
    answers.get("消毒")?.(4);
    await put(0, "product", "补漆{Enter}");
    answers.get("补漆")?.(6);
    await waitFor(() => expect(texts("qty")).toEqual(["6"]));
  });
});
