import { mayAnswer, maySet } from "./forward-headers.ts";

/** A call on its way to the target; filters change it in place. */
export interface Outgoing {
  /** As the client wrote it, encoded. */
  path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
}

export interface RateRule {
  readonly key: "user" | "ip" | "route";
  readonly perSecond: number;
  readonly burst: number;
}

/** What one filter does; each part is left out where it does nothing. */
export interface Filter {
  request?(call: Outgoing): void;
  response?(headers: Record<string, string | string[]>): void;
  readonly rate?: RateRule;
}

type Args = Readonly<Record<string, string>>;

interface FilterKind {
  /** What to write, for the message. */
  readonly form: string;
  /** Undefined: the arguments do not fit. */
  read(args: Args): Filter | undefined;
}

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]{0,2000}$/;
const keyResolvers: Readonly<Record<string, RateRule["key"]>> = {
  user: "user",
  ip: "ip",
  route: "route",
  "#{@userKeyResolver}": "user",
  "#{@ipKeyResolver}": "ip",
  "#{@apiKeyResolver}": "route",
};

const nameAndValue = '[{"key":"name","value":"X-Name"},{"key":"value","value":"text"}]';

/** Filters by name (contract 03 §3.8); each is named as in the gateway that recorded clients know. */
const kinds: Readonly<Record<string, FilterKind>> = {
  StripPrefix: {
    form: '[{"key":"parts","value":"1"}]',
    read: ({ parts = "" }) =>
      /^[1-9]$/.test(parts) ? { request: (call) => stripParts(call, Number(parts)) } : undefined,
  },
  PrefixPath: {
    form: '[{"key":"prefix","value":"/v1"}]',
    read: ({ prefix = "" }) => {
      if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(prefix) || /\/\.{1,2}(\/|$)/.test(prefix)) return undefined;
      return {
        request: (call) => {
          call.path = prefix + call.path;
        },
      };
    },
  },
  AddRequestHeader: {
    form: nameAndValue,
    read: (args) =>
      withHeader(args, maySet, (name, value) => ({
        request: ({ headers }) => {
          headers[name] = value;
        },
      })),
  },
  RemoveRequestHeader: {
    form: '[{"key":"name","value":"X-Name"}]',
    read: (args) =>
      withHeader(args, maySet, (name) => ({
        request: ({ headers }) => {
          delete headers[name];
        },
      })),
  },
  AddRequestParameter: {
    form: '[{"key":"name","value":"from"},{"key":"value","value":"text"}]',
    read: ({ name = "", value = "" }) =>
      name === "" ? undefined : { request: ({ query }) => query.append(name, value) },
  },
  AddResponseHeader: {
    form: nameAndValue,
    read: (args) =>
      withHeader(args, mayAnswer, (name, value) => ({
        response: (headers) => {
          headers[name] = value;
        },
      })),
  },
  RemoveResponseHeader: {
    form: '[{"key":"name","value":"X-Name"}]',
    read: (args) =>
      withHeader(args, mayAnswer, (name) => ({
        response: (headers) => {
          delete headers[name];
        },
      })),
  },
  RequestRateLimiter: {
    form:
      '[{"key":"key-resolver","value":"user"},{"key":"redis-rate-limiter.replenishRate","value":"10"},' +
      '{"key":"redis-rate-limiter.burstCapacity","value":"20"}]',
    read: readRate,
  },
};

export const filterNames = Object.keys(kinds);

/** @returns the filter, or in words why it is none */
export function readFilter(name: string, args: unknown): Filter | string {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) return `不支持过滤器 ${name}，可用：${filterNames.join("、")}`;
  const named = readArgs(args);
  return (named && kind.read(named)) ?? `过滤器 ${name} 的 args 应为 ${kind.form}`;
}

function readArgs(args: unknown): Args | undefined {
  if (!Array.isArray(args) || args.length > 20) return undefined;
  const pairs = args.map((one) => [(one as { key?: unknown } | null)?.key, (one as { value?: unknown } | null)?.value]);
  if (!pairs.every(([key, value]) => typeof key === "string" && ["string", "number"].includes(typeof value))) {
    return undefined;
  }
  return Object.fromEntries(pairs.map(([key, value]) => [String(key), String(value)]));
}

export function stripParts(call: Outgoing, parts: number): void {
  call.path = `/${call.path
    .split("/")
    .slice(1 + parts)
    .join("/")}`;
}

function withHeader(
  { name = "", value = "" }: Args,
  isPermitted: (name: string) => boolean,
  make: (name: string, value: string) => Filter,
): Filter | undefined {
  const lower = name.toLowerCase();
  return token.test(name) && headerValue.test(value) && isPermitted(lower) ? make(lower, value) : undefined;
}

function readRate(args: Args): Filter | undefined {
  const key = keyResolvers[args["key-resolver"] ?? "user"];
  const [perSecond = 0, burst = 0] = ["replenishRate", "burstCapacity"].map((part) =>
    Number(args[`redis-rate-limiter.${part}`]),
  );
  const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= 100_000;
  return key !== undefined && isCount(perSecond) && isCount(burst) ? { rate: { key, perSecond, burst } } : undefined;
}
