// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { giveElementsSizes, putInCell } from "../testing/editable-table.ts";
import { type FixtureConsole, fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

type User = ReturnType<typeof renderScreen>["user"];

const removeRows = { preset: "removeRows", label: "剔除" };
const toolbar = [removeRows, { preset: "saveRows" }];

/** Shops above, the lines of the chosen one below in an editable table. The server keeps what is saved. */
function shopsWith(
  table: object = { toolbar },
  options: { kind?: string; denied?: readonly string[]; pageSize?: number } = {},
) {
  const { kind = "erp-list", denied = [], pageSize = 10 } = options;
  const details = [{ kind: "table", relation: "lines", ...table }];
  const fixture = fixtureConsole({
    screen: { kind, details, table: { pageSize } } as unknown as Partial<ScreenDocument>,
    denied,
  });
  const lines = new Map<unknown, readonly Row[]>([
    [
      "s1",
      [
        { id: "l1", version: 1, product: "深度保洁", qty: 12 },
        { id: "l2", version: 1, product: "窗帘清洗", qty: 3 },
      ],
    ],
    ["s3", [{ id: "l3", version: 1, product: "擦窗", qty: 1 }]],
  ]);
  fixture.on("GET /test/line/listByMainId", ({ params }) => lines.get(params?.id) ?? []);
  fixture.on("PUT /test/shop/edit", ({ data }) => {
    const sent = data as {
      id: string;
      version: number;
      lines: { rows: readonly Row[]; deleteIds: readonly unknown[] };
    };
    const changed = new Map(sent.lines.rows.map((line) => [line.id, line]));
    const kept = (lines.get(sent.id) ?? []).filter(({ id }) => !sent.lines.deleteIds.includes(id));
    lines.set(
      sent.id,
      kept.map((line) => ({ ...line, ...changed.get(line.id) })),
    );
    fixture.rows = fixture.rows.map((row) => (row.id === sent.id ? { ...row, version: sent.version + 1 } : row));
    return fixture.rows.find((row) => row.id === sent.id);
  });
  return fixture;
}

async function choose(user: User, name: string) {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  await user.click(within(row).getByRole("radio"));
}

async function gridOf(user: User, name = "清溪路店") {
  await choose(user, name);
  return screen.findByRole("grid", { name: "明细" });
}

const put = (user: User, grid: HTMLElement, row: number, key: string, text: string) =>
  putInCell(user, grid, row, key, `${text}{Enter}`);

/** Ids of the masters that are chosen. */
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>("radio")
    .filter(({ checked }) => checked)
    .map((mark) => mark.closest("tr")?.dataset.row);
const saved = (fixture: FixtureConsole) => fixture.callsTo("PUT /test/shop/edit").map(({ data }) => data);
async function openRow(user: User, name: string) {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  await user.click(within(row).getByRole("button", { name: /^展开 / }));
}

const save = () => screen.getByRole("button", { name: "保存" });

describe("an editable table below a master", () => {
  test("TBL-06 takes rows out after the question, changes one, and saves those alone with their master", async () => {
    const fixture = shopsWith();
    const { user } = renderScreen(fixture);
    const grid = await gridOf(user);
    expect(screen.getByRole("tab", { name: "明细（2）" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "新增一行" })).toBeNull();
    expect(save()).toHaveProperty("disabled", true);

    await user.click(screen.getByRole("checkbox", { name: "选择第 1 行" }));
    await user.click(screen.getByRole("button", { name: "剔除 1 行" }));
    expect(fixture.questions.map(({ content }) => content)).toEqual(["确定要删除这 1 项吗?"]);
    await waitFor(() => expect(grid.querySelectorAll("[data-row]")).toHaveLength(1));
    await put(user, grid, 0, "qty", "5");
    await user.click(save());

    await waitFor(() =>
      expect(saved(fixture)).toEqual([
        { id: "s1", version: 1, lines: { rows: [{ id: "l2", version: 1, qty: 5 }], deleteIds: ["l1"] } },
      ]),
    );
    // The list and the rows are read anew: new rows have their ids, the record its version.
    expect(await screen.findByRole("tab", { name: "明细（1）" })).toBeTruthy();
    await waitFor(() => expect(save()).toHaveProperty("disabled", true));
    expect(fixture.callsTo("GET /test/shop/list")).toHaveLength(2);
    expect(chosen()).toEqual(["s1"]);
  });

  test("saves a second time over the version that the first save made", async () => {
    const fixture = shopsWith({});
    const { user } = renderScreen(fixture);
    const before = await gridOf(user);
    await put(user, before, 0, "qty", "7");
    await user.click(save());
    await waitFor(() => expect(screen.getByRole("grid", { name: "明细" })).not.toBe(before));
    await put(user, screen.getByRole("grid", { name: "明细" }), 0, "qty", "8");
    await user.click(save());
    await waitFor(() => expect(saved(fixture)).toHaveLength(2));
    expect(saved(fixture)[1]).toMatchObject({ version: 2, lines: { rows: [{ id: "l1", qty: 8 }], deleteIds: [] } });
  });

  test.each([
    ["is closed while its expression over the master does not hold", { editable: "{{ master.kind == '2' }}" }, []],
    ["is closed in a state in which the model allows no edit", {}, []],
    ["is only read where the document says so", { editable: false }, []],
    ["is only read by a person who may not edit masters", {}, ["test:shop:edit"]],
  ])("%s", async (title, table, denied) => {
    const fixture = shopsWith(table, { denied });
    const { user } = renderScreen(fixture);
    await choose(user, title.includes("state") ? "望江店" : "清溪路店");
    await screen.findByRole("tab", { name: /^明细（\d）$/ });
    const grid = screen.queryByRole("grid", { name: "明细" });
    const isRead = title.includes("only read");
    expect(grid === null).toBe(isRead);
    if (!isRead) expect(grid?.getAttribute("aria-readonly")).toBe("true");
    expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^删除/ })).toBeNull();
  });

  test("a button shows while its own condition over the master holds", async () => {
    const hidden = { ...removeRows, visible: "{{ master.kind == '2' }}" };
    const fixture = shopsWith({ toolbar: [hidden, { preset: "addRow", label: "加一条" }, { preset: "saveRows" }] });
    const { user } = renderScreen(fixture);
    await gridOf(user);
    expect(screen.getByRole("button", { name: "加一条" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "剔除" })).toBeNull();
  });

  test("another master is chosen only after the question, when rows are not saved", async () => {
    const fixture = shopsWith();
    const { user } = renderScreen(fixture);
    await put(user, await gridOf(user), 0, "qty", "7");
    fixture.answer = false;
    await choose(user, "东湖店");
    await waitFor(() => expect(fixture.questions.map(({ title }) => title)).toEqual(["放弃修改"]));
    expect(chosen()).toEqual(["s1"]);
    expect(screen.getByRole("grid", { name: "明细" }).textContent).toContain("7");
    fixture.answer = true;
    await choose(user, "东湖店");
    await waitFor(() => expect(chosen()).toEqual(["s3"]));
    await choose(user, "望江店");
    await waitFor(() => expect(chosen()).toEqual(["s2"]));
    expect(fixture.questions).toHaveLength(2);
  });

  test("what is done to a master leaves it chosen, and what is typed below it alone; one that is gone is let go", async () => {
    const fixture = shopsWith();
    const { user } = renderScreen(fixture);
    await put(user, await gridOf(user), 0, "qty", "7");
    const press = async (action: string) => {
      const row = document.querySelector<HTMLElement>('tr[data-row="s1"]');
      if (!row) throw new Error("the shop is gone");
      await user.click(within(row).getByRole("button", { name: "更多操作" }));
      await user.click(await screen.findByRole("menuitem", { name: action }));
    };
    fixture.on("PUT /test/shop/approve", () => null);
    await press("审核");
    await waitFor(() => expect(fixture.callsTo("PUT /test/shop/approve")).toHaveLength(1));
    await waitFor(() => expect(fixture.callsTo("GET /test/shop/list")).toHaveLength(2));
    expect(chosen()).toEqual(["s1"]);
    expect(screen.getByRole("grid", { name: "明细" }).textContent).toContain("7");
    await press("删除");
    await waitFor(() => expect(document.querySelector('tr[data-row="s1"]')).toBeNull());
    expect(await screen.findByText("请选择门店")).toBeTruthy();
  });

  test("somebody else's save in between is told, and mine goes over it only when I say so", async () => {
    const fixture = shopsWith();
    let isFirst = true;
    fixture.on("PUT /test/shop/edit", ({ data }) => {
      if (!isFirst) return { ...(data as object), version: 3 };
      isFirst = false;
      const current = { ...fixture.rows[0], version: 2, name: "清溪路旗舰店" };
      throw refusal(409, 409, "数据已被他人修改", { current });
    });
    const { user } = renderScreen(fixture);
    await put(user, await gridOf(user), 0, "qty", "7");
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog", { name: "数据已被他人修改" }));
    expect(await dialog.findByText("清溪路旗舰店")).toBeTruthy();
    const keep = await dialog.findByRole("button", { name: "用我的保存" });
    await waitFor(() => expect(keep).toHaveProperty("disabled", false));
    await user.click(keep);
    await waitFor(() => expect(saved(fixture)).toHaveLength(2));
    expect(saved(fixture)[1]).toMatchObject({ id: "s1", version: 2, lines: { rows: [{ id: "l1", qty: 7 }] } });
  });

  test("rows that cannot be read say why and are read again", async () => {
    const fixture = shopsWith();
    let fails = true;
    fixture.on("GET /test/line/listByMainId", () => {
      if (fails) throw new Error("明细读取失败");
      return [{ id: "l1", version: 1, product: "深度保洁", qty: 12 }];
    });
    const { user } = renderScreen(fixture);
    await choose(user, "清溪路店");
    expect(await screen.findByText(/明细读取失败/)).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole("button", { name: "重新加载" }));
    expect(await screen.findByText("深度保洁")).toBeTruthy();
  });
});

describe("unsaved rows below a row of an inner list", () => {
  const otherPage = () => screen.getAllByRole("button", { name: /^第 \d 页$/, current: false })[0] as HTMLElement;

  test.each([
    ["its page turns", (user: User) => user.click(otherPage())],
    ["its order changes", (user: User) => user.click(screen.getByRole("button", { name: "单价" }))],
    ["other rows are asked for", (user: User) => user.click(screen.getByRole("button", { name: "查询" }))],
    ["its conditions are taken off", (user: User) => user.click(screen.getByRole("button", { name: "重置" }))],
    ["it is read anew", (user: User) => user.click(screen.getByRole("button", { name: "刷新" }))],
  ])("are asked about before %s", async (_, press) => {
    const fixture = shopsWith({}, { kind: "inner-list", pageSize: 2 });
    const { user } = renderScreen(fixture);
    await openRow(user, "清溪路店");
    await put(user, await screen.findByRole("grid", { name: "明细" }), 0, "qty", "7");
    const lists = () => fixture.callsTo("GET /test/shop/list").length;
    expect(lists()).toBe(1);

    fixture.answer = false;
    await press(user);
    await waitFor(() => expect(fixture.questions.map(({ title }) => title)).toEqual(["放弃修改"]));
    expect(screen.getByRole("grid", { name: "明细" }).textContent).toContain("7");
    expect(lists()).toBe(1);

    fixture.answer = true;
    await press(user);
    await waitFor(() => expect(lists()).toBe(2));
    // Nothing of it is left, also where the row is still there.
    await waitFor(() => expect(screen.queryByRole("grid", { name: "明细" })?.textContent ?? "").not.toContain("7"));
    await press(user);
    await waitFor(() => expect(lists()).toBe(3));
    expect(fixture.questions).toHaveLength(2);
  });

  test("are asked about once, however many rows have some", async () => {
    const fixture = shopsWith({}, { kind: "inner-list" });
    fixture.rows = fixture.rows.map((row) => ({ ...row, status: "0" }));
    const { user } = renderScreen(fixture);
    for (const name of ["清溪路店", "东湖店"]) {
      await openRow(user, name);
      const rows = within(await screen.findByRole("region", { name: `${name} 的下级数据` }));
      await put(user, await rows.findByRole("grid", { name: "明细" }), 0, "qty", "7");
    }
    await user.click(screen.getByRole("button", { name: "查询" }));
    await waitFor(() => expect(fixture.callsTo("GET /test/shop/list")).toHaveLength(2));
    expect(fixture.questions.map(({ title }) => title)).toEqual(["放弃修改"]);
  });
});

test("an open row of an inner list closes only after the question, when its rows are not saved", async () => {
  const fixture = shopsWith({}, { kind: "inner-list" });
  const { user } = renderScreen(fixture);
  await openRow(user, "清溪路店");
  await put(user, await screen.findByRole("grid", { name: "明细" }), 0, "qty", "7");
  fixture.answer = false;
  await user.click(screen.getByRole("button", { name: /^收起 / }));
  await waitFor(() => expect(fixture.questions.map(({ title }) => title)).toEqual(["放弃修改"]));
  expect(screen.getByRole("grid", { name: "明细" })).toBeTruthy();
  fixture.answer = true;
  await user.click(screen.getByRole("button", { name: /^收起 / }));
  await waitFor(() => expect(screen.queryByRole("grid", { name: "明细" })).toBeNull());
});
