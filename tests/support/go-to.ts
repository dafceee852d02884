import type { Page } from "playwright-core";

/** A page of the console that asks the server for nothing and has no tab. */
const between = "/result/success";

/**
 * Opens an address in the console that is loaded already, with every other page closed: a fifth of the processor time of
 * loading it anew, which it does where something is left that closing pages does not end. What the console holds in memory
 * stays: a case about that uses `page.goto`.
 *
 * @param address with its origin
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (await goInside(page, address)) return;
  await page.goto(address);
  await page.getByRole("navigation").first().waitFor();
}

/**
 * @param kept what the browser shall keep when the address is opened; as it is unless given
 * @returns whether the address is shown; false when the console has to be loaded anew for it
 */
export async function goInside(
  page: Page,
  address: string,
  kept?: readonly (readonly [key: string, text: string])[],
): Promise<boolean> {
  // Where the page goes elsewhere meanwhile, nothing answers.
  return page.evaluate(closeAndShow, { address, between, kept }).catch(() => false);
}

interface Given {
  readonly address: string;
  readonly between: string;
  readonly kept?: readonly (readonly [key: string, text: string])[] | undefined;
}

/** Runs in the page. */
async function closeAndShow(given: Given): Promise<boolean> {
  const { origin, pathname, search, hash } = new URL(given.address);
  const isSeen = (element: Element) => element.getClientRects().length > 0;
  const count = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen).length;
  const titled = (title: string) => [...document.querySelectorAll("h1")].filter((h1) => h1.textContent === title);
  const until = async (holds: () => boolean): Promise<boolean> => {
    for (let round = 0; round < 400; round += 1) {
      if (holds()) return true;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return false;
  };
  /** As the browser's Back does it. */
  const show = (to: string) => {
    history.pushState({ usr: null, key: Math.random().toString(36).slice(2), idx: history.length }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  };
  const isBetween = () => titled("提交成功").some(isSeen);
  const notices = ".ant-message-notice, .ant-notification-notice";
  const windows = "[role=dialog], dialog[open], [role=tooltip], .ant-dropdown, .ant-select-dropdown";
  const crosses = ".tab-bar .ant-tabs-tab-remove";

  if (origin !== location.origin || pathname === given.between || pathname.startsWith("/user/")) return false;
  if (!document.querySelector(".tab-bar")) return false;
  // They would go by themselves in a moment; nobody shall take them for an answer to what comes next.
  for (const notice of document.querySelectorAll<HTMLElement>(notices)) notice.style.display = "none";
  const before = count(windows);
  // Unsaved input asks before it is left.
  show(given.between);
  if (!(await until(() => isBetween() || count(windows) > before)) || !isBetween()) return false;
  for (const cross of document.querySelectorAll<HTMLElement>(crosses)) cross.click();
  if (!(await until(() => document.querySelector(crosses) === null || count(windows) > 0))) return false;
  if (count(windows) > 0) return false;
  if (given.kept) {
    localStorage.clear();
    for (const [key, text] of given.kept) localStorage.setItem(key, text);
  }
  // The home page is never closed; where it was open, it would lie behind the others.
  const isHome = pathname === "/" || pathname === "/dashboard/analysis";
  const hasHome = titled("首页").length > 0;
  if (hasHome && !isHome) return false;
  show(pathname + search + hash);
  if (!(await until(() => !isBetween()))) return false;
  if (hasHome) document.querySelector<HTMLElement>(".tab-bar > [aria-label=刷新]")?.click();
  return true;
}
