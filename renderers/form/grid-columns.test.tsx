// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Detail } from "../../runtime/schema/types.gen.ts";
import { cellOf, giveElementsSizes, putInCell } from "../testing/editable-table.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { type GridDetail, openGrid, storedLines } from "../testing/open-grid.tsx";
import { renderScreen } from "../testing/render-screen.tsx";

vi.mock("../code/MonacoCode.tsx", async () => ({ MonacoCode: (await import("../testing/PlainCode.tsx")).PlainCode }));

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

describe("what a column says of its cells", () => {
  const tip = "{{ row.qty > 1 ? '超过 ' + master.name + ' 的库存' : '' }}";

  test("ONF-02 a hint stands in the cells whose row asks for it, follows what is typed, and is said with the focus", async () => {
    const { user, dialog, cell, put } = await openGrid({ columns: ["product", { field: "qty", tip }] });
    const hint = /^超过 .+ 的库存$/;
    const shown = () => [0, 1].map((row) => within(cell(row, "qty")).queryByText(hint) !== null);
    expect(shown()).toEqual([false, true]);
    expect(cell(1, "qty").getAttribute("aria-invalid")).toBeNull();
    await put(0, "qty", "9{Enter}");
    await put(1, "qty", "1{Enter}");
    expect(shown()).toEqual([true, false]);
    await user.click(cell(0, "qty"));
    await user.keyboard("{Escape}");
    expect(within(cell(0, "qty")).getByRole("alert").textContent).toMatch(hint);
    expect(dialog.queryByText(/待修正/)).toBeNull();
  });

  test("a tip without an expression stands over its column", async () => {
    const { grid } = await openGrid({ columns: ["product", { field: "qty", tip: "按箱计" }] });
    expect(within(grid).getByTitle("数量：按箱计")).toBeTruthy();
  });
});

describe("TBL-16 rules of a column", () => {
  const columns = [
    {
      field: "product",
      rules: [
        { pattern: "s", message: "只能是字母" },
        { pattern: "s6-18", message: "6 到 18 个字母" },
      ],
    },
    "qty",
  ] as const;

  test("stand in order: the first that fails is told, while typing already", async () => {
    const { cell, put } = await openGrid({ columns: [...columns] });
    await put(0, "product", "a1");
    expect(within(cell(0, "product")).getByText("只能是字母")).toBeTruthy();
    await put(0, "product", "abc");
    expect(within(cell(0, "product")).getByText("6 到 18 个字母")).toBeTruthy();
    await put(0, "product", "abcdef{Enter}");
    expect(cell(0, "product").getAttribute("aria-invalid")).toBeNull();
  });

  test("a wrong cell, touched or not, keeps the record from being saved and gets the focus", async () => {
    const { fixture, user, dialog, grid, cell } = await openGrid({ columns: [...columns] });
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(cell(0, "product").getAttribute("aria-invalid")).toBe("true"));
    expect(dialog.getByText(/2 处待修正/)).toBeTruthy();
    expect(grid.getAttribute("aria-activedescendant")).toBe(cell(0, "product").id);
    expect(fixture.callsTo("PUT /test/shop/edit")).toHaveLength(0);
  });

  test("only: no two rows hold one value, told on both", async () => {
    const { cell, put } = await openGrid({ columns: [{ field: "product", rules: [{ pattern: "only" }] }, "qty"] });
    await put(1, "product", "保洁{Enter}");
    expect([cell(0, "product"), cell(1, "product")].map((each) => each.getAttribute("aria-invalid"))).toEqual([
      "true",
      "true",
    ]);
    await put(1, "product", "擦窗{Enter}");
    expect(cell(0, "product").getAttribute("aria-invalid")).toBeNull();
  });

  test("a stored check rule is asked on the server and its refusal stands on the cell", async () => {
    const { fixture, cell, put } = await openGrid({ columns: [{ field: "product", rules: [{ checkRule: "goods" }] }] });
    fixture.on("GET /sys/checkRule/checkByCode", ({ params }) => {
      if (params?.value === encodeURIComponent("停用")) throw refusal(200, 500, "商品已停用");
      return null;
    });
    await put(0, "product", "停用{Enter}");
    await waitFor(() => expect(within(cell(0, "product")).getByText("商品已停用")).toBeTruthy());
    await put(0, "product", "擦窗{Enter}");
    await waitFor(() => expect(cell(0, "product").getAttribute("aria-invalid")).toBeNull());
    expect(fixture.callsTo("GET /sys/checkRule/checkByCode")[0]?.params?.ruleCode).toBe("goods");
  });
});

test("TBL-17 a number cell takes no other key; what is no number when it is left is empty", async () => {
  const { cell, put } = await openGrid({});
  await put(0, "qty", "1x2");
  expect((within(cell(0, "qty")).getByRole("textbox") as HTMLInputElement).value).toBe("12");
  await put(0, "qty", "-{Enter}");
  expect(cell(0, "qty").textContent).toBe("");
});

test("TBL-17 a fraction in a cell of whole numbers stays as it was typed, with the reason", async () => {
  const { cell, put } = await openGrid({});
  await put(0, "qty", "1.5{Enter}");
  expect(cell(0, "qty").textContent).toContain("1.5");
  expect(within(cell(0, "qty")).getByText("请输入整数")).toBeTruthy();
});

test("TBL-18 a semicolon stands after every two characters, typed ones do not count", async () => {
  const { cell, put } = await openGrid({ columns: [{ field: "product", widget: { type: "tags", every: 2 } }] });
  await put(0, "product", "高端;新;;品好");
  expect((within(cell(0, "product")).getByRole("textbox") as HTMLInputElement).value).toBe("高端;新品;好");
});

describe("TBL-07 alwaysEdit", () => {
  test("empty cells say what to do, and still one editor is open at most", async () => {
    const { user, cell, grid } = await openGrid({ alwaysEdit: true });
    await user.click(cell(0, "product"));
    await user.click(cell(1, "product"));
    expect(within(grid).getAllByRole("textbox")).toHaveLength(1);
    await user.keyboard("{Escape}{Delete}");
    expect(cell(1, "product").textContent).toBe("请输入");
    expect(grid.closest(".sc-grid")?.classList.contains("sc-grid-live")).toBe(true);
  });

  test("TBL-09 a hint of the document names its column, key and default", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the document writes it so
    const hint = "填写${title}（${key}，缺省${defaultValue}）";
    const product = { field: "product", default: "保洁", widget: { type: "input", placeholder: hint } } as const;
    const { user, cell } = await openGrid({ alwaysEdit: true, columns: [product, "qty"] }, [], [{ id: "l1", qty: 1 }]);
    expect(cell(0, "product").textContent).toBe("填写商品（product，缺省保洁）");
    await user.click(cell(0, "product"));
    expect(within(cell(0, "product")).getByPlaceholderText("填写商品（product，缺省保洁）")).toBeTruthy();
  });

  test("off: a press outside closes the editor", async () => {
    const { user, cell, grid, dialog } = await openGrid({});
    await user.click(cell(0, "product"));
    expect(within(grid).queryAllByRole("textbox")).toHaveLength(1);
    await user.click(dialog.getByLabelText("备注"));
    expect(within(grid).queryAllByRole("textbox")).toHaveLength(0);
    expect(grid.getAttribute("aria-activedescendant")).toBeNull();
  });
});

test("TBL-14 the pictures of a cell are moved by their menu, whose press is none outside the cell", async () => {
  const photos = [{ id: "l1", product: "a.png,b.png", product_dictText: "甲.png,乙.png", qty: 1 }];
  const columns = [{ field: "product", widget: { type: "image" }, cell: { type: "image" } }, "qty"] as never;
  const { user, cell, fixture, dialog } = await openGrid({ columns }, [], photos);
  await user.click(cell(0, "product"));
  await user.click(await within(cell(0, "product")).findByRole("button", { name: "商品 1" }));
  await user.click(await screen.findByText("向后移动"));
  expect(within(cell(0, "product")).getByRole("group", { name: "商品" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({
      lines: { rows: [{ id: "l1", product: "b.png,a.png" }] },
    }),
  );
});

test("TBL-14 a file that was put into a cell goes by the name that it was chosen with", async () => {
  const columns = [{ field: "product", widget: { type: "file" }, cell: { type: "file" } }, "qty"] as never;
  const { user, cell, fixture } = await openGrid({ columns }, [], [{ id: "l1", product: null, qty: 1 }]);
  fixture.on("POST /sys/common/upload", () => "temp/20261123/x7.pdf");
  await user.click(cell(0, "product"));
  const pdf = new File(["%PDF-1.4"], "报价单.pdf", { type: "application/pdf" });
  const chosen = await within(cell(0, "product")).findByLabelText("选择商品文件");
  fireEvent.change(chosen, { target: { files: [pdf] } });
  await within(cell(0, "product")).findByRole("img", { name: "上传完成" });
  await user.click(cell(0, "qty"));
  await waitFor(() => expect(cell(0, "product").textContent).toBe("报价单.pdf"));
});

test("a press on another cell of the same row closes the editor and opens that cell", async () => {
  const { user, cell } = await openGrid({});
  await user.click(cell(0, "product"));
  const neighbour = cell(0, "qty");
  await user.click(neighbour);
  expect(neighbour.isConnected).toBe(true);
  expect(within(neighbour).getByRole("textbox")).toBeTruthy();
});

describe("what is done when a cell changed", () => {
  test("a value goes into the row when the row has the field, or else into the form", async () => {
    const { put, cell, dialog } = await openGrid({
      on: {
        change: [
          { type: "setValue", field: "qty", value: "{{ row.qty + 1 }}" },
          { type: "setValue", field: "remark", value: "{{ row.product }}" },
        ],
      },
    });
    await put(0, "product", "擦窗{Enter}");
    await waitFor(() => expect(cell(0, "qty").textContent).toBe("2"));
    await waitFor(() => expect((dialog.getByLabelText("备注") as HTMLTextAreaElement).value).toBe("擦窗"));
  });
});

describe("TBL-04 buttons under a permission prefix", () => {
  test("who may not add sees no 新增一行", async () => {
    const { dialog } = await openGrid({ permissionPrefix: "shop:line" }, ["shop:line:add"]);
    expect(dialog.queryByRole("button", { name: "新增一行" })).toBeNull();
    expect(dialog.getByRole("button", { name: "删除" })).toBeTruthy();
  });

  test("codes that no permission row knows hide nothing", async () => {
    const { dialog } = await openGrid({ permissionPrefix: "shop:line" }, ["shop:other:add"]);
    expect(dialog.getByRole("button", { name: "新增一行" })).toBeTruthy();
  });

  test("who may not delete many may not delete one either", async () => {
    const { dialog } = await openGrid({ permissionPrefix: "shop:line" }, ["shop:line:batch_delete"]);
    expect(dialog.queryByRole("button", { name: /删除/ })).toBeNull();
    expect(dialog.queryByRole("checkbox", { name: "选择第 1 行" })).toBeNull();
  });
});

test.each([
  ["edit", { add: true, remove: true, editable: false, moved: false }],
  ["add", { add: false, remove: true, editable: true, moved: true }],
  ["delete", { add: true, remove: false, editable: true, moved: true }],
  ["add, edit, delete", { add: false, remove: false, editable: false, moved: false }],
])("rows with rights of their own are not written by who lacks %s of their model", async (verbs, may) => {
  const lines = fixtureDocuments.find(({ id }) => id === "test/line");
  const shop = fixtureDocuments.find(({ id }) => id === "test/shop");
  const relation = { ...shop?.relations?.lines, ownRights: true };
  const owning = { ...shop, relations: { ...shop?.relations, lines: relation } };
  const subTable = { kind: "table", relation: "lines", dragSort: true } as Detail;
  const fixture = fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", { subTable }] } } } as never,
    denied: verbs.split(", ").map((verb) => `${lines?.permissionPrefix}:${verb}`),
  });
  fixture.answerMore = { models: fixtureDocuments.map((one) => (one === shop ? owning : one)) };
  fixture.on("GET /test/line/listByMainId", () => storedLines);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole("grid", { name: "明细" });
  await user.dblClick(cellOf(grid, 0, "product"));
  const add = dialog.queryByRole("button", { name: "新增一行" });
  expect({
    add: add !== null,
    remove: dialog.queryByRole("button", { name: "删除" }) !== null,
    editable: within(grid).queryByRole("textbox") !== null,
    moved: within(grid).queryAllByTitle(/^拖动排序/).length > 0,
  }).toEqual(may);
  if (!add) return;
  await user.click(add);
  await putInCell(user, grid, 2, "product", "新的{Enter}");
  expect(cellOf(grid, 2, "product").textContent).toBe("新的");
});

test("TBL-19 deleting with nothing chosen says what to do", async () => {
  const { fixture, user, dialog } = await openGrid({});
  await user.click(dialog.getByRole("button", { name: "删除" }));
  expect(fixture.notices).toEqual([{ level: "warning", text: "请选择一条记录！" }]);
  expect(fixture.questions).toEqual([]);
});

test("TBL-01 TBL-02 rows are 61 pixels high, the number column 60 wide, selection 60 with statistics or dragging and 40 without", async () => {
  const { grid } = await openGrid({ columns: ["product", { field: "qty", summary: "sum" }] });
  const row = grid.querySelector<HTMLElement>("[data-row]");
  expect([row?.style.height, row?.style.gridTemplateColumns.split(" ").slice(0, 2)]).toEqual([
    "61px",
    ["60px", "60px"],
  ]);
  cleanup();
  const plain = await openGrid({ size: "mini" });
  const line = plain.grid.querySelector<HTMLElement>("[data-row]");
  expect([line?.style.height, line?.style.gridTemplateColumns.split(" ").slice(0, 2)]).toEqual([
    "40px",
    ["40px", "60px"],
  ]);
  cleanup();
  const dragged = await openGrid({ dragSort: true });
  const first = dragged.grid.querySelector<HTMLElement>("[data-row]")?.style.gridTemplateColumns.split(" ")[0];
  expect(first).toBe("60px");
});

test("TBL-05 in a table of one choice another row takes it over, and a second press gives it up", async () => {
  const { user, grid, dialog } = await openGrid({ selection: "single" });
  const [one, two] = within(grid).getAllByRole<HTMLInputElement>("radio");
  if (!one || !two) throw new Error("two rows, two marks");
  await user.click(one);
  await user.click(two);
  expect([one.checked, two.checked]).toEqual([false, true]);
  expect(dialog.getByRole("button", { name: "删除 1 行" })).toBeTruthy();
  await user.click(two);
  expect([one.checked, two.checked]).toEqual([false, false]);
  expect(dialog.getByRole("button", { name: "删除" })).toBeTruthy();
});

test("PCK-14 several lines are written in a cell: Shift and Enter begin one, Enter ends the cell", async () => {
  const { user, cell } = await openGrid({ columns: [{ field: "product", widget: { type: "input-pop" } }, "qty"] });
  await user.click(cell(0, "product"));
  const area = within(cell(0, "product")).getByRole("textbox");
  expect([area.tagName, area.className]).toEqual(["TEXTAREA", expect.stringContaining("sc-grid-area")]);
  await user.clear(area);
  await user.type(area, "一{Shift>}{Enter}{/Shift}二{Enter}");
  expect(cell(0, "product").textContent).toBe("一\n二");
  expect(within(cell(0, "product")).queryByRole("textbox")).toBeNull();
});

test("TBL-12 an editable table has pages: 10 rows at first, 10, 20 or 30 by choice, a jump; edits stand where they were made", async () => {
  const lines = Array.from({ length: 25 }, (_, at) => ({ id: `l${at}`, product: `商品 ${at + 1}`, qty: 1 }));
  const columns = [{ field: "product" }, { field: "qty", summary: "sum" }] as const;
  const { fixture, user, dialog, grid, put } = await openGrid(
    { pager: true, rowHeight: 30, columns: [...columns] },
    [],
    lines,
  );
  const products = () => [...grid.querySelectorAll("[data-key=product]")].map((cell) => cell.textContent);
  const numbers = () =>
    within(grid)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent);
  expect(dialog.getByText("第 1–10 条，共 25 条")).toBeTruthy();
  expect(products()).toHaveLength(10);
  await put(0, "qty", "6");

  await user.type(await dialog.findByRole("textbox", { name: "页" }), "3{Enter}");
  expect(dialog.getByText("第 21–25 条，共 25 条")).toBeTruthy();
  expect(products()).toEqual(["商品 21", "商品 22", "商品 23", "商品 24", "商品 25"]);
  expect(numbers()).toEqual(["21", "22", "23", "24", "25", "合计"]);
  await user.click(within(grid).getByRole("checkbox", { name: "选择本页全部" }));
  expect(dialog.getByRole("button", { name: "删除 5 行" })).toBeTruthy();
  await user.click(within(grid).getByRole("checkbox", { name: "选择本页全部" }));

  await user.click(dialog.getByRole("combobox", { name: "每页条数" }));
  expect((await dialog.findAllByRole("option")).map((item) => item.textContent)).toEqual([
    "10 条/页",
    "20 条/页",
    "30 条/页",
  ]);
  await user.click(dialog.getByRole("option", { name: "20 条/页" }));
  expect(dialog.getByText("第 1–20 条，共 25 条")).toBeTruthy();
  expect(products()[0]).toBe("商品 1");

  // A new row stands at the end: the page with it is shown.
  await user.click(dialog.getByRole("button", { name: "新增一行" }));
  expect(dialog.getByText("第 21–26 条，共 26 条")).toBeTruthy();
  await put(5, "product", "商品 26");
  expect(within(grid).getByRole("row", { name: "合计" }).textContent).toContain("30");
  fixture.on("PUT /test/shop/edit", () => null);
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")).toHaveLength(1));
  const sent = fixture.callsTo("PUT /test/shop/edit")[0]?.data as {
    readonly lines: { readonly rows: readonly Row[] };
  };
  expect(sent.lines.rows).toMatchObject([{ qty: 6 }, { id: "new-26", product: "商品 26" }]);
});

test.each([
  ["合计", "sum", "3", "6"],
  ["平均", "average", "1.5", "3"],
] as const)("TBL-03 the foot has %s, which follows every write", async (name, summary, before, after) => {
  const { grid, put } = await openGrid({ columns: ["product", { field: "qty", summary }] });
  const foot = () => within(grid).getByRole("row", { name }).textContent;
  expect(foot()).toBe(name + before);
  await put(0, "qty", "4{Enter}");
  expect(foot()).toBe(name + after);
});

describe("picking several rows of another model", () => {
  const shops = [
    { id: "p1", name: "甲店" },
    { id: "p2", name: "乙店" },
  ];
  const table: GridDetail = {
    columns: [{ field: "product" }, { field: "qty" }, { field: "shopId" }],
    toolbar: [
      { preset: "addRow" },
      { preset: "pickRows", field: "shopId", columns: ["name"], where: { kind: "{{ master.kind }}" } },
    ],
  };

  test("gives each its own row, in words, asked for under the document's conditions; what is there stays once", async () => {
    const { fixture, user, dialog, grid } = await openGrid(table);
    fixture.on("GET /test/shop/list", () => ({ records: shops, total: 2 }));
    for (const names of [["甲店"], ["甲店", "乙店"]]) {
      await user.click(dialog.getByRole("button", { name: "选择门店" }));
      await screen.findByText("门店选择");
      const picker = within(screen.getAllByRole("dialog").at(-1) as HTMLElement);
      for (const name of names) await user.click(await picker.findByRole("checkbox", { name }));
      await user.click(picker.getByRole("button", { name: "确认" }));
      await waitFor(() => expect(screen.queryByText("门店选择")).toBeNull());
    }
    expect(fixture.callsTo("GET /test/shop/list").at(-1)?.params).toEqual({ kind: "1", pageNo: 1, pageSize: 5 });
    const words = [...grid.querySelectorAll('[data-key="shopId"]')].map((cell) => cell.textContent);
    expect(words).toEqual(["", "", "甲店", "乙店"]);
    expect(fixture.notices).toEqual([{ level: "info", text: "1 项已在表中，没有重复添加" }]);
  });
});

test("a press on a head sorts what is shown; the form stays as it was", async () => {
  const { fixture, user, dialog, grid } = await openGrid({});
  const shown = () => [...grid.querySelectorAll('[data-key="qty"]')].map((each) => each.textContent);
  const head = within(grid).getByRole("button", { name: "数量" });
  await user.click(head);
  await user.click(head);
  expect(shown()).toEqual(["2", "1"]);
  expect(head.closest("[role=columnheader]")?.getAttribute("aria-sort")).toBe("descending");
  await user.click(dialog.getByRole("button", { name: "取消" }));
  expect(fixture.questions).toEqual([]);
});

test("letters typed while the control of a cell is on its way are kept for it; Escape gives up", async () => {
  const { user, cell, grid } = await openGrid({ columns: ["product", { field: "shopId" }] });
  await user.click(cell(0, "product"));
  await user.keyboard("{Escape}{ArrowRight}");
  // Without waiting, as a person who knows the table types: the first letters meet no control yet.
  fireEvent.keyDown(grid, { key: "Enter" });
  for (const key of ["望", "x", "Backspace", "江"]) fireEvent.keyDown(grid, { key });
  const search = await within(cell(0, "shopId")).findByRole("combobox");
  await waitFor(() => expect((search as HTMLInputElement).value).toBe("望江"));
  expect(document.activeElement).toBe(search);
  await user.keyboard("{Escape}");
  expect(within(cell(0, "shopId")).queryByRole("combobox")).toBeNull();
});

test("a cell of 1,000,000 characters opens with the form, and the table goes on working", async () => {
  const { cell, put } = await openGrid(
    { columns: ["product", "qty"] },
    [],
    [
      { id: "l1", product: "长".repeat(1_000_000), qty: 1 },
      { id: "l2", product: "开荒", qty: 2 },
    ],
  );
  await put(0, "qty", "7{Enter}");
  expect(cell(0, "qty").textContent).toBe("7");
});

describe("PCK-14 code and long texts of a cell", () => {
  test("stand in a window, and the cell takes what is confirmed", async () => {
    const { user, grid, cell } = await openGrid({
      columns: [{ field: "product", widget: { type: "code-editor" } }, "qty"],
    });
    await user.click(cell(0, "product"));
    const opened = async () => within(await screen.findByRole("dialog", { name: "商品" }));
    const area = async () => (await opened()).findByRole("textbox", { name: "商品" });
    fireEvent.change(await area(), { target: { value: "擦窗" } });
    await user.click((await opened()).getByRole("button", { name: "取消" }));
    expect(cell(0, "product").textContent).toBe("保洁");
    await user.click(cell(0, "product"));
    fireEvent.change(await area(), { target: { value: "擦窗" } });
    expect(cell(0, "product").textContent).not.toBe("擦窗");
    // The window itself, then the editor alone, which covers the cross of the window.
    const [wide, full] = (await opened()).getAllByRole("button", { name: "全屏" });
    await user.click(full as HTMLElement);
    expect((await area()).closest<HTMLElement>("[data-full]")?.style.zIndex).toBe("1020");
    await user.click((await opened()).getByRole("button", { name: "退出全屏" }));
    await user.click(wide as HTMLElement);
    await user.click((await opened()).getByRole("button", { name: "确认" }));
    await waitFor(() => expect(cell(0, "product").textContent).toBe("擦窗"));
    expect(document.activeElement).toBe(grid);
  });
});
