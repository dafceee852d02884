import type { Download, Page } from "playwright-core";
import { type Control, elementOf, type Place } from "./controls.ts";
import { roughWords } from "./rough-words.ts";
import { isWaiting, type Seen, seenBy, still } from "./watch-page.ts";

/** How long a person waits for something to happen, in milliseconds. */
export interface Patience {
  /** Where nothing shows that anything is under way. */
  readonly answerMs: number;
  /** Where a spinner turns or a call is under way: a copy of all rows, a job. */
  readonly workMs: number;
}

const usualPatience: Patience = { answerMs: 3_000, workMs: 40_000 };
const pressMs = 6_000;

/**
 * Presses a control as a person does.
 *
 * @returns undefined when something visible followed that a person can read, otherwise what is wrong
 */
export async function press(
  page: Page,
  place: Place,
  control: Control,
  patience = usualPatience,
): Promise<string | undefined> {
  const element = await elementOf(page, place, control);
  if (!element) return "is gone";
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
  };
  const keep = (download: Download) => {
    leave();
    void download.delete().catch(() => undefined);
  };
  page.once("download", keep);
  page.once("filechooser", leave);
  page.context().once("page", leave);
  const before = page.url();
  try {
    await element.scrollIntoViewIfNeeded({ timeout: pressMs });
    // What shows under the pointer only, the cross that empties a date, lets it through until then.
    const box = await element.boundingBox();
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await element.hover({ timeout: pressMs });
    await still(page, 1_000);
    const seen = await seenBy(page);
    await element.click({ timeout: pressMs });
    const isAnswered = () => hasLeft || page.url() !== before;
    let problem = await unanswered(page, seen, patience, isAnswered);
    if (problem === "no visible result" && (await noticesGone(page))) {
      // It may have said the same as before, in the notice that still stood there.
      const later = await seenBy(page);
      await element.click({ timeout: pressMs });
      problem = await unanswered(page, later, patience, isAnswered);
    }
    if (problem) return problem;
    await still(page);
    return await roughWords(page, seen);
  } catch (error) {
    const covered = /<.*intercepts pointer events|element is not .*/.exec(String(error))?.[0];
    return `cannot be pressed: ${covered ?? String(error).split("\n")[0]}`;
  } finally {
    page.off("download", keep);
    page.off("filechooser", leave);
    page.context().off("page", leave);
    await element.dispose();
  }
}

/** Waits for what a person can see. */
async function unanswered(
  page: Page,
  { changes }: Seen,
  { answerMs, workMs }: Patience,
  isAnswered: () => boolean,
): Promise<string | undefined> {
  const end = Date.now() + workMs;
  let problem = "no visible result";
  while (Date.now() < end) {
    const isSeen = await page
      .waitForFunction((known) => window.walk === undefined || window.walk.changes > known, changes, {
        timeout: answerMs,
        polling: 40,
      })
      .then(() => true)
      .catch(() => isAnswered());
    if (isSeen || isAnswered()) return undefined;
    if (!(await isWaiting(page))) return problem;
    problem = "only a spinner";
  }
  return problem;
}

/** Whether notices stood there; they are gone now. */
async function noticesGone(page: Page): Promise<boolean> {
  const notices = page.locator(".ant-message-notice, .ant-notification-notice");
  if ((await notices.count()) === 0) return false;
  await notices
    .first()
    .waitFor({ state: "detached", timeout: 8_000 })
    .catch(() => undefined);
  return true;
}
