import type { Page, Request } from "playwright-core";

declare global {
  interface Window {
    /** Changes that a person can see, and calls under way. */
    walk: { changes: number; calls: number; changedAt: number };
  }
}

/** How long nothing has to change before a page counts as still, in milliseconds. */
const stillMs = 120;
const patienceMs = 15_000;

/** Parts of the console that a page is fetching: a window that is opened for the first time comes with one. */
const parts = new WeakMap<Page, Set<Request>>();

/** Counts what changes in the page, before its own scripts run. */
export async function watchPage(page: Page): Promise<void> {
  watchParts(page);
  await page.addInitScript(() => {
    const walk = { changes: 0, calls: 0, changedAt: performance.now() };
    window.walk = walk;
    // A ripple, a spinner, a hint under the pointer and style sheets are no answer to a press.
    const noise = ".ant-wave, .ant-btn-loading-icon, .ant-tooltip, [role=tooltip], style, link, script";
    const told = ["expanded", "pressed", "selected", "checked", "busy", "sort", "current", "invalid", "label"];
    const isSeen = (node: Node) => !(node instanceof Element ? node : node.parentElement)?.closest(noise);
    new MutationObserver((records) => {
      for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
        if (attributeName === "aria-busy" && target instanceof HTMLButtonElement) continue;
        const nodes = type === "childList" ? [...addedNodes, ...removedNodes] : [target];
        if (!isSeen(target) || !nodes.some(isSeen)) continue;
        walk.changes += 1;
        walk.changedAt = performance.now();
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: [...told.map((name) => `aria-${name}`), "hidden", "open", "data-state"],
    });
    const editors = "input, textarea, [contenteditable=true]";
    document.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(editors)) walk.changes += 1;
    });
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function opened(this: XMLHttpRequest, ...call: unknown[]) {
      walk.calls += 1;
      this.addEventListener("loadend", () => {
        walk.calls -= 1;
        walk.changedAt = performance.now();
      });
      return (open as (...parts: unknown[]) => void).apply(this, call);
    };
  });
}

/** What is fetched in parts stands still between two of them. */
const openedMs = 500;

/** Waits until a page that was just opened shows what it is about. */
export async function opened(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await still(page, patienceMs, openedMs);
}

/** Waits until no call is under way and nothing changes any more; a page that never rests is taken as it is. */
export async function still(page: Page, patience = patienceMs, quietMs = stillMs): Promise<void> {
  const end = Date.now() + patience;
  do {
    await quiet(page, Math.max(1, end - Date.now()), quietMs);
  } while (parts.get(page)?.size && Date.now() < end);
}

async function quiet(page: Page, patience: number, quietMs: number): Promise<void> {
  await page
    .waitForFunction(
      (ms) =>
        window.walk !== undefined &&
        window.walk.calls === 0 &&
        performance.now() - window.walk.changedAt > ms &&
        document.querySelector('main [aria-busy="true"]') === null,
      quietMs,
      { timeout: patience, polling: 40 },
    )
    .catch(() => undefined);
}

function watchParts(page: Page): void {
  const fetching = new Set<Request>();
  parts.set(page, fetching);
  page.on("request", (request) => {
    if (["script", "stylesheet"].includes(request.resourceType())) fetching.add(request);
  });
  const arrived = (request: Request) => {
    if (!fetching.delete(request)) return;
    // What has arrived is not drawn yet.
    void page.evaluate(() => Object.assign(window.walk, { changedAt: performance.now() })).catch(() => undefined);
  };
  page.on("requestfinished", arrived);
  page.on("requestfailed", arrived);
}

export const changesOf = (page: Page): Promise<number> => page.evaluate(() => window.walk?.changes ?? 0);
