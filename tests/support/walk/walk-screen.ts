import type { Page } from "playwright-core";
import { type Control, dialogCount, dialogs, elementOf, findControls, menus, type Place, scopeOf } from "./controls.ts";
import { dialogForm, isSearchForm, type OpenForm, pageSubmits, sendRightly, sendWrongly, submits } from "./forms.ts";
import { type Patience, press } from "./press.ts";
import { roughWords } from "./rough-words.ts";
import { still } from "./watch-page.ts";
import type { WrongKind } from "./wrong-inputs.ts";

export interface Walk {
  readonly page: Page;
  /** Opens the screen anew, signing in again where the session ended. */
  open(): Promise<void>;
  /** The ways in which forms are filled wrongly. */
  readonly wrong: readonly WrongKind[];
  /** What a press brings is pressed too: the rest of a tab, of a window, of an open row. */
  readonly isDeep: boolean;
  /** Which controls of the screen are pressed. */
  pick(controls: readonly Control[]): readonly Control[];
  readonly patience?: Patience;
}

export interface Walked {
  readonly pressed: number;
  readonly forms: number;
  readonly wrongInputs: number;
  /** Forms that were taken when they were filled rightly. */
  readonly sent: number;
  /** What the others ask for that nobody here knows. */
  readonly refused: readonly string[];
  /** Controls that were seen and stood nowhere any more when their turn came: what an earlier press deleted, for instance. */
  readonly missed: readonly string[];
  readonly findings: readonly string[];
}

/** A press on the way to a control: what, where, and under which window it was found. */
interface Step {
  readonly control: Control;
  readonly place: Place;
  readonly scope: string;
}

/** What answers late was pressed a moment before: this many presses are gone again to what they brought. */
const trailLength = 6;
const closers = /^(取消|关闭|放弃修改|返回)$/;
const deepest = 4;
/** A window that is fetched first comes when its press has been answered. */
const lateMs = 300;
const openMs = 10_000;

/** Presses every control of a screen; those that wait for a chosen row once one is chosen. */
export async function walkScreen(walk: Walk): Promise<Walked> {
  const walker = new ScreenWalker(walk);
  await walker.visit(async () => true);
  await walker.visit(() => chooseFirstRow(walk.page));
  return walker.walked();
}

class ScreenWalker {
  private readonly findings: string[] = [];
  private readonly refused: string[] = [];
  private readonly missed: string[] = [];
  private readonly done = new Set<string>();
  private pressed = 0;
  private forms = 0;
  private wrongInputs = 0;
  private sent = 0;
  private path = "";
  /** The last presses since the screen was opened. */
  private trail: readonly Step[] = [];
  private prepare: () => Promise<boolean> = async () => true;
  private readonly page: Page;

  private readonly walk: Walk;

  constructor(walk: Walk) {
    this.walk = walk;
    this.page = walk.page;
  }

  walked(): Walked {
    const { pressed, forms, wrongInputs, sent, refused, missed, findings } = this;
    return { pressed, forms, wrongInputs, sent, refused, missed, findings };
  }

  async visit(prepare: () => Promise<boolean>): Promise<void> {
    await this.openAnew();
    this.path = pathOf(this.page);
    this.prepare = prepare;
    if (!(await prepare())) return;
    const rough = await roughWords(this.page);
    if (rough) this.findings.push(`opening: ${rough}`);
    await this.pressAll([], "page");
    if (this.isNew("form of the page")) await this.sendPageForm();
  }

  private async openAnew(): Promise<void> {
    this.trail = [];
    await this.walk.open();
  }

  private async press(step: Step): Promise<string | undefined> {
    const problem = await press(this.page, step.place, step.control, this.walk.patience);
    if (problem !== "is gone") this.trail = [...this.trail, step].slice(-trailLength);
    return problem;
  }

  private isNew(key: string): boolean {
    const isNew = !this.done.has(key);
    this.done.add(key);
    return isNew;
  }

  private tell(way: readonly Step[], problem: string): void {
    this.findings.push(`${way.map(({ control }) => `“${control.name}”`).join(" → ")}: ${problem}`);
  }

  /** Presses what can be pressed at the end of a way and was not pressed before. */
  private async pressAll(way: readonly Step[], place: Place, window?: string): Promise<void> {
    const scope = await scopeOf(this.page);
    const found = await findControls(this.page, place);
    const isWindow = place === "dialog";
    const controls = found.filter(({ name }) => !isWindow || !(closers.test(name) || submits.test(name)));
    // Taken before the first of them is pressed: they do not belong to what it brings.
    const fresh = controls.filter(({ role, kind, bar }) =>
      this.isNew(`${bar || `${window ?? scope} ${place}`} ${role} ${kind}`),
    );
    const { trail } = this;
    for (const control of way.length === 0 ? this.walk.pick(fresh) : fresh)
      await this.pressOne([...way, { control, place, scope }], trail);
  }

  /** @param trail the presses after which the control was seen: some answer late, and the last one is not who brought it */
  private async pressOne(way: readonly Step[], trail: readonly Step[]): Promise<void> {
    const last = way.at(-1);
    if (!last) return;
    if (!(await this.standBefore(way.slice(0, -1), last, trail))) {
      this.missed.push(way.map(({ control }) => control.name).join(" → "));
      return;
    }
    this.pressed += 1;
    const windows = await dialogCount(this.page);
    let problem = await this.press(last);
    // A window of the press before that came late lies over the page.
    const before = way.slice(0, -1);
    const isCovered = problem?.includes("intercepts");
    const opener = before.at(-1);
    const isByWindow = isCovered && (await scopeOf(this.page)) !== last.scope;
    if (isByWindow && opener) return this.lookAround(before, opener, windows);
    // Or a part of the same window fills it since the press before: a text that is written in full screen.
    if (isCovered && (await this.goAgain(before))) problem = await this.press(last);
    if (!problem) return this.lookAround(way, last, windows);
    this.tell(way, problem);
    // What it left half done, a spinner for instance, is not the next one's.
    await this.goAgain([]);
  }

  /** What a press brought. */
  private async lookAround(way: readonly Step[], last: Step, windows: number): Promise<void> {
    if (pathOf(this.page) !== this.path) return; // another screen, walked by itself
    await still(this.page, 3_000, lateMs);
    const scope = await scopeOf(this.page);
    // The next record in the same window is the same window.
    const isSame = scope === last.scope || (last.place === "dialog" && (await dialogCount(this.page)) === windows);
    if (scope !== "" && !isSame) return this.walkWindow(way, scope);
    if (last.place !== "menu" && (await this.page.locator(menus).count()) > 0) return this.pressAll(way, "menu");
    if (this.walk.isDeep && way.length < deepest) {
      await this.pressAll(way, scope === "" ? "page" : "dialog", isSame ? last.scope : scope);
    }
  }

  private async walkWindow(way: readonly Step[], scope: string): Promise<void> {
    if (await this.isQuestion()) {
      const yes = (await findControls(this.page, "dialog")).filter(({ name }) => !closers.test(name)).at(-1);
      if (!yes) return;
      this.pressed += 1;
      const step: Step = { control: yes, place: "dialog", scope };
      const problem = await this.press(step);
      if (problem) this.tell([...way, step], problem);
      return;
    }
    if (this.walk.isDeep && way.length < deepest) await this.pressAll(way, "dialog");
    await this.leaveFull();
    if (this.isNew(`form ${scope}`)) await this.sendWindow(way, scope);
    await this.closeWindow(way, scope);
  }

  /** A text that is written in full screen lies over its form until Escape. */
  private async leaveFull(): Promise<void> {
    if ((await this.page.locator("[data-full]").count()) === 0) return;
    await this.page.keyboard.press("Escape");
    await still(this.page, 2_000);
  }

  private async isQuestion(): Promise<boolean> {
    const window = this.page.locator(dialogs).last();
    if ((await window.locator("input:enabled, textarea:enabled, [role=combobox]:enabled").count()) > 0) return false;
    return (await window.getByText(/[？?]/).count()) > 0;
  }

  private async sendWindow(way: readonly Step[], scope: string): Promise<void> {
    const { page } = this;
    const windows = await dialogCount(page);
    const openForm = async (): Promise<OpenForm | "no way" | undefined> => {
      if ((await scopeOf(page)) === scope) return dialogForm(page, this.walk.patience);
      // A row that was chosen before, for instance, is not.
      if (!(await this.goAgain(way))) return "no way";
      // Its window comes with a part of the console, its values with an answer.
      for (const end = Date.now() + openMs; Date.now() < end; await still(page, lateMs, lateMs)) {
        const form = (await dialogCount(page)) >= windows && (await dialogForm(page, this.walk.patience));
        if (form) return form;
      }
      return undefined;
    };
    await this.sendAll(way, openForm);
  }

  /** A form that is the page, or part of it: its settings, its conditions. */
  private async sendPageForm(): Promise<void> {
    const { page } = this;
    const openForm = async (): Promise<OpenForm | undefined> => {
      await this.goAgain([]);
      const submit = (await findControls(page, "page")).find(({ name }) => pageSubmits.test(name));
      const root = page.locator("main");
      // The form of a record is none of HTML: it is the layout of its fields.
      const isForm = (await page.locator("main :is(form, [class*=formily-layout])").count()) > 0;
      return submit && isForm
        ? { page, place: "page", root: root.first(), submit, patience: this.walk.patience }
        : undefined;
    };
    await this.sendAll([], openForm);
  }

  private async sendAll(way: readonly Step[], openForm: () => Promise<OpenForm | "no way" | undefined>): Promise<void> {
    const first = await openForm();
    if (!first || first === "no way") return;
    this.forms += 1;
    const named = (problem: string, kind: string) =>
      this.findings.push(`${[...way.map(({ control }) => `“${control.name}”`), kind].join(" → ")}: ${problem}`);
    for (const kind of this.walk.wrong) {
      const form = await openForm();
      if (!form || form === "no way") break;
      const { inputs, problems } = await sendWrongly(form, kind);
      this.wrongInputs += inputs;
      for (const problem of problems) named(problem, kind);
    }
    // What was typed wrongly is given up.
    await this.closeAll();
    if (!this.walk.isDeep || isSearchForm(first)) return;
    const form = await openForm();
    const { refusal, problem } =
      form === "no way"
        ? { refusal: "is not reached again" }
        : form
          ? await sendRightly(form)
          : { problem: "does not open again" };
    if (problem) named(problem, "filled rightly");
    else if (refusal) this.refused.push(`${way.map(({ control }) => control.name).join(" → ")}: ${refusal}`);
    else this.sent += 1;
  }

  /** By its own button: 取消 and 关闭 answer too. */
  private async closeWindow(way: readonly Step[], scope: string): Promise<void> {
    if ((await scopeOf(this.page)) !== scope) return;
    const closer = (await findControls(this.page, "dialog")).find(({ name }) => closers.test(name));
    if (!closer || !this.isNew(`${scope} dialog ${closer.name}`)) return;
    this.pressed += 1;
    const step: Step = { control: closer, place: "dialog", scope };
    const problem = await this.press(step);
    if (problem) this.tell([...way, step], problem);
  }

  /** Whether the control of a step stands there to be pressed, after going the way to it again where it has to be. */
  private async standBefore(way: readonly Step[], step: Step, trail: readonly Step[]): Promise<boolean> {
    if (await this.isThere(step)) return true;
    await this.closeAll();
    if (await this.isThere(step)) return true;
    const [first] = way;
    const isNear = first !== undefined && (await this.prepare()) && (await this.isThere(first));
    if (isNear && (await this.go(way)) && (await this.isThere(step))) return true;
    if ((await this.goAgain(way)) && (await this.isThere(step))) return true;
    return this.goTrail(trail, step);
  }

  private async goTrail(trail: readonly Step[], step: Step): Promise<boolean> {
    await this.openAnew();
    await this.prepare();
    for (const before of trail) {
      if (!(await this.isThere(before))) await this.closeAll();
      await this.press(before);
      if (pathOf(this.page) !== this.path) return false;
    }
    // The last of them may answer late, too.
    await still(this.page, 3_000, lateMs);
    if (await this.isThere(step)) return true;
    await this.closeAll();
    return this.isThere(step);
  }

  private async isThere({ control, place, scope }: Step): Promise<boolean> {
    if (pathOf(this.page) !== this.path || (await scopeOf(this.page)) !== scope) return false;
    if (place !== "menu" && (await this.page.locator(menus).count()) > 0) return false;
    const element = await elementOf(this.page, place, control);
    await element?.dispose();
    return element !== undefined;
  }

  /** Opens the screen anew and goes the way. */
  private async goAgain(way: readonly Step[]): Promise<boolean> {
    await this.openAnew();
    await this.prepare();
    return this.go(way);
  }

  private async go(way: readonly Step[]): Promise<boolean> {
    for (const step of way) if ((await this.press(step)) === "is gone") return false;
    return true;
  }

  /** What stands open over the page is closed, as by Escape; what was typed is given up. */
  private async closeAll(): Promise<void> {
    const { page } = this;
    for (let round = 0; round < 4; round += 1) {
      if ((await page.locator(`${dialogs}, ${menus}`).count()) === 0) return;
      await page.keyboard.press("Escape");
      await still(page, 2_000);
      const discard = page.getByRole("button", { name: "放弃修改" });
      if (await discard.isVisible().catch(() => false)) await discard.click({ timeout: 2_000 }).catch(() => undefined);
      await still(page, 2_000);
    }
  }
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

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
