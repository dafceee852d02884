import type { Locator, Page, Response } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Everything that people read, press and fill in within a part of a page, in its order: headings, labels, columns,
 * cells, tabs, buttons, and controls with their kind. What each server gives a row of its own, times and ids, is left out.
 *
 * @example ["label 单号", "textbox 请输入单号", "button 查询", "columnheader 单号", "cell T1"]
 */
export async function pictureOf(part: Locator): Promise<readonly string[]> {
  const lines = await part.evaluate((root) => {
    const parts =
      "h1, h2, h3, h4, label, dt, dd, button, a, input, textarea, th, td, [role=columnheader], [role=gridcell], [role=tab], [role=menuitem], [role=combobox]";
    const kindOf = (one: Element) => {
      if (one instanceof HTMLInputElement) return one.role ?? one.type;
      return one.role ?? one.tagName.toLowerCase();
    };
    const wordsOf = (one: HTMLElement) => {
      const entry = one as HTMLInputElement;
      const said = one.innerText?.trim() || one.ariaLabel || one.title || entry.placeholder || "";
      return one instanceof HTMLInputElement ? `${said} ${entry.value}` : said;
    };
    return [...root.querySelectorAll<HTMLElement>(parts)]
      .filter((one) => one.checkVisibility())
      .map((one) => `${kindOf(one)} ${wordsOf(one)}`.replaceAll(/\s+/g, " ").trim());
  });
  return lines.map((line) =>
    line.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, "<time>").replaceAll(/\d{18,}/g, "<id>"),
  );
}

/** What a page asks of the server and what it is answered, as `GET main/list?pageNo=1` → answer. */
export interface HeardCall {
  readonly call: string;
  readonly sent: unknown;
  readonly answer: unknown;
}

/**
 * Hears the calls below some addresses, each under the name that it is given here.
 *
 * @param bases name → path below the context path, as `{ main: "/form/ext-order" }`
 * @returns the calls since the last time, in the order of their text
 */
export function listen(page: Page, bases: () => Readonly<Record<string, string>>): () => Promise<readonly HeardCall[]> {
  let heard: Promise<HeardCall>[] = [];
  const hear = (response: Response) => {
    const { pathname, searchParams } = new URL(response.url());
    const [name, base = ""] = Object.entries(bases()).find(([, path]) => pathname.startsWith(`/api${path}/`)) ?? [];
    if (name === undefined) return;
    searchParams.delete("_t");
    searchParams.sort();
    const request = response.request();
    const call = `${request.method()} ${name}${pathname.slice(4 + base.length)}?${searchParams}`;
    heard.push(
      response.json().then((answer) => ({
        call: call.replaceAll(/\d{18,}/g, "<id>"),
        sent: withoutOwn(request.postDataJSON()),
        answer: withoutOwn(answer),
      })),
    );
  };
  page.on("response", hear);
  onTestFinished(() => void page.off("response", hear));
  return async () => {
    const calls = await Promise.all(heard);
    heard = [];
    return calls.sort((one, other) => one.call.localeCompare(other.call));
  };
}

const ownNames: ReadonlySet<string> = new Set(["id", "createTime", "updateTime", "timestamp", "main_id", "pid"]);

/** All of a value but what one server gave it. */
function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !ownNames.has(name));
  return Object.fromEntries(entries.map(([name, entry]) => [name, withoutOwn(entry)]));
}
