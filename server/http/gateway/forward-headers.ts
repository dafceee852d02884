import type { FastifyRequest } from "fastify";

/** Of one connection only (RFC 9110 §7.6.1), or made anew on the next one. */
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
];

/** What says who is signed in to this console, or from where; a target learns only what the gateway itself tells it. */
const ours = [
  "x-access-token",
  "authorization",
  "cookie",
  "tenant_id",
  "tenant-id",
  "x-tenant-id",
  "host",
  "origin",
  "referer",
  "forwarded",
  "x-real-ip",
  "x-request-id",
  "sec-websocket-protocol",
];
const notSent = new Set([...hopByHop, ...ours]);
const isForwardedBySomebody = (name: string) => name.startsWith("x-forwarded-") || name.startsWith("sec-fetch-");

/** Rules that browsers follow for our own origin; a target does not set them. */
const notAnswered = new Set([
  ...hopByHop,
  "set-cookie",
  "content-security-policy",
  "content-security-policy-report-only",
  "strict-transport-security",
  "x-frame-options",
  "x-content-type-options",
  "x-request-id",
  "clear-site-data",
  "service-worker-allowed",
  "location",
  "refresh",
]);

/** Whether a route may put or remove it on the way to the target: not what the gateway itself says. */
export const maySet = (name: string): boolean =>
  !hopByHop.includes(name) &&
  !isForwardedBySomebody(name) &&
  !["host", "content-length", "content-encoding", "x-request-id"].includes(name);

/** Whether a target or a route may answer it. */
export const mayAnswer = (name: string): boolean =>
  !notAnswered.has(name) && !name.startsWith("access-control-") && !name.startsWith("cross-origin-");

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers for the target: the caller's without session and connection, and who called by which request. */
export function headersToTarget(request: FastifyRequest): Record<string, string> {
  const named = connectionNames(request.headers);
  const kept = Object.entries(request.headers).filter(
    ([name, value]) => value !== undefined && !notSent.has(name) && !isForwardedBySomebody(name) && !named.has(name),
  );
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(", ")])),
    "x-request-id": request.id,
    "x-forwarded-for": request.ip,
    "x-forwarded-host": request.host,
    "x-forwarded-proto": request.protocol,
  };
}

/** Headers for the caller; what is ours stays as it is. */
export function headersToCaller(headers: Headers): Record<string, string | string[]> {
  const named = connectionNames(headers);
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && mayAnswer(entry[0]) && !named.has(entry[0]),
  );
  return Object.fromEntries(kept);
}

/** `Connection: close, X-Once` names headers that belong to the connection, too. */
function connectionNames({ connection }: Headers): ReadonlySet<string> {
  const names = [connection ?? []].flat().join(",").split(",");
  return new Set(names.map((name) => name.trim().toLowerCase()));
}
