// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);

async function openDialog(value: string, options: { seconds?: boolean; year?: boolean } = {}) {
  const user = userEvent.setup();
  const view = renderEditor({ type: "cron", ...options }, { title: "执行时间", value });
  await user.click(await screen.findByRole("button", { name: "编辑 Cron 表达式" }));
  const dialog = await screen.findByRole("dialog", { name: "Cron 表达式" });
  return { ...view, user, dialog };
}

test("CRN-01 without seconds and years there are five parts and six fields", async () => {
  const { dialog, user, values } = await openDialog("", { seconds: false, year: false });
  expect(within(dialog).getAllByRole("tab")).toHaveLength(5);
  await user.click(within(dialog).getByRole("button", { name: "确认" }));
  expect(values).toEqual(["0 0 0 * * ?"]);
});
