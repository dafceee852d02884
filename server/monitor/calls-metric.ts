import { AppError } from "../http/errors.ts";
import type { Metric } from "./metrics.ts";
import type { CallFigures } from "./requests.ts";

export const callsMetricName = "http.server.requests";

/** By the first figure of the status, as the recorded interface calls them. */
const outcomes: Readonly<Record<string, string>> = {
  1: "INFORMATIONAL",
  2: "SUCCESS",
  3: "REDIRECTION",
  4: "CLIENT_ERROR",
  5: "SERVER_ERROR",
};

/** What calls are told apart by. Addresses are not: there are as many as ids. */
const tags = {
  method: ({ method }: CallFigures) => method,
  status: ({ status }: CallFigures) => String(status),
  outcome: ({ status }: CallFigures) => outcomes[Math.floor(status / 100)] ?? "UNKNOWN",
} as const;
type Tag = keyof typeof tags;

/**
 * The calls of this process as one figure: how many, their time together and the slowest, in seconds since the start.
 *
 * @param asked `name:value` as one query parameter or several, which all have to hold
 * @returns undefined where no call is left, as for an unknown name
 * @throws AppError BAD_REQUEST for one without a colon
 * @example readCallsMetric(calls, "outcome:SUCCESS")?.measurements[0] // { statistic: "COUNT", value: 12 }
 */
export function readCallsMetric(calls: readonly CallFigures[], asked: unknown): Metric | undefined {
  const wanted = readTags(asked);
  if ([...wanted.keys()].some((name) => !Object.hasOwn(tags, name))) return undefined;
  const left = calls.filter((call) => [...wanted].every(([name, value]) => tags[name as Tag](call) === value));
  if (left.length === 0) return undefined;
  const sum = (value: (call: CallFigures) => number) => left.reduce((total, call) => total + value(call), 0);
  return {
    name: callsMetricName,
    description: "HTTP 请求的数量和用时",
    baseUnit: "seconds",
    measurements: [
      { statistic: "COUNT", value: sum(({ count }) => count) },
      { statistic: "TOTAL_TIME", value: sum(({ timeMs }) => timeMs) / 1_000 },
      { statistic: "MAX", value: Math.max(...left.map(({ maxMs }) => maxMs)) / 1_000 },
    ],
    availableTags: (Object.keys(tags) as Tag[])
      .filter((tag) => !wanted.has(tag))
      .map((tag) => ({ tag, values: [...new Set(left.map(tags[tag]))].sort() })),
  };
}

function readTags(asked: unknown): ReadonlyMap<string, string> {
  const texts = asked === undefined ? [] : [asked].flat().map(String);
  return new Map(
    texts.map((text) => {
      const at = text.indexOf(":");
      if (at < 1) throw new AppError("BAD_REQUEST");
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
