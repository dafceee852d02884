// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);

async function openDialog(value: string, options: { seconds?: boolean; year?: boolean } = {}) {
  const user = userEvent.setup();
  const view = renderEditor({ type: "cron", ...options }, { title: "执行时间", value });
  await user.click(await screen.findByRole("button", { name: "编辑 Cron 表达式" }));
  const dialog = await screen.findByRole("dialog", { name: "Cron 表达式" });
  const tab = (name: string) => user.click(within(dialog).getByRole("tab", { name }));
  const panel = () => within(within(dialog).getByRole("tabpanel"));
  return { ...view, user, dialog, tab, panel };
}

test("CRN-01 an expression is read back into the modes of its seven parts", async () => {
  const { dialog, tab } = await openDialog("5-20 0/15 8,12 ? 3 6#2 2027-2029");
  expect(
    within(dialog)
      .getAllByRole("tab")
      .map((each) => each.textContent),
  ).toEqual(["秒", "分", "时", "日", "月", "周", "年"]);
  const chosen = () => dialog.querySelector<HTMLInputElement>("input[type=radio]:checked")?.value;
  const modes: (string | undefined)[] = [];
  for (const name of ["秒", "分", "时", "日", "月", "周", "年"]) {
    await tab(name);
    modes.push(chosen());
  }
  expect(modes).toEqual(["range", "increment", "specific", "none", "specific", "nth", "range"]);
});

test("CRN-01, CRN-02 the sentence and ten run times follow; confirm gives the expression, the other day field becomes ?", async () => {
  const { dialog, tab, panel, user, values } = await openDialog("0 0 8 * * ? *");
  expect(within(dialog).getByRole("status").textContent).toBe("每天 08:00:00 执行");
  await tab("日");
  await user.click(panel().getByRole("radio", { name: "每月最后一天" }));
  expect(within(dialog).getByRole("status").textContent).toBe("每月最后一天 08:00:00 执行");
  const times = within(dialog)
    .getAllByRole("listitem")
    .map((each) => each.textContent ?? "");
  expect(times.filter((text) => /^\d{4}-\d{2}-(28|29|30|31) 08:00:00$/.test(text))).toHaveLength(10);
  await tab("周");
  await user.click(panel().getByRole("radio", { name: "每月最后一个" }));
  await user.click(within(dialog).getByRole("button", { name: "确认" }));
  expect(values).toEqual(["0 0 8 ? * 6L *"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("CRN-01 cancel closes and changes nothing; without seconds and years there are five parts and six fields", async () => {
  const first = await openDialog("0 0 8 * * ?");
  await first.user.click(within(first.dialog).getByRole("button", { name: "取消" }));
  expect(first.values).toEqual([]);
  cleanup();
  const { dialog, user, values } = await openDialog("", { seconds: false, year: false });
  expect(within(dialog).getAllByRole("tab")).toHaveLength(5);
  await user.click(within(dialog).getByRole("button", { name: "确认" }));
  expect(values).toEqual(["0 0 0 * * ?"]);
});

test("CRN-02 bounds stand on the numbers; a choice of nothing is every value", async () => {
  const { dialog, tab, panel, user, values } = await openDialog("0 0 8 * * ? *");
  await tab("秒");
  const bounds = panel()
    .getAllByRole("spinbutton")
    .map(
      (each) =>
        `${each.getAttribute("aria-label")} ${each.getAttribute("aria-valuemin")}-${each.getAttribute("aria-valuemax")}`,
    );
  expect(bounds).toEqual(["开始值 0-59", "间隔 1-59", "范围开始 1-59", "范围结束 0-59"]);
  await user.click(panel().getByRole("button", { name: "0" }));
  await user.click(within(dialog).getByRole("button", { name: "确认" }));
  expect(values).toEqual(["* 0 8 * * ? *"]);
});

test("an expression that cannot be read is said to be replaced", async () => {
  const { dialog } = await openDialog("99 * * * * ?");
  expect(dialog.textContent).toContain("原表达式有误，确认后会被替换");
});
