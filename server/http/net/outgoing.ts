import { isLoopback } from "../../config/loopback.ts";
import { trustInHost } from "../gateway/target.ts";
import { AddressRefused, checkedLookup } from "./addresses.ts";
import { listedAs } from "./host-list.ts";
import { LazyAgent } from "./lazy-agent.ts";

/** Of one call, everything included. */
export const outgoingLimits = { callMs: 8_000 };
const connectMs = 4_000;
const maxBytes = 512 * 1024;
const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** What an operator allows, and the environment variable that says so. */
export interface AllowedHosts {
  readonly hosts: readonly string[];
  readonly setting: "SIGN_IN_HOSTS" | "WEBHOOK_HOSTS";
}

/** Why the server does not call an address, in words for an administrator; undefined when it may. */
export function whyUnreachable(address: string, { hosts, setting }: AllowedHosts): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const usualPort = usualPorts[url?.protocol ?? ""];
  if (!url || usualPort === undefined) return "地址须以 https:// 开头";
  if (url.username !== "" || url.password !== "") return "地址不能带用户名和密码";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  // Without TLS anybody on the way could read along, or say who somebody is.
  if (url.protocol === "http:" && !isLoopback(host)) return "地址须以 https:// 开头，http 只在本机上有效";
  const port = Number(url.port || usualPort);
  if (listedAs({ host, port }, usualPort, hosts) !== undefined) return undefined;
  return `不允许连接 ${host}:${port}，请运维在环境变量 ${setting} 中加入`;
}

/** Calls to hosts that an administrator typed: listed ones only, no redirects, a limit of time and of size. */
export class Outgoing {
  readonly #agent: LazyAgent;
  readonly #allowed: AllowedHosts;

  constructor(allowed: AllowedHosts) {
    this.#allowed = allowed;
    this.#agent = new LazyAgent({
      connect: { lookup: checkedLookup((host) => trustInHost(host, allowed.hosts)), timeout: connectMs },
      headersTimeout: outgoingLimits.callMs,
      bodyTimeout: outgoingLimits.callMs,
      maxResponseSize: maxBytes,
      connections: 16,
    });
  }

  /** As the global `fetch`. @throws AddressRefused for a host that is not listed */
  readonly fetch = async (address: string, options: object = {}): Promise<Response> => {
    const reason = whyUnreachable(address, this.#allowed);
    if (reason !== undefined) throw new AddressRefused(reason);
    // Whoever calls may bring a signal of its own; this one ends a body that drips.
    const { signal } = options as { readonly signal?: AbortSignal };
    const limit = AbortSignal.timeout(outgoingLimits.callMs);
    const { undici, dispatcher } = await this.#agent.open();
    const answer = await undici.fetch(address, {
      ...options,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      dispatcher,
    });
    return answer as unknown as Response;
  };

  close(): Promise<void> {
    return this.#agent.close();
  }
}
