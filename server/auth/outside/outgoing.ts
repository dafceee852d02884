import { Agent, fetch } from "undici";
import { isLoopback } from "../../config/loopback.ts";
import { trustInHost } from "../../http/gateway/target.ts";
import { AddressRefused, checkedLookup } from "../../http/net/addresses.ts";
import { listedAs } from "../../http/net/host-list.ts";

/** Of one call to a provider, everything included. */
export const callMs = 8_000;
const connectMs = 4_000;
const maxBytes = 512 * 1024;
const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Why the server does not call an address, in words for an administrator; undefined when it may. */
export function whyUnreachable(address: string, hosts: readonly string[]): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const usualPort = usualPorts[url?.protocol ?? ""];
  if (!url || usualPort === undefined) return "地址须以 https:// 开头";
  if (url.username !== "" || url.password !== "") return "地址不能带用户名和密码";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  // Without TLS anybody on the way could say who somebody is.
  if (url.protocol === "http:" && !isLoopback(host)) return "地址须以 https:// 开头，http 只在本机上有效";
  const port = Number(url.port || usualPort);
  if (listedAs({ host, port }, usualPort, hosts) !== undefined) return undefined;
  return `不允许连接 ${host}:${port}，请运维在环境变量 SIGN_IN_HOSTS 中加入`;
}

/** Calls to providers: listed hosts only, no redirects, a limit of time and of size. */
export class Outgoing {
  readonly #agent: Agent;
  readonly #hosts: readonly string[];

  constructor(hosts: readonly string[]) {
    this.#hosts = hosts;
    this.#agent = new Agent({
      connect: { lookup: checkedLookup((host) => trustInHost(host, hosts)), timeout: connectMs },
      headersTimeout: callMs,
      bodyTimeout: callMs,
      maxResponseSize: maxBytes,
      connections: 16,
    });
  }

  /** As the global `fetch`. @throws AddressRefused for a host that is not listed */
  readonly fetch = async (address: string, options: object = {}): Promise<Response> => {
    const reason = whyUnreachable(address, this.#hosts);
    if (reason !== undefined) throw new AddressRefused(reason);
    // Whoever calls may bring a signal of its own; this one ends a body that drips.
    const { signal } = options as { readonly signal?: AbortSignal };
    const limit = AbortSignal.timeout(callMs);
    const answer = await fetch(address, {
      ...options,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      dispatcher: this.#agent,
    });
    return answer as unknown as Response;
  };

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
