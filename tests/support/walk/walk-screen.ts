import type { Page } from "playwright-core";
import { type Control, findControls, type Place } from "./controls.ts";
import { press } from "./press.ts";
import { still } from "./watch-page.ts";
import { dialogCount, dialogs, isForm, sendWrongly } from "./wrong-inputs.ts";

export interface Walk {
  readonly page: Page;
  /** Opens the screen anew, signing in again where the session ended. */
  open(): Promise<void>;
  /** Forms that open are sent with wrong inputs. */
  readonly fills: boolean;
  /** Which controls are pressed. */
  pick(controls: readonly Control[]): readonly Control[];
}

export interface Walked {
  readonly pressed: number;
  readonly forms: number;
  readonly findings: readonly string[];
}

const questionWords = /^(取\s*消|关闭|放弃修改|返回)$/;

/** Presses every control of a screen; those that wait for a chosen row once one is chosen. */
export async function walkScreen(walk: Walk): Promise<Walked> {
  const { page } = walk;
  const findings: string[] = [];
  const done = new Set<string>();
  const count = { pressed: 0, forms: 0 };
  const visit = async (prepare: () => Promise<boolean>) => {
    await walk.open();
    if (!(await prepare())) return;
    const controls = walk.pick(await findControls(page, "page")).filter((control) => !done.has(nameOf(control)));
    for (const control of controls) {
      done.add(nameOf(control));
      findings.push(...(await pressOne(walk, control, prepare, count)));
    }
  };
  await visit(async () => true);
  await visit(() => chooseFirstRow(page));
  return { ...count, findings };
}

const nameOf = ({ role, name }: Control) => `${role} ${name}`;

async function pressOne(
  walk: Walk,
  control: Control,
  prepare: () => Promise<boolean>,
  count: { pressed: number; forms: number },
): Promise<readonly string[]> {
  const { page } = walk;
  const findings: string[] = [];
  const tell = (way: readonly Control[], problem: string) =>
    findings.push(`${way.map(({ name }) => `“${name}”`).join(" → ")}: ${problem}`);
  const start = page.url();
  const again = async (way: readonly Control[]): Promise<boolean> => {
    await backTo(walk, start);
    await prepare();
    for (const [index, one] of way.entries()) await press(page, placeOf(index), one);
    return (await dialogCount(page)) > 0;
  };
  const follow = async (way: readonly Control[], place: Place) => {
    const last = way.at(-1);
    if (!last) return;
    count.pressed += 1;
    const problem = (await press(page, place, last)) ?? "";
    // A window of the press before that came late lies over the page.
    const isCovered = place === "page" && problem.includes("intercepts");
    const second = isCovered && (await again([])) === false ? await press(page, place, last) : problem;
    if (second) return tell(way, second);
    if ((await dialogCount(page)) > 0) await answerDialog(way);
    else if (place === "page") await followMenu(way);
  };
  const followMenu = async (way: readonly Control[]) => {
    const items = (await findControls(page, "menu")).filter(({ role }) => role === "menuitem");
    for (const [index, item] of items.entries()) {
      if (index > 0) await again(way);
      await follow([...way, item], "menu");
    }
  };
  const answerDialog = async (way: readonly Control[]) => {
    if (await isForm(page)) {
      if (!walk.fills) return;
      count.forms += 1;
      for (const problem of await sendWrongly(page, () => again(way))) tell(way, problem);
      return;
    }
    const answers = (await findControls(page, "dialog")).filter(({ name }) => !questionWords.test(name));
    const yes = answers.at(-1);
    if (!yes || (await page.locator(dialogs).last().getByText(/[？?]/).count()) === 0) return;
    count.pressed += 1;
    const problem = await press(page, "dialog", yes);
    if (problem) tell([...way, yes], problem);
  };
  await follow([control], "page");
  await backTo(walk, start);
  await prepare();
  return findings;
}

const placeOf = (index: number): Place => (index === 0 ? "page" : "menu");

/** The screen as it was: what stands open is closed; a page that was left is opened anew. */
async function backTo({ page, open }: Walk, start: string): Promise<void> {
  for (let round = 0; round < 3 && page.url() === start; round += 1) {
    const isCovered = await page.locator(`${dialogs}, [role=menu]:visible:not(aside *):not(nav *)`).count();
    if (isCovered === 0) return;
    await page.keyboard.press("Escape");
    await still(page, 2_000);
    const discard = page.getByRole("button", { name: "放弃修改" });
    if (await discard.isVisible().catch(() => false)) await discard.click({ timeout: 2_000 }).catch(() => undefined);
    await still(page, 2_000);
  }
  await open();
}

async function chooseFirstRow(page: Page): Promise<boolean> {
  const box = page
    .locator("main")
    .locator("tbody [type=checkbox]:enabled, [role=row]:not(:has([role=columnheader])) [type=checkbox]:enabled")
    .first();
  if ((await box.count()) === 0) return false;
  if (!(await box.isChecked())) await box.click({ timeout: 3_000 }).catch(() => undefined);
  await still(page, 3_000);
  return box.isChecked().catch(() => false);
}
