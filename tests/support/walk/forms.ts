import type { Locator, Page } from "playwright-core";
import { type Control, dialogs, findControls, type Place } from "./controls.ts";
import { type Field, findFields } from "./fields.ts";
import { type Patience, press } from "./press.ts";
import { fillRightly } from "./right-inputs.ts";
import { roughWords } from "./rough-words.ts";
import { seenBy } from "./watch-page.ts";
import { fillWrongly, type WrongKind } from "./wrong-inputs.ts";

export const pageSubmits = /^(保存|提交|查询|发布)/;
/** `开始时间` heads a column, `开始使用` is a page that may be granted. */
export const submits =
  /^(保存|确定|确认|提交|发送|开始(?!时间|使用)|下一步|测试连接|试一试|校验|修改|查询|登录|发表|回复)/;

/** A form that stands open: in the topmost window, or in the page. */
export interface OpenForm {
  readonly page: Page;
  readonly place: Place;
  readonly root: Locator;
  readonly submit: Control;
  readonly patience: Patience | undefined;
}

/** The form of the topmost window. */
export async function dialogForm(page: Page, patience: Patience | undefined): Promise<OpenForm | undefined> {
  const root = page.locator(dialogs).last();
  const submit = (await findControls(page, "dialog")).filter(({ name }) => submits.test(name)).at(-1);
  return submit && (await isForm(root)) ? { page, place: "dialog", root, submit, patience } : undefined;
}

const isForm = async (root: Locator): Promise<boolean> =>
  (await root.locator("input:not([type=file]):enabled, textarea:enabled, [role=combobox]:enabled").count()) > 0;

export interface Sent {
  readonly inputs: number;
  readonly problems: readonly string[];
}

/** Fills the form wrongly in one way, sends it and answers what went without a word. */
export async function sendWrongly(form: OpenForm, kind: WrongKind): Promise<Sent> {
  const { page, root, submit } = form;
  const seen = await seenBy(page);
  const windows = await page.locator(dialogs).count();
  const { count, problems, kept } = await fillWrongly(page, root, kind);
  const typed = await findFields(root);
  const found = [...problems];
  const problem = await press(page, form.place, submit, form.patience);
  const isOpen = (await page.locator(dialogs).count()) === windows && (await root.isVisible());
  const after = isOpen ? await findFields(root) : [];
  const isTaken = !isOpen || (!problem && (await alertsIn(root)) === 0 && isEmptied(typed, after));
  const isTold = isTaken || (await seenBy(page)).notices > seen.notices || (await alertsIn(root)) > 0;
  const isSearch = isSearchForm(form);
  // What was told while typing needs no second telling.
  if (problem && !(isTold && problem.startsWith("no visible result"))) found.push(problem);
  else if (!isTold && !isSearch) found.push(problem ?? "nothing says what is wrong");
  const rough = await roughWords(page, seen);
  if (rough && rough !== problem) found.push(rough);
  if (!isTaken && !isSearch) found.push(...lostIn(typed, after));
  for (const label of kept) {
    const now = after.find((field) => field.label === label);
    if (!isOpen || (now && !now.isInvalid && !isSearch)) found.push(`“${label}” kept a wrong input without a word`);
  }
  return { inputs: count, problems: found };
}

/** Conditions bring other rows, or none: whatever was typed, the list tells. */
export const isSearchForm = ({ submit }: OpenForm): boolean => submit.name.startsWith("查询");

/** An error beside a field or at the form's head. */
const alertsIn = (root: Locator): Promise<number> =>
  root.locator("[role=alert]:visible, [aria-invalid=true]:visible").count();

/** A comment that was taken makes room for the next one. */
function isEmptied(before: readonly Field[], after: readonly Field[]): boolean {
  const texts = ({ kind, shown }: Field) => kind === "text" && shown.trim() !== "";
  return before.some(texts) && !after.some(texts);
}

/** What was typed stays where the form was refused. */
function lostIn(before: readonly Field[], after: readonly Field[]): readonly string[] {
  return before.flatMap(({ kind, label, shown }) => {
    const now = after.find((field) => field.label === label && field.kind === kind);
    const isLost = kind === "text" && shown.trim() !== "" && now?.shown === "";
    return isLost ? [`“${label}” lost what was typed`] : [];
  });
}

/**
 * Fills what a form asks for and sends it.
 *
 * @returns undefined when it was taken, otherwise what it says
 */
export async function sendRightly(form: OpenForm): Promise<{ readonly refusal?: string; readonly problem?: string }> {
  const { page, root, submit } = form;
  const windows = await page.locator(dialogs).count();
  const seen = await seenBy(page);
  for (let round = 0; round < 3; round += 1) {
    await fillRightly(page, root);
    const problem = await press(page, form.place, submit, form.patience);
    const isTold = (await alertsIn(root)) > 0;
    if (problem && !(isTold && problem.startsWith("no visible result"))) return { problem };
    if ((await page.locator(dialogs).count()) !== windows || !(await root.isVisible())) return {};
    if (!isTold) break;
  }
  const said = await root.locator("[role=alert]:visible").allInnerTexts();
  if (said.length > 0) return { refusal: said.join("；").replace(/\s+/g, " ") };
  return (await seenBy(page)).notices > seen.notices ? {} : { refusal: "asks for more" };
}
