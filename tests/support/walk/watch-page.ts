import type { Page, Request } from "playwright-core";

declare global {
  interface Window {
    /** What a person can see happen, and what is under way. */
    walk: {
      /** Results a person can see; spinners are none. */
      changes: number;
      /** Notices that came or changed. */
      notices: number;
      /** Calls under way. */
      calls: number;
      /** Calls that were answered well. */
      answered: number;
      /** Messages of calls that the server refused. */
      refusals: string[];
      changedAt: number;
    };
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
    const walk: Window["walk"] = {
      changes: 0,
      notices: 0,
      calls: 0,
      answered: 0,
      refusals: [],
      changedAt: performance.now(),
    };
    window.walk = walk;
    // A ripple, a spinner, a hint under the pointer and style sheets are no answer to a press.
    const spinner =
      ".ant-wave, .ant-btn-loading-icon, .ant-spin-section, .ant-skeleton, .sc-skeleton, .anticon-loading, [role=progressbar], [role=status][aria-label*=加载]";
    const noise = `${spinner}, .ant-tooltip, [role=tooltip]:not(.ant-popover, .ant-popover *), style, link, script`;
    const waitingWords = /^\s*(正在加载|加载中)\s*[.…]*\s*$/;
    const notice = ".ant-message, .ant-notification";
    const told = ["expanded", "pressed", "selected", "checked", "sort", "current", "invalid", "label"];
    const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
    const isSeen = (node: Node) => !elementOf(node)?.closest(noise) && !waitingWords.test(node.textContent ?? "");
    /** How many calls had been answered when a part began to wait. */
    const waiting = new WeakMap<Node, number>();
    const isAnswer = ({ type, target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean => {
      // A picture that turns or grows; of anything else its place and size say nothing.
      if (attributeName === "style" && !(target instanceof HTMLImageElement)) return false;
      if (attributeName === "aria-busy") {
        if (target instanceof HTMLButtonElement) return false;
        if ((target as Element).getAttribute("aria-busy") === "true") {
          waiting.set(target, walk.answered);
          return false;
        }
        // What was read again may well be what stood there: the end of the wait tells, its beginning does not.
        return walk.answered > (waiting.get(target) ?? walk.answered);
      }
      const inNotices = elementOf(target)?.closest(notice) !== null;
      // A notice that goes is the end of an earlier answer.
      const nodes = type === "childList" ? [...addedNodes, ...(inNotices ? [] : removedNodes)] : [target];
      if (!isSeen(target) || !nodes.some(isSeen)) return false;
      if (inNotices || nodes.some((node) => node instanceof Element && node.matches(notice))) walk.notices += 1;
      return true;
    };
    new MutationObserver((records) => {
      for (const record of records) {
        if (!isAnswer(record)) continue;
        walk.changes += 1;
        walk.changedAt = performance.now();
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: [...told.map((name) => `aria-${name}`), "aria-busy", "hidden", "open", "data-state", "style"],
    });
    const editors = "input, textarea, [contenteditable=true]";
    document.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(editors)) walk.changes += 1;
    });
    // The browser's own window, which is not drawn here.
    window.print = () => {
      walk.changes += 1;
    };
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function opened(this: XMLHttpRequest, ...call: unknown[]) {
      walk.calls += 1;
      this.addEventListener("loadend", () => {
        walk.calls -= 1;
        walk.changedAt = performance.now();
      });
      // Before the page's own hands get the answer.
      this.addEventListener("load", () => {
        const refusal = refusalOf(this);
        if (refusal !== undefined) walk.refusals.push(refusal);
        else if (this.status >= 200 && this.status < 400) walk.answered += 1;
      });
      return (open as (...parts: unknown[]) => void).apply(this, call);
    };
    function refusalOf(call: XMLHttpRequest): string | undefined {
      if (call.responseType !== "" && call.responseType !== "text") return undefined;
      if (!call.responseText.startsWith('{"success":false')) return undefined;
      return String((JSON.parse(call.responseText) as { message?: unknown }).message ?? "");
    }
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
    // Nobody says what became of the requests of a page that is left.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) fetching.clear();
    if (["script", "stylesheet"].includes(request.resourceType())) fetching.add(request);
  });
  const arrived = (request: Request) => {
    if (!fetching.delete(request)) return;
    // What has arrived is not drawn yet.
    void page.evaluate(() => Object.assign(window.walk, { changedAt: performance.now() })).catch(() => undefined);
  };
  page.on("requestfinished", arrived);
  page.on("requestfailed", arrived);
  // Nor that the script of a worker has arrived.
  page.on("worker", (worker) => {
    for (const request of fetching) if (request.url() === worker.url()) arrived(request);
  });
}

export interface Seen {
  readonly changes: number;
  readonly notices: number;
  readonly refusals: number;
}

/** Whether a spinner turns, or something is on its way. */
export async function isWaiting(page: Page): Promise<boolean> {
  if (parts.get(page)?.size) return true;
  return page.evaluate(() => {
    const spinners =
      ".ant-spin-section, [aria-busy=true], [role=progressbar]:not([aria-valuenow]), .ant-btn-loading-icon";
    const isShown = (element: Element) => element.getBoundingClientRect().width > 0;
    return window.walk?.calls > 0 || [...document.querySelectorAll(spinners)].some(isShown);
  });
}

/** What was counted up to now; a page that is only just there has counted nothing. */
export const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => ({
    changes: window.walk?.changes ?? 0,
    notices: window.walk?.notices ?? 0,
    refusals: window.walk?.refusals.length ?? 0,
  }));
