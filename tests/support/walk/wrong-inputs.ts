import type { Page } from "playwright-core";
import { findControls } from "./controls.ts";
import { press } from "./press.ts";
import { still } from "./watch-page.ts";

/** What people type that cannot be right. */
const wrongTexts: Readonly<Record<string, string>> = {
  empty: "",
  "too long": "长".repeat(3_000),
  "wrongly typed": "<b>￥%_'\"\\",
};

const submits = /^(保存|确\s*定|确\s*认|提交|发送|开始|下一步|测试连接|试一试|校验|修改)/;

/** Windows over the page, questions included. */
export const dialogs = "dialog[open], [role=dialog]:visible, [role=alertdialog]:visible";

const notices = ".ant-message-notice:visible, .ant-notification-notice:visible";

export const dialogCount = (page: Page): Promise<number> => page.locator(dialogs).count();

/** Whether the topmost dialog has something to fill in. */
export async function isForm(page: Page): Promise<boolean> {
  const dialog = page.locator(dialogs).last();
  return (await dialog.locator("input:not([type=file]):enabled, textarea:enabled").count()) > 0;
}

/** Fills the open form wrongly in each way, sends it and answers what went without a word. */
export async function sendWrongly(page: Page, reopen: () => Promise<boolean>): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const [kind, text] of Object.entries(wrongTexts)) {
    if ((await dialogCount(page)) === 0 && !(await reopen())) break;
    await noticesGone(page);
    const open = await dialogCount(page);
    await fillAll(page, text);
    const submit = (await findControls(page, "dialog")).filter(({ name }) => submits.test(name)).at(-1);
    if (!submit) break;
    const problem = await press(page, "dialog", submit);
    // What was told while typing needs no second telling.
    if (await isTold(page, open)) continue;
    findings.push(`${kind} → ${submit.name}: ${problem ?? "nothing says what is wrong"}`);
  }
  return findings;
}

async function fillAll(page: Page, text: string): Promise<void> {
  const dialog = page.locator(dialogs).last();
  const fields = dialog.locator(
    "input:enabled:not([readonly]):not([type=file]):not([type=checkbox]):not([type=radio]):not([role=combobox]), textarea:enabled:not([readonly])",
  );
  for (const field of await fields.all()) {
    if (await field.isVisible()) await field.fill(text, { timeout: 2_000 }).catch(() => undefined);
  }
  await still(page, 1_000);
}

/** An error beside a field or over the form, a notice, a question, or the form is gone because it was right. */
async function isTold(page: Page, open: number): Promise<boolean> {
  if ((await dialogCount(page)) !== open) return true;
  const dialog = page.locator(dialogs).last();
  const inForm = dialog.locator("[role=alert]:visible, [aria-invalid=true]:visible");
  return (await inForm.count()) + (await page.locator(notices).count()) > 0;
}

/** What was told about one input must not count for the next. */
async function noticesGone(page: Page): Promise<void> {
  const gone = () => document.querySelector(".ant-message-notice, .ant-notification-notice") === null;
  await page.waitForFunction(gone, undefined, { timeout: 15_000 }).catch(() => undefined);
}
