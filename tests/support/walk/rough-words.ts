import type { Page } from "playwright-core";
import type { Seen } from "./watch-page.ts";

/**
 * Reads what the page says now as a person does who knows Chinese and no programming.
 *
 * @returns what such a person cannot read, or a refusal of the server that nothing tells of
 */
export function roughWords(page: Page, since?: Seen): Promise<string | undefined> {
  return page.evaluate((known) => {
    const machinery =
      /\b[A-Z]\w*(?:Error|Exception)\b|\bError:|\bECONN\w+|\bENOENT\b|syntax error|\bviolates\b|duplicate key|relation "|column "|\bmust (?:be|match|NOT have|have)\b|is not (?:a function|defined)|Cannot (?:read|set)|Unexpected (?:token|end)|status code \d|Network Error|Internal Server/;
    const nothing = /(?:^|[^\w.])(?:undefined|NaN|\[object \w+\]|Invalid Date)(?:$|[^\w.])/;
    const unspoken =
      /^(?:OK|Cancel|Today|Now|No [Dd]ata|Search|Reset|Select (?:date|time)|Start date|End date|Please \w+)$/;
    const isShown = (element: Element) => element.getBoundingClientRect().width > 0;
    const textsOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown).map((element) => element.innerText.trim());
    const said = textsOf("[role=alert], .ant-message-notice, .ant-notification-notice");
    const short = (text: string) => JSON.stringify(text.slice(0, 160));
    for (const text of said) {
      if (machinery.test(text) || nothing.test(text)) return `says ${short(text)}`;
      // An address is said as it is.
      if (/[a-z]{3}/i.test(text) && !/[\u4e00-\u9fff]/.test(text) && !/^\/\S+$/.test(text))
        return `says ${short(text)}, not in Chinese`;
    }
    const place = [...document.querySelectorAll("[role=dialog], main")].filter(isShown).at(-1) ?? document.body;
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const parent = node.parentElement;
      if (!parent || parent.closest("pre, code, script, style, [contenteditable], .monaco-editor")) continue;
      const isData = parent.closest("td, [role=cell]") !== null;
      if ((nothing.test(text) || (!isData && unspoken.test(text))) && isShown(parent)) return `shows ${short(text)}`;
    }
    // Parts of others name their buttons themselves, for readers of the screen only.
    for (const button of place.querySelectorAll("button[aria-label], [role=button][aria-label]")) {
      const name = button.getAttribute("aria-label") ?? "";
      const isWritten = button.closest("td, [role=cell], .monaco-editor") !== null;
      if (!isWritten && /^[A-Z][a-z]+(?: [a-z]+)+$/.test(name) && isShown(button))
        return `names a button ${short(name)}`;
    }
    const refusals = known ? (window.walk?.refusals.slice(known.refusals) ?? []) : [];
    const refusal = refusals.find((message) => !document.body.innerText.includes(message.slice(0, 12)));
    return refusal !== undefined && said.length === 0 ? `is refused without a word: ${short(refusal)}` : undefined;
  }, since);
}
