import type { Page } from "playwright-core";

/**
 * Presses a key until the named thing has the focus.
 *
 * @throws Error when the keyboard cannot reach it within `limit` presses
 */
export async function pressTo(page: Page, key: string, name: RegExp, limit = 60): Promise<void> {
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press(key);
    const here = await page.evaluate(async () => {
      // The menu moves the focus with the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const at = document.activeElement as HTMLInputElement | null;
      const label = at?.labels?.[0]?.textContent ?? "";
      return [
        at?.getAttribute("aria-label") ?? "",
        at?.textContent ?? "",
        at?.getAttribute("placeholder") ?? "",
        label,
      ];
    });
    if (here.some((part) => name.test(part.trim()))) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}
