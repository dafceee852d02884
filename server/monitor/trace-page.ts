import { businessTime } from "../../runtime/format/business-time.ts";
import type { Trace } from "./requests.ts";

/** As recorded clients read it (contract 05 §5.4); headers are never kept. */
export function springTrace({ at, method, uri, status, timeMs }: Trace) {
  return {
    timestamp: new Date(at).toISOString(),
    request: { method, uri, headers: {} },
    response: { status, headers: {} },
    timeTaken: timeMs,
  };
}

/** Calls newest first, narrowed by method, address, status and person. */
export function tracePage(
  traces: readonly Trace[],
  query: Readonly<Record<string, string | undefined>>,
  timeZone: string,
) {
  const plain = (name: string) => (query[name] ?? "").replaceAll("*", "");
  const methods = plain("method").split(",").filter(Boolean);
  const matching = traces.filter(
    (trace) =>
      (methods.length === 0 || methods.includes(trace.method)) &&
      trace.uri.includes(plain("uri")) &&
      String(trace.status).startsWith(plain("status")) &&
      (plain("username") === "" || trace.username === plain("username")),
  );
  const size = Math.min(200, Math.max(1, Number(query.pageSize) || 10));
  const current = Math.max(1, Number(query.pageNo) || 1);
  const records = matching.slice((current - 1) * size, current * size).map(({ at, ...trace }) => ({
    ...trace,
    time: businessTime(new Date(at), timeZone),
    speed: trace.timeMs < 500 ? "fast" : trace.timeMs < 1_000 ? "fair" : trace.timeMs < 1_500 ? "slow" : "bad",
  }));
  return { records, total: matching.length, size, current, pages: Math.ceil(matching.length / size) };
}
