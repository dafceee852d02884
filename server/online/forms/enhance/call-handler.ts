import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { readTargets, trustInHost } from "../../../http/gateway/target.ts";
import { checkedLookup } from "../../../http/net/addresses.ts";
import { LazyAgent } from "../../../http/net/lazy-agent.ts";
import { refuse } from "../../../http/refusal.ts";

const deadlineMs = 5_000;
const maxAnswerBytes = 1024 * 1024;

/** Calls to other systems that forms make; to the hosts that the operator lists for the gateway, and no others. */
export class FormHandlers {
  readonly #hosts: readonly string[];
  readonly #agent: LazyAgent;

  constructor(hosts: readonly string[]) {
    this.#hosts = hosts;
    this.#agent = new LazyAgent({
      connect: { lookup: checkedLookup((host) => trustInHost(host, hosts)), timeout: deadlineMs },
      connections: 8,
      maxResponseSize: maxAnswerBytes,
    });
  }

  /** @throws AppError INVALID for an address that is not listed */
  target(address: string): URL {
    const [target] = /^lb:/i.test(address) ? [] : readTargets(address, this.#hosts);
    if (target instanceof URL) return target;
    throw refuse(target ?? "接口地址应为 http 或 https 地址");
  }

  /**
   * Hands a record over and answers what came back for it. Redirects are not followed.
   *
   * @throws AppError INVALID when the other side refuses, is silent or answers no JSON
   */
  async call(address: string, body: { readonly tableName: string; readonly record: Row }): Promise<Row> {
    const url = this.target(address);
    const answer = await this.#post(url, JSON.stringify(body));
    const { success, message, result } = answer;
    if (success === false) throw refuse(typeof message === "string" && message !== "" ? message : "接口拒绝了这次操作");
    return typeof result === "object" && result !== null && !Array.isArray(result) ? (result as Row) : {};
  }

  async #post(url: URL, body: string): Promise<Row> {
    try {
      const { undici, dispatcher } = await this.#agent.open();
      const { statusCode, body: answer } = await undici.request(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        dispatcher,
        signal: AbortSignal.timeout(deadlineMs),
      });
      const text = await answer.text();
      if (statusCode < 200 || statusCode > 299) throw new Error(`status ${statusCode}`);
      const value: unknown = JSON.parse(text);
      if (typeof value !== "object" || value === null) throw new Error("no object");
      return value as Row;
    } catch {
      // Which of the ways it failed says something about the other network to whoever presses buttons.
      throw refuse("接口没有正常应答，没有做任何修改");
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}
