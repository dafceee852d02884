import { AddressRefused } from "../http/net/addresses.ts";
import type { Outgoing } from "../http/net/outgoing.ts";
import { type WebhookMessage, webhookHeaders } from "./sign-webhook.ts";

/** What became of one try. */
export interface Attempt {
  readonly isAccepted: boolean;
  /** HTTP status; undefined when nothing was answered. */
  readonly answerCode: number | undefined;
  /** Why it was not accepted, in words for an administrator. */
  readonly reason: string | undefined;
  readonly costMs: number;
}

/** Posts a signed message; accepted is an answer of 2xx within the time of one call, whatever its body. */
export async function sendWebhook(
  out: Outgoing,
  url: string,
  message: WebhookMessage,
  secret: string,
): Promise<Attempt> {
  const start = performance.now();
  const ended = (answerCode: number | undefined, reason: string | undefined): Attempt => ({
    isAccepted: reason === undefined,
    answerCode,
    reason,
    costMs: Math.round(performance.now() - start),
  });
  try {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "schema-console",
      ...webhookHeaders(message, secret),
    };
    const answer = await out.fetch(url, { method: "POST", headers, body: message.body });
    // Nothing of the answer is kept: an address inside the network would be read that way.
    await answer.body?.cancel();
    return ended(answer.status, answer.ok ? undefined : reasonOfStatus(answer.status));
  } catch (error) {
    return ended(undefined, reasonOfFailure(error));
  }
}

function reasonOfStatus(status: number): string {
  if (status >= 300 && status < 400) return `接收方答复 ${status}，不跟随重定向，请填写最终地址`;
  return `接收方答复 ${status}`;
}

/** Failures by the code or name that undici, the resolver or the system gives them. */
const failures: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: "地址不允许连接",
  ENOTFOUND: "找不到主机",
  EAI_AGAIN: "找不到主机",
  ECONNREFUSED: "连接被拒绝",
  ECONNRESET: "连接被中断",
  UND_ERR_SOCKET: "连接被中断",
  UND_ERR_CONNECT_TIMEOUT: "连接超时",
  UND_ERR_HEADERS_TIMEOUT: "没有按时答复",
  TimeoutError: "没有按时答复",
};

function reasonOfFailure(error: unknown): string {
  if (error instanceof AddressRefused && error.message.startsWith("不允许")) return error.message;
  const causes = [error, (error as { readonly cause?: unknown }).cause];
  const names = causes.flatMap((one) => {
    const { code, name } = (one ?? {}) as { readonly code?: unknown; readonly name?: unknown };
    return [String(code), String(name)];
  });
  const known = names.find((name) => failures[name] !== undefined);
  return (known && failures[known]) ?? "连接失败";
}
