import type { Rule } from "../schema/types.gen.ts";
import { isCreditCode, isIdCard } from "./checksums.ts";
import { mobileNumber } from "./mobile-number.ts";
import { recordMessages as texts } from "./record-messages.ts";
import { isRiskyPattern } from "./risky-pattern.ts";

/** A named check of one non-empty text. */
export interface NamedPattern {
  readonly code: string;
  /** What is accepted, for the editor of rules. */
  readonly title: string;
  readonly test: (value: string) => boolean;
  /** Says how it would be right. */
  readonly message: string;
}

const named = (code: keyof typeof texts.patterns, test: RegExp | ((value: string) => boolean)): NamedPattern => ({
  code,
  ...texts.patterns[code],
  test: typeof test === "function" ? test : (value) => test.test(value),
});

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const emailPattern = new RegExp(`^[A-Za-z0-9._%+'-]{1,64}@${label}(?:\\.${label}){1,8}$`);

const isEmail = (value: string): boolean =>
  value.length <= 254 &&
  emailPattern.test(value) &&
  !value.startsWith(".") &&
  !value.includes("..") &&
  !value.includes(".@");

/** `http://` or `https://`, a host with an optional port, then anything without blanks, quotes and angle brackets. */
function isWebAddress(value: string): boolean {
  const match = /^https?:\/\/([^/?#\s]+)([/?#][^\s"'<>\\]*)?$/i.exec(value);
  const host = match?.[1] ?? "";
  return value.length <= 2000 && /^(?:[\w\u4e00-\u9fff-]+\.)*[\w\u4e00-\u9fff-]+(?::\d{1,5})?$/.test(host);
}

const isSitePath = (value: string): boolean => /^\/(?:[^/\s"'<>\\][^\s"'<>\\]*)?$/.test(value);

const characters = (value: string): number => [...value].length;

/**
 * Codes that a rule's `pattern` may name. The one-letter and range codes come from the editable tables of the
 * recorded product and keep its limits (`n6-16` accepts 18 digits); the others are the form rules.
 */
const list: readonly NamedPattern[] = [
  named("*", (value) => value.trim() !== ""),
  named("n6-16", /^\d{6,18}$/),
  named("*6-16", (value) => characters(value) >= 6 && characters(value) <= 16),
  named("s6-18", /^[A-Za-z]{6,18}$/),
  named("url", (value) => isWebAddress(value) || isSitePath(value)),
  named("http", isWebAddress),
  named("e", isEmail),
  named("email", isEmail),
  named("m", /^1[3-9]\d{9}$/),
  named("mobile", mobileNumber),
  named("p", /^[1-9]\d{5}$/),
  named("s", /^[A-Za-z]+$/),
  named("letters", /^[A-Za-z]+$/),
  named("n", /^-?\d+(?:\.\d+)?$/),
  named("z", /^-?\d+$/),
  named("money", /^\d{1,15}(?:\.\d{1,2})?$/),
  named("natural", /^\d+$/),
  named("username", /^\w+$/),
  named("username-length", (value) => characters(value) >= 4 && characters(value) <= 18),
  named("landline", /^(?:0\d{2,3}-?)?[1-9]\d{6,7}(?:-\d{1,6})?$/),
  named("bankcard", /^\d{10,20}$/),
  named("idno", /^[A-Za-z0-9]{1,50}$/),
  named("idcard", isIdCard),
  named("credit", isCreditCode),
  named("qq", /^[1-9]\d{4,11}$/),
  named("alnum20", /^[A-Za-z0-9]{1,20}$/),
  named("name", /^[\u3400-\u9fffA-Za-z· ]{2,100}$/),
  named("digits-lines", /^[\d\r\n]+$/),
  named("max255", (value) => characters(value) <= 255),
];

export const namedPatterns: ReadonlyMap<string, NamedPattern> = new Map(list.map((pattern) => [pattern.code, pattern]));

/** Longest value that a written regular expression is tried on. */
export const patternValueLimit = 1000;

const written = new Map<string, NamedPattern>();

/**
 * The check that a rule's `pattern` means: a named code, or a regular expression. Expressions that may backtrack
 * without end, or that are no expressions, refuse every value: a rule that cannot be applied must not pass silently.
 * `only` (unique) is no check of one value and accepts everything; uniqueness is checked where all rows are known.
 */
export function patternOf(pattern: string): NamedPattern {
  const known = namedPatterns.get(pattern) ?? written.get(pattern);
  if (known) return known;
  const made: NamedPattern =
    pattern === "only"
      ? { code: pattern, title: texts.only, test: () => true, message: "" }
      : { code: pattern, title: pattern, test: testOf(pattern), message: texts.pattern };
  if (written.size >= 1000) written.clear();
  written.set(pattern, made);
  return made;
}

/** Whether the rule tells that another record holds the value, without refusing it. */
export const warnsOfTaken = (rule: Rule): boolean =>
  "pattern" in rule && rule.pattern === "only" && rule.level === "warning";

function testOf(pattern: string): (value: string) => boolean {
  if (isRiskyPattern(pattern)) return () => false;
  const expression = regularExpression(pattern);
  return (value) => value.length <= patternValueLimit && (expression?.test(value) ?? false);
}

/** Unicode mode first, because `.` should mean a character; older patterns escape more than it allows. */
export function regularExpression(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // not valid with these flags
    }
  }
  return undefined;
}
