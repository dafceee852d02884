import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveCount, proveSeed } from "../support/prove.ts";
import { seededPick } from "../support/seeded-pick.ts";

const url = inject("consoleUrl");
const rowCount = 8;
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

/** A new order with eight empty lines: five of them are in sight. */
async function openLines() {
  const opened = await openPage(browser);
  await signIn(opened.page, url, "/store/order");
  await opened.page.getByRole("button", { name: "新增门店订单" }).first().click();
  const dialog = opened.page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "新增一行" });
  for (let press = 0; press < rowCount; press += 1) await add.click({ noWaitAfter: true });
  await dialog.getByText(`共 ${rowCount} 行`, { exact: true }).waitFor();
  const grid = dialog.getByRole("grid");
  await grid.focus();
  return { ...opened, dialog, grid };
}

/** The quantities of all lines, read while the table passes by. */
async function quantities(grid: Locator): Promise<(number | null)[]> {
  const texts: Record<string, string> = await grid.evaluate(async (view: HTMLElement) => {
    const read: Record<string, string> = {};
    for (let top = 0; ; top += 120) {
      view.scrollTop = top;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      for (const row of view.querySelectorAll<HTMLElement>("[data-row]")) {
        read[row.getAttribute("aria-rowindex") ?? ""] =
          row.querySelector<HTMLElement>('[data-key="qty"]')?.innerText.trim() ?? "";
      }
      if (top > view.scrollHeight) return read;
    }
  });
  return Array.from({ length: rowCount }, (_, at) => {
    const text = texts[String(at + 2)];
    if (text === undefined) throw new Error(`line ${at + 1} was not drawn`);
    // An empty cell holds the reason why it is wrong.
    const [digits] = /^\d+/.exec(text) ?? [];
    return digits === undefined ? null : Number(digits);
  });
}

/** Waits for nothing in between but the browser's word that it has the key. */
async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it("no key is lost across the edge of what is in sight: lines are typed and walked as an array would be", {
  timeout: 600_000,
}, async () => {
  const { page, grid, complaints } = await openLines();
  await pressAll(page, ["Control+Home", "ArrowRight", "ArrowRight", "ArrowRight"]);
  const lines: (number | null)[] = Array.from({ length: rowCount }, () => 1);
  let at = 0;
  const move = (by: number) => {
    at = Math.max(0, Math.min(rowCount - 1, at + by));
  };
  const pick = seededPick(proveSeed);
  const acts: readonly (() => readonly string[])[] = [
    () => {
      const number = 1 + pick(999);
      lines[at] = number;
      move(1);
      return [...String(number), "Enter"];
    },
    () => {
      const number = 1 + pick(9);
      lines[at] = number;
      move(-1);
      return [String(number), "Shift+Enter"];
    },
    () => {
      lines[at] = null;
      return ["Delete"];
    },
    () => (move(1), ["ArrowDown"]),
    () => (move(-1), ["ArrowUp"]),
    () => (move(6), ["PageDown"]),
    () => (move(-6), ["PageUp"]),
    // What is typed and given up changes nothing.
    () => ["7", "Escape"],
  ];
  const total = proveCount(100, 10_000);
  let pressed = 0;
  while (pressed < total) {
    const keys: string[] = [];
    while (keys.length < 100) keys.push(...(acts[pick(acts.length)]?.() ?? []));
    await pressAll(page, keys);
    pressed += keys.length;
    expect(await quantities(grid)).toEqual(lines);
    // Reading scrolled the table away from the active cell: the next key brings it back.
  }
  await page.keyboard.press("ArrowDown");
  move(1);
  const active = page.locator(`[id="${await grid.getAttribute("aria-activedescendant")}"]`);
  expect(await active.evaluate((cell) => cell.closest("[data-row]")?.getAttribute("aria-rowindex"))).toBe(`${at + 2}`);
  const [cellBox, gridBox] = [await active.boundingBox(), await grid.boundingBox()];
  if (!cellBox || !gridBox) throw new Error("the active cell is not drawn");
  expect(cellBox.y).toBeGreaterThanOrEqual(gridBox.y);
  expect(cellBox.y + cellBox.height).toBeLessThanOrEqual(gridBox.y + gridBox.height);
  expect(complaints).toEqual([]);
});

it("a block is drawn with the mouse, added up below, copied and pasted as one step, in an open cell too", async () => {
  const { page, dialog, grid, complaints } = await openLines();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const cell = (line: number, key: string) => dialog.locator(`[aria-rowindex="${line + 1}"] [data-key="${key}"]`);
  await cell(1, "qty").click();
  await page.evaluate(() => navigator.clipboard.writeText("2\n3\n4"));
  // The press opened the cell: a block goes into the table all the same.
  await page.keyboard.press("Control+V");
  await expect.poll(() => cell(3, "qty").innerText()).toBe("4");
  await cell(1, "qty").hover();
  await page.mouse.down();
  await cell(3, "qty").hover();
  await page.mouse.up();
  await dialog.getByText("已选 3 格，有值 3 格，合计 9，平均 3.00").waitFor();
  await page.keyboard.press("Control+C");
  await cell(5, "qty").scrollIntoViewIfNeeded();
  await cell(5, "qty").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+V");
  await expect.poll(() => quantities(grid)).toEqual([2, 3, 4, 1, 2, 3, 4, 1]);
  await page.keyboard.press("Control+Z");
  await expect.poll(() => quantities(grid)).toEqual([2, 3, 4, 1, 1, 1, 1, 1]);
  expect(complaints).toEqual([]);
});
