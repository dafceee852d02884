import type { Page } from "playwright-core";
import type { Envelope } from "../../runtime/wire/envelope.ts";

export type PageAnswer<Result> = Envelope & { readonly status: number; readonly result: Result };

export interface PageCaller {
  get<Result>(path: string, params: Readonly<Record<string, string>>): Promise<PageAnswer<Result>>;
  send<Result>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<PageAnswer<Result>>;
}

/** Calls the API directly with the session of a signed-in page: what a person could do beside the buttons. */
export function callAs(page: Page, consoleUrl: string): PageCaller {
  async function call<Result>(method: string, path: string, body?: unknown): Promise<PageAnswer<Result>> {
    const answer = await page.request.fetch(`${consoleUrl}/api${path}`, {
      method,
      headers: { "X-Access-Token": await tokenOf(page) },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await answer.text();
    return { ...(JSON.parse(text) as Envelope), status: answer.status() } as PageAnswer<Result>;
  }
  return {
    get: (path, params) => call("GET", `${path}?${new URLSearchParams(params)}`),
    send: (method, path, body) => call(method, path, body),
  };
}

async function tokenOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => {
    for (const text of Object.values(localStorage)) {
      const found = /"(?:value|token)":"([\w-]{40,})"/.exec(String(text))?.[1];
      if (found) return found;
    }
    return undefined;
  });
  if (!token) throw new Error("the page holds no token");
  return token;
}
