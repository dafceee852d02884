import type { Page } from "playwright-core";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { testPassword } from "./console-server.ts";

export type PageAnswer<Result> = Envelope & { readonly status: number; readonly result: Result };

export interface PageCaller {
  get<Result>(path: string, params: Readonly<Record<string, string>>): Promise<PageAnswer<Result>>;
  send<Result>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<PageAnswer<Result>>;
}

/** Calls the API directly with the session of a signed-in page: what a person could do beside the buttons. */
export const callAs = (page: Page, consoleUrl: string): PageCaller => caller(consoleUrl, () => tokenOf(page));

/** The same with a session that no page shows; without a token, as somebody who has not signed in. */
export const callerWith = (consoleUrl: string, token?: string): PageCaller =>
  caller(consoleUrl, token === undefined ? undefined : async () => token);

/** Signs in without a page; answers the session's token. */
export async function openSession(consoleUrl: string, username: string, password = testPassword): Promise<string> {
  const body = { username, password, captcha: "", checkKey: "" };
  const answer = await callerWith(consoleUrl).send<{ readonly token: string }>("POST", "/sys/login", body);
  if (!answer.success) throw new Error(`${username} could not sign in: ${answer.message}`);
  return answer.result.token;
}

/** The same as somebody who has no page open. */
export const callerOf = async (consoleUrl: string, username: string): Promise<PageCaller> =>
  callerWith(consoleUrl, await openSession(consoleUrl, username));

function caller(consoleUrl: string, token?: () => Promise<string>): PageCaller {
  async function call<Result>(method: string, path: string, body?: unknown): Promise<PageAnswer<Result>> {
    const answer = await fetch(`${consoleUrl}/api${path}`, {
      method,
      headers: {
        ...(token ? { "X-Access-Token": await token() } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ...((await answer.json()) as Envelope), status: answer.status } as PageAnswer<Result>;
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
