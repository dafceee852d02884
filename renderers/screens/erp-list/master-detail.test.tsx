// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
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
