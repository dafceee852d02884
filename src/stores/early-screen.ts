import type { RequestOptions } from "../../runtime/react/services.ts";
import type { ApiClient } from "../api/client.ts";

const below = "/lowcode/screens/";

/** The document of the first page, asked for as soon as its address is known: what draws it is still on its way then. */
export class EarlyScreen {
  private readonly client: Pick<ApiClient, "request">;
  private waiting: { readonly url: string; readonly answer: Promise<unknown> } | undefined;

  constructor(client: Pick<ApiClient, "request">) {
    this.client = client;
  }

  /** @param screenId undefined for a page that reads none: an answer to somebody before is not left for whoever comes */
  ask(screenId: string | undefined): void {
    this.waiting = undefined;
    if (screenId === undefined) return;
    const url = below + screenId;
    const answer = this.client.request<unknown>({ method: "GET", url, quiet: "all" });
    this.waiting = { url, answer };
    // Whoever draws the page asks again and tells what failed.
    answer.catch(() => undefined);
  }

  /**
   * The answer to a call that reads the document. The first that reads any takes it: an answer that nobody wanted then
   * would be old for the next. A failed one is asked for anew, as the call says.
   *
   * @returns undefined when it was not asked for
   */
  take<Result>(options: RequestOptions): Promise<Result> | undefined {
    if (options.method !== "GET" || !options.url.startsWith(below)) return undefined;
    const { url, answer } = this.waiting ?? {};
    this.waiting = undefined;
    if (!answer || url !== options.url) return undefined;
    return (answer as Promise<Result>).catch(() => this.client.request<Result>(options));
  }
}
