import type { Download, Page } from "playwright-core";
import { type Control, elementOf, type Place } from "./controls.ts";
import { changesOf, still } from "./watch-page.ts";

const answerMs = 8_000;
const pressMs = 6_000;

/**
 * Presses a control as a person does.
 *
 * @returns undefined when something visible followed, otherwise what is wrong
 */
export async function press(page: Page, place: Place, control: Control): Promise<string | undefined> {
  const element = await elementOf(page, place, control);
  if (!element) return undefined; // gone with what another press did
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
  };
  const keep = (download: Download) => {
    leave();
    void download.delete().catch(() => undefined);
  };
  page.once("download", keep);
  page.context().once("page", leave);
  const before = page.url();
  try {
    await element.scrollIntoViewIfNeeded({ timeout: pressMs });
    await element.hover({ timeout: pressMs });
    await still(page, 1_000);
    const changes = await changesOf(page);
    await element.click({ timeout: pressMs });
    const isAnswered = await page
      .waitForFunction((known) => window.walk === undefined || window.walk.changes > known, changes, {
        timeout: answerMs,
        polling: 40,
      })
      .then(() => true)
      .catch(() => hasLeft || page.url() !== before);
    await still(page);
    return isAnswered ? undefined : "no visible result";
  } catch (error) {
    const covered = /<.*intercepts pointer events|element is not .*/.exec(String(error))?.[0];
    return `cannot be pressed: ${covered ?? String(error).split("\n")[0]}`;
  } finally {
    page.off("download", keep);
    page.context().off("page", leave);
    await element.dispose();
  }
}
