import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

interface Axe {
  run(options: { readonly runOnly?: readonly string[]; readonly resultTypes: readonly string[] }): Promise<AxeResult>;
}

/**
 * Serious and critical findings of axe-core on what the page shows now.
 *
 * @param rules all of them unless named
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // What is on its way is no part of the page yet; pages behind other tabs are hidden, and wait until they are shown.
  await expect.poll(() => page.locator("[aria-busy=true]:visible").count()).toBe(0);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  // Of what is right only the first element gets a selector: making them took longer than looking.
  const options = { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) };
  const result = await page.evaluate((given) => (globalThis as unknown as { axe: Axe }).axe.run(given), options);
  return result.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

/** Lets the console be light or dark as the system is, which is a choice of the person's. Before the first page. */
export async function followSystem(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const settings = { version: 1, expiresAt: null, value: { theme: "system" } };
    localStorage.setItem("console:settings", JSON.stringify(settings));
  });
}

/** The same in light, and its contrast in dark: nothing else hangs on the colours. The page follows the system. */
export async function findingsInBoth(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState("networkidle");
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    // Half-way between two colours nothing can be said about contrast.
    await expect.poll(() => page.evaluate(isMoving)).toBe(false);
    const rules = colorScheme === "dark" ? ["color-contrast"] : undefined;
    found.push(...(await findings(page, rules)).map((finding) => `${colorScheme} ${finding}`));
  }
  return found;
}

/** What follows the scroll position runs as long as it is there and moves nothing by itself. */
const isMoving = () =>
  document.getAnimations().some(({ playState, effect, timeline }) => {
    const { iterations } = effect?.getComputedTiming() ?? {};
    const isTimed = timeline === document.timeline;
    return playState === "running" && isTimed && iterations !== Number.POSITIVE_INFINITY;
  });
