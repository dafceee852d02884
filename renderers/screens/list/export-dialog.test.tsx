// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { fixtureConsole, refusal, shopRows } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const toolbar = [{ preset: "export", label: "导出" }] as const;

/** A list that says it has this many rows. */
async function openList(total: number) {
  const fixture = fixtureConsole({ screen: { toolbar } as never });
  fixture.on("GET /test/shop/list", () => ({ records: shopRows, total }));
  fixture.on("POST /sys/export/add", () => ({ id: "t1" }));
  const { user } = renderScreen(fixture);
  await screen.findByText("清溪路店");
  return { fixture, user };
}

test("a small export is downloaded at once; one of more than 20,000 rows asks and offers the background", async () => {
  const small = await openList(20_000);
  await small.user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() => expect(small.fixture.callsTo("GET /test/shop/exportXls")).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  cleanup();

  const { fixture, user } = await openList(20_001);
  await user.click(screen.getByRole("button", { name: "导出" }));
  const dialog = within(await screen.findByRole("dialog", { name: "导出" }));
  expect(fixture.callsTo("GET /test/shop/exportXls")).toHaveLength(0);
  expect(dialog.getByText(/共 20,001 行/)).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "单价" }));
  await user.click(dialog.getByRole("radio", { name: /CSV/ }));
  await user.click(dialog.getByRole("button", { name: "后台导出" }));
  await screen.findByText("已提交后台导出");
  const sent = fixture.callsTo("POST /sys/export/add")[0]?.data as { query: Row };
  expect(sent).toMatchObject({ kind: "model", id: "test/shop", format: "csv" });
  expect(sent.query).toMatchObject({ column: "createTime", order: "desc" });
  const columns = String(sent.query.exportFields).split(",");
  expect(columns).toContain("name");
  expect(columns).not.toContain("price");
  expect(sent.query).not.toHaveProperty("pageNo");
  await user.click(screen.getByRole("button", { name: "打开导出中心" }));
  expect(fixture.places).toEqual(["/account/exports"]);
});

test("the choice beside the button exports the selected rows, or says what the server refuses", async () => {
  const { fixture, user } = await openList(3);
  await user.click(screen.getAllByRole("checkbox")[1] as HTMLElement);
  await user.click(screen.getByRole("button", { name: "选择导出格式" }));
  await user.click(await screen.findByText("选择列和范围…"));
  const dialog = within(await screen.findByRole("dialog", { name: "导出" }));
  expect((dialog.getByRole("radio", { name: "选中的 1 行" }) as HTMLInputElement).checked).toBe(true);
  fixture.on("POST /sys/export/add", () => {
    throw refusal(200, 500, "最多同时进行 3 个后台导出，请等前面的完成或取消后再试");
  });
  await user.click(dialog.getByRole("button", { name: "后台导出" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("最多同时进行 3 个");
  const sent = fixture.callsTo("POST /sys/export/add")[0]?.data as { query: Row };
  expect(sent.query.selections).toBe("s1");
  await user.click(dialog.getByRole("checkbox", { name: "全选" }));
  expect((dialog.getByRole("button", { name: "立即下载" }) as HTMLButtonElement).disabled).toBe(true);
});
