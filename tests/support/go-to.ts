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
async function closeAndShow({ address, between, kept }: Given): Promise<boolean> {
  const { origin, pathname, search, hash } = new URL(address);
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
    history.pushState({ usr: null, key: String(Math.random()), idx: history.length }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  };
  const isBetween = () => titled("提交成功").some(isSeen);
  const notices = ".ant-message-notice, .ant-notification-notice";
  const windows = "[role=dialog], dialog[open]";
  const isHome = pathname === "/" || pathname === "/dashboard/analysis";

  if (origin !== location.origin || pathname === between || pathname.startsWith("/user/")) return false;
  if (!document.querySelector(".tab-bar")) return false;
  // The home page is never closed; where it is open, it would lie behind the others.
  const hasHome = titled("首页").length > 0;
  if (hasHome && !isHome) return false;
  // They would go by themselves in a moment; nobody shall take them for an answer to what comes next.
  for (const notice of document.querySelectorAll<HTMLElement>(notices)) notice.style.display = "none";
  const before = count(windows);
  show(between);
  // Unsaved input asks before it is left.
  if (!(await until(() => isBetween() || count(windows) > before)) || !isBetween()) return false;
  for (const cross of document.querySelectorAll<HTMLElement>(".tab-bar .ant-tabs-tab-remove")) cross.click();
  // Closing leads to the home page; before it is drawn, the address takes its place.
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
  if (kept) {
    localStorage.clear();
    for (const [key, text] of kept) localStorage.setItem(key, text);
  }
  show(pathname + search + hash);
  // A page behind another tab asks as well.
  if (!(await until(() => !isBetween())) || count(".confirm-text") > 0) return false;
  if (hasHome) document.querySelector<HTMLElement>(".tab-bar > [aria-label=刷新]")?.click();
  return isHome || titled("首页").length === 0;
}
