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

/** Serious and critical findings of axe-core on what the page shows now. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const result = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run());
  return result.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

/** The same in light and in dark: the console follows the system while it is open. */
export async function findingsInBoth(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    // Half-way between two colours nothing can be said about contrast.
    await expect.poll(() => page.evaluate(isMoving)).toBe(false);
    found.push(...(await findings(page)).map((finding) => `${colorScheme} ${finding}`));
  }
  return found;
}

const isMoving = () =>
  document.getAnimations().some(({ playState, effect }) => {
    const { iterations } = effect?.getComputedTiming() ?? {};
    return playState === "running" && iterations !== Number.POSITIVE_INFINITY;
  });
