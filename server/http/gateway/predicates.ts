import ipaddr from "ipaddr.js";
import { matchesPath, matchesText } from "./glob.ts";

/** What the conditions of a route look at. */
export interface GatewayCall {
  readonly method: string;
  /** Below `/gateway`, decoded. */
  readonly path: string;
  readonly host: string;
  readonly ip: string;
  header(name: string): string | undefined;
  query(name: string): string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type Condition = (call: GatewayCall) => boolean;

interface PredicateKind {
  /** What to write, for the message. */
  readonly form: string;
  /** Undefined: the arguments do not fit. */
  read(args: readonly string[]): Condition | undefined;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Conditions by name (contract 03 §3.8). Values are compared with `*` and `?`, never as expressions. */
const kinds: Readonly<Record<string, PredicateKind>> = {
  Path: {
    form: '["/demo/**"]',
    read: (args) => {
      if (args.length === 0 || !args.every((one) => one.startsWith("/"))) return undefined;
      return ({ path }) => args.some((pattern) => matchesPath(pattern, path));
    },
  },
  Method: {
    form: '["GET","POST"]',
    read: (args) => {
      const wanted = args.flatMap((one) => one.toUpperCase().split(",")).map((one) => one.trim());
      if (wanted.length === 0 || !wanted.every((one) => methods.has(one))) return undefined;
      return ({ method }) => wanted.includes(method);
    },
  },
  Host: {
    form: '["*.example.com"]',
    read: (args) => {
      if (args.length === 0 || args.includes("")) return undefined;
      return ({ host }) => args.some((pattern) => matchesText(pattern.toLowerCase(), host));
    },
  },
  Header: {
    form: '["name","value*"]',
    read: ([name = "", value = "*", ...more]) => {
      if (!token.test(name) || more.length > 0) return undefined;
      return (call) => fits(call.header(name.toLowerCase()), value);
    },
  },
  Query: {
    form: '["name","value*"]',
    read: ([name = "", value = "*", ...more]) => {
      if (name === "" || more.length > 0) return undefined;
      return (call) => fits(call.query(name), value);
    },
  },
  After: {
    form: '["2026-01-01T00:00:00+08:00"]',
    read: (args) =>
      withTimes(
        args,
        1,
        ([from = 0]) =>
          ({ now }) =>
            now > from,
      ),
  },
  Before: {
    form: '["2026-12-31T00:00:00+08:00"]',
    read: (args) =>
      withTimes(
        args,
        1,
        ([to = 0]) =>
          ({ now }) =>
            now < to,
      ),
  },
  Between: {
    form: '["2026-01-01T00:00:00+08:00","2026-12-31T00:00:00+08:00"]',
    read: (args) =>
      withTimes(args, 2, ([from = 0, to = 0]) => (from < to ? ({ now }) => now > from && now < to : undefined)),
  },
  RemoteAddr: {
    form: '["10.0.0.0/8"]',
    read: (args) => {
      const ranges = args.map(readRange);
      if (ranges.length === 0 || ranges.includes(undefined)) return undefined;
      return ({ ip }) => ranges.some((range) => range !== undefined && isWithin(ip, range));
    },
  },
};

export const predicateNames = Object.keys(kinds);

/** @returns the condition, or in words why it is none */
export function readPredicate(name: string, args: unknown): Condition | string {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) return `不支持匹配条件 ${name}，可用：${predicateNames.join("、")}`;
  const texts = Array.isArray(args) && args.length <= 50 && args.every((one) => typeof one === "string") ? args : [];
  return kind.read(texts) ?? `匹配条件 ${name} 的 args 应为 ${kind.form}`;
}

const fits = (value: string | undefined, pattern: string): boolean =>
  value !== undefined && matchesText(pattern, value);

/** With an offset: without one a time would mean another moment on another server. */
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})/;

function withTimes(
  args: readonly string[],
  count: number,
  make: (times: readonly number[]) => Condition | undefined,
): Condition | undefined {
  // Recorded clients add the zone's name in brackets.
  const times = args.map((one) => (withOffset.test(one) ? Date.parse(one.replace(/\[.*\]$/, "")) : Number.NaN));
  return times.length === count && !times.some(Number.isNaN) ? make(times) : undefined;
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

function readRange(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isWithin(ip: string, [address, bits]: Range): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const caller = ipaddr.process(ip);
  return caller.kind() === address.kind() && caller.match(address, bits);
}
