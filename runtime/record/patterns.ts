import { isCreditCode, isIdCard } from "./checksums.ts";
import { isRiskyPattern } from "./risky-pattern.ts";

/** A named check of one non-empty text. */
export interface NamedPattern {
  readonly code: string;
  /** What is accepted, for the editor of rules. */
  readonly title: string;
  readonly test: (value: string) => boolean;
  /** Chinese, says how it would be right. */
  readonly message: string;
}

const named = (
  code: string,
  title: string,
  test: RegExp | ((value: string) => boolean),
  message: string,
): NamedPattern => ({
  code,
  title,
  test: typeof test === "function" ? test : (value) => test.test(value),
  message,
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
  named("*", "非空", (value) => value.trim() !== "", "不能为空"),
  named("n6-16", "6到16位数字", /^\d{6,18}$/, "请输入6到16位数字"),
  named(
    "*6-16",
    "6到16位任意字符",
    (value) => characters(value) >= 6 && characters(value) <= 16,
    "请输入6到16位任意字符",
  ),
  named("s6-18", "6到18位字母", /^[A-Za-z]{6,18}$/, "请输入6到18位字母"),
  named("url", "网址", (value) => isWebAddress(value) || isSitePath(value), "请输入以http和https开头的网址"),
  named("http", "完整网址", isWebAddress, "请输入以http和https开头的网址"),
  named("e", "电子邮件", isEmail, "邮箱格式不正确"),
  named("email", "电子邮件", isEmail, "邮箱格式不正确"),
  named("m", "手机号码", /^1[3-9]\d{9}$/, "请输入正确手机号"),
  named("mobile", "手机号", /^1[34578]\d{9}$/, "请输入正确手机号"),
  named("p", "邮政编码", /^[1-9]\d{5}$/, "请输入正确的邮政编码"),
  named("s", "字母", /^[A-Za-z]+$/, "请输入英文字符"),
  named("letters", "英文字母", /^[A-Za-z]+$/, "请输入英文字符"),
  named("n", "数字", /^-?\d+(?:\.\d+)?$/, "请输入数字"),
  named("z", "整数", /^-?\d+$/, "请输入整数"),
  named("money", "金额", /^\d{1,15}(?:\.\d{1,2})?$/, "请输入正确的金额，最多两位小数"),
  named("natural", "自然数", /^\d+$/, "请输入自然数"),
  named("username", "用户名", /^\w+$/, "只允许字母、数字、下划线"),
  named(
    "username-length",
    "用户名长度",
    (value) => characters(value) >= 4 && characters(value) <= 18,
    "长度6到18个字符",
  ),
  named("landline", "座机号", /^(?:0\d{2,3}-?)?[1-9]\d{6,7}(?:-\d{1,6})?$/, "请输入正确的座机号"),
  named("bankcard", "银行卡号", /^\d{10,20}$/, "请输入正确的银行卡号码"),
  named("idno", "证件号码", /^[A-Za-z0-9]{1,50}$/, "请输入正确的证件号码"),
  named("idcard", "身份证号码", isIdCard, "请输入正确的身份证号码"),
  named("credit", "统一社会信用代码", isCreditCode, "请输入正确的统一社会信用代码"),
  named("qq", "QQ 号码", /^[1-9]\d{4,11}$/, "请输入正确的QQ号码"),
  named("alnum20", "20位以内的英文字符和数字", /^[A-Za-z0-9]{1,20}$/, "请输入20位以内的英文字符和数字"),
  named("name", "2到100位的中英文字符和空格", /^[\u3400-\u9fffA-Za-z· ]{2,100}$/, "请输入2到100位的中英文字符和空格"),
  named("digits-lines", "数字和换行符", /^[\d\r\n]+$/, "请输入数字和换行符"),
  named("max255", "255位以内的字符", (value) => characters(value) <= 255, "请输入255位以内的字符"),
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
      ? { code: pattern, title: "唯一", test: () => true, message: "" }
      : { code: pattern, title: pattern, test: testOf(pattern), message: "请按规定的格式输入" };
  if (written.size >= 1000) written.clear();
  written.set(pattern, made);
  return made;
}

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
