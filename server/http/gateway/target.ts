import { type Trust, trustIn } from "../net/addresses.ts";
import { listedAs, parseHostEntry } from "../net/host-list.ts";

const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Where a route leads, or in words why nowhere. */
export type Target = URL | string;

/**
 * The targets of an address: one for `http` and `https`, for `lb://service` one for each entry `service=host:port`.
 *
 * @param hosts the operator's list, `GATEWAY_HOSTS`
 */
export function readTargets(uri: string, hosts: readonly string[]): readonly Target[] {
  const service = /^lb:\/\/([A-Za-z0-9_-]+)$/.exec(uri)?.[1]?.toLowerCase();
  if (service === undefined) return [readTarget(uri, hosts)];
  const members = hosts.map(parseHostEntry).filter((entry) => entry.service === service && !entry.isWildcard);
  if (members.length === 0) return [`没有服务 ${service}，请运维在环境变量 GATEWAY_HOSTS 中加入 ${service}=主机:端口`];
  return members.map(({ host, port }) => new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port ?? 80}`));
}

function readTarget(address: string, hosts: readonly string[]): Target {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const usualPort = usualPorts[url?.protocol ?? ""];
  if (!url || usualPort === undefined) return "目标地址应为 http、https 或 lb:// 地址";
  if (url.username !== "" || url.password !== "") return "目标地址不能带用户名和密码";
  const host = bareHost(url.hostname);
  const port = Number(url.port || usualPort);
  if (listedAs({ host, port }, usualPort, hosts) !== undefined) return url;
  return `不允许转发到 ${host}:${port}，请运维在环境变量 GATEWAY_HOSTS 中加入`;
}

/** What the list says of a host on any port: what its name may resolve to does not depend on the port. */
export function trustInHost(host: string, hosts: readonly string[]): Trust | undefined {
  const ports = hosts.map((entry) => parseHostEntry(entry).port ?? 0);
  const listings = ports.map((port) => listedAs({ host, port }, 0, hosts));
  if (listings.includes("exact")) return trustIn(host, "exact");
  return listings.includes("wildcard") ? "wildcard" : undefined;
}

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
