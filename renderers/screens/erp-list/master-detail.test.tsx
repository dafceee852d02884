// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());
beforeEach(() => localStorage.clear());

const details = [{ kind: "list", relation: "lines" }];
const erp = { kind: "erp-list", details, layout: { ratio: 0.4 } } as unknown as Partial<ScreenDocument>;

/** The row itself: the name in it is a link that opens the detail. */
function rowOf(name: string): HTMLElement {
  const row = screen.getByText(name).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return row;
}

test("an ERP list asks for a master first, then shows the chosen one's rows with their count", async () => {
  const fixture = fixtureConsole({ screen: erp });
  const { user } = renderScreen(fixture);
  await screen.findByText("清溪路店");
  expect(screen.getByText("请选择门店")).toBeTruthy();
  await user.click(rowOf("望江店"));
  expect(await screen.findByRole("tab", { name: "明细（1）" })).toBeTruthy();
  expect(screen.getByText("深度保洁")).toBeTruthy();
  expect(fixture.callsTo("GET /test/line/listByMainId").at(-1)?.params).toMatchObject({ id: "s2" });
});

test("batch deletion stands in an ERP list too and deletes the chosen row", async () => {
  const fixture = fixtureConsole({
    screen: { ...erp, toolbar: [{ preset: "add" }, { preset: "deleteBatch" }] } as Partial<ScreenDocument>,
  });
  const { user } = renderScreen(fixture);
  await screen.findByText("望江店");
  await user.click(rowOf("望江店"));
  await user.click(screen.getByRole("button", { name: "批量删除" }));
  await waitFor(() =>
    expect(fixture.callsTo("DELETE /test/shop/delete").map(({ params }) => params?.id)).toEqual(["s2"]),
  );
});

test("the line between master and details moves with the arrow keys and stops at its ends", async () => {
  const { user } = renderScreen(fixtureConsole({ screen: erp }));
  const splitter = await screen.findByRole("separator", { name: "调整上下高度" });
  expect(splitter.getAttribute("aria-valuenow")).toBe("40");
  splitter.focus();
  await user.keyboard("{ArrowDown}");
  expect(splitter.getAttribute("aria-valuenow")).toBe("45");
  await user.keyboard("{End}{ArrowDown}");
  expect(splitter.getAttribute("aria-valuenow")).toBe("85");
});

test("where the line was left is remembered for the person", async () => {
  const fixture = fixtureConsole({ screen: erp });
  fixture.on("GET /lowcode/userSetting", ({ params }) => (params?.name === "split:test/shop" ? { share: 0.6 } : null));
  renderScreen(fixture);
  const splitter = await screen.findByRole("separator", { name: "调整上下高度" });
  await waitFor(() => expect(splitter.getAttribute("aria-valuenow")).toBe("60"));
});

test("the line goes back to the document's share by a double press and by Enter", async () => {
  const { user } = renderScreen(fixtureConsole({ screen: erp }));
  const splitter = await screen.findByRole("separator", { name: "调整上下高度" });
  splitter.focus();
  for (const goBack of [() => user.dblClick(splitter), () => user.keyboard("{Enter}")]) {
    await user.keyboard("{Home}");
    expect(splitter.getAttribute("aria-valuenow")).toBe("15");
    await goBack();
    expect(splitter.getAttribute("aria-valuenow")).toBe("40");
  }
});

test.each([
  ["beside each other in a wide window", true, "vertical", "调整左右宽度", "在左侧选择一条门店", "{ArrowRight}"],
  ["one above the other in a narrow one", false, "horizontal", "调整上下高度", "在上方选择一条门店", "{ArrowDown}"],
])("master and details with a horizontal split stand %s", async (_, isWide, orientation, name, hint, key) => {
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: isWide && query === "(min-width: 1088px)" }),
  );
  const split = { ...erp, layout: { split: "horizontal", ratio: 0.6 } } as unknown as Partial<ScreenDocument>;
  const { user } = renderScreen(fixtureConsole({ screen: split }));
  const splitter = await screen.findByRole("separator", { name });
  expect(splitter.getAttribute("aria-orientation")).toBe(orientation);
  expect(screen.getByText(new RegExp(hint))).toBeTruthy();
  splitter.focus();
  await user.keyboard(key);
  expect(splitter.getAttribute("aria-valuenow")).toBe("65");
});

describe.each(["erp-list", "inner-list"])("on a phone each card of an %s", (kind) => {
  const onPhone = () => {
    vi.stubGlobal("matchMedia", (query: string) =>
      Object.assign(new EventTarget(), { matches: query === "(max-width: 767px)" }),
    );
    return fixtureConsole({ screen: { kind, details } as unknown as Partial<ScreenDocument> });
  };

  test("leads to the rows below it, every value with its name, and back", async () => {
    const fixture = onPhone();
    fixture.on("GET /test/line/listByMainId", () => [
      { id: "l1", product: "深度保洁", qty: 12 },
      { id: "l2", product: "窗帘清洗", qty: 3 },
    ]);
    const { user } = renderScreen(fixture);
    await user.click(await screen.findByRole("button", { name: "望江店 的明细" }));
    const sheet = await screen.findByRole("dialog", { name: "望江店 的下级数据" });
    expect(await within(sheet).findByRole("tab", { name: "明细（2）" })).toBeTruthy();
    const [line] = within(within(sheet).getByRole("list", { name: "明细" })).getAllByRole("listitem");
    expect(line?.textContent).toBe("深度保洁数量12");
    expect(fixture.callsTo("GET /test/line/listByMainId").map(({ params }) => params?.id)).toEqual(["s2"]);
    await user.click(within(sheet).getByRole("button", { name: "关闭" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("has no way to rows that the document hides from it", async () => {
    const hidden = [{ ...details[0], visible: "{{ master.status == '1' }}" }];
    const fixture = onPhone();
    fixture.answerMore = { screen: { schemaVersion: 1, id: "test/shop", model: "test/shop", kind, details: hidden } };
    renderScreen(fixture);
    expect(await screen.findByRole("button", { name: "望江店 的明细" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "清溪路店 的明细" })).toBeNull();
  });
});

test("an inner list opens and closes a row onto its sub-lists", async () => {
  const fixture = fixtureConsole({ screen: { kind: "inner-list", details } as unknown as Partial<ScreenDocument> });
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: /^展开 .*s1|^展开 清溪路店/ }));
  expect(await screen.findByText("深度保洁")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^收起 / }));
  await waitFor(() => expect(screen.queryByText("深度保洁")).toBeNull());
});

test("a sub-list that fails says why and is read again", async () => {
  const fixture = fixtureConsole({ screen: erp });
  let fails = true;
  fixture.on("GET /test/line/listByMainId", () => {
    if (fails) throw new Error("明细读取失败");
    return [{ id: "l1", product: "深度保洁", qty: 12 }];
  });
  const { user } = renderScreen(fixture);
  await screen.findByText("望江店");
  await user.click(rowOf("望江店"));
  expect(await screen.findByText(/明细读取失败/)).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  expect(await screen.findByText("深度保洁")).toBeTruthy();
});

describe("a detail with buttons, conditions and views of its own", () => {
  const whole = {
    kind: "list",
    relation: "lines",
    query: { items: ["product"], advanced: false },
    toolbar: [{ preset: "add", view: "brief", visible: "{{ master.status == '1' }}" }],
    rowActions: { items: [{ preset: "edit", view: "brief" }, { preset: "delete" }] },
    views: { brief: { items: ["product"] } },
  };

  function wholeDetail(parts: object = { kind: "erp-list", details: [whole] }) {
    const fixture = fixtureConsole({ screen: parts as Partial<ScreenDocument> });
    const lines = [{ id: "l1", version: 1, product: "深度保洁", qty: 12 }];
    fixture.on("GET /test/line/list", () => ({ records: lines, total: lines.length }));
    fixture.on("GET /test/line/queryById", () => lines[0]);
    fixture.on("DELETE /test/line/delete", () => lines.pop());
    return fixture;
  }

  test("shows the master's rows, adds to them and finds among them; the master decides what is offered", async () => {
    const fixture = wholeDetail();
    fixture.on("POST /test/line/add", ({ data }) => data);
    const { user } = renderScreen(fixture);
    await screen.findByText("望江店");
    await user.click(rowOf("清溪路店"));
    expect(await screen.findByText("深度保洁")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "新增明细" })).toBeNull();

    await user.click(rowOf("望江店"));
    expect(await screen.findByRole("tab", { name: "明细（1）" })).toBeTruthy();
    const list = screen.getByRole("region", { name: "明细" });
    await user.type(within(list).getByLabelText("商品"), "保洁");
    await user.click(within(list).getByRole("button", { name: "查询" }));
    expect(fixture.callsTo("GET /test/line/list").at(-1)?.params).toMatchObject({ shopId: "s2", product: "*保洁*" });

    await user.click(within(list).getByRole("button", { name: "新增明细" }));
    const form = await screen.findByRole("dialog");
    expect(within(form).queryByLabelText(/数量/)).toBeNull();
    await user.type(await within(form).findByLabelText(/商品/), "窗帘清洗");
    await user.click(within(form).getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(fixture.callsTo("POST /test/line/add")[0]?.data).toMatchObject({ shopId: "s2", product: "窗帘清洗" }),
    );
  });

  test("deletes a row, shows what is left and reads the masters' sums again", async () => {
    const fixture = wholeDetail();
    const { user } = renderScreen(fixture);
    await screen.findByText("望江店");
    await user.click(rowOf("望江店"));
    const list = await screen.findByRole("region", { name: "明细" });
    await screen.findByRole("tab", { name: "明细（1）" });
    const read = fixture.callsTo("GET /test/shop/list").length;
    await user.click(await within(list).findByRole("button", { name: "更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "删除" }));
    await waitFor(() => expect(fixture.callsTo("DELETE /test/line/delete")[0]?.params).toEqual({ id: "l1" }));
    expect(await screen.findByRole("tab", { name: "明细（0）" })).toBeTruthy();
    await waitFor(() => expect(fixture.callsTo("GET /test/shop/list").length).toBe(read + 1));
  });

  test("stands in a record's detail too", async () => {
    const fixture = wholeDetail({ views: { detail: { items: [{ subTable: whole }] } } });
    const { user } = renderScreen(fixture);
    await screen.findByText("望江店");
    await user.click(within(rowOf("望江店")).getByRole("button", { name: "详情" }));
    const drawer = await screen.findByRole("dialog");
    expect(await within(drawer).findByText("深度保洁")).toBeTruthy();
    expect(within(drawer).getByRole("button", { name: "新增明细" })).toBeTruthy();
    expect(fixture.callsTo("GET /test/line/list")[0]?.params).toMatchObject({ shopId: "s2" });
  });
});
