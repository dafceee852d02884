import { expect, test } from "vitest";
import { aMomentMs, processorMs } from "../../tests/support/processor-ms.ts";
import { isRiskyPattern } from "./risky-pattern.ts";

test.each([
  "(a+)+",
  "(a*)*",
  "(a+)*b",
  "^(\\d+)+$",
  "^(\\w+\\s?)*$",
  "(a|a)*",
  "(a|ab)*c",
  "(.*)*",
  "([a-z]+)*@",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(x+x+)+y",
  "(\\d|\\w)+$",
  "((a{1,20}){1,20}){1,20}$",
  "(a?){50}a{50}",
  ".*.*.*x",
  "\\d*\\d*\\d*$",
  "(a|b|[ab])+c",
  "(?:a+){13,}",
  "(a)\\1",
  "(?<x>a)\\k<x>",
  "(?<=a)b",
  "(?<!a)b",
  "(",
  "a)",
  "[",
  "*a",
  "\\",
  "(".repeat(30),
  "a".repeat(1001),
  "(\\.\\w+\\.?)*$",
  "(a+b?)+$",
  "(a{1,10}){1,10}$",
  "a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}a{0,9}$",
  "(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)$",
  "(?=(a+)+b)a",
])("%s is refused", (pattern) => {
  expect(isRiskyPattern(pattern)).toBe(true);
});

test.each([
  "^\\d{10,20}$",
  "^(1[34578]\\d{9}|0\\d{2,3}-?\\d{7,8})$",
  "^1[3-9]\\d{9}$",
  "^[a-z][a-z0-9-]*(/[a-z0-9-]+)+$",
  "^\\w+@\\w+\\.\\w+$",
  "^[\\w.-]+@([\\w-]+\\.)+[a-z]{2,4}$",
  "^(-?\\d+)(\\.\\d+)?$",
  "^-?\\d+(\\.?\\d+|\\d?)$",
  "^(([1-9][0-9]*)|([0]\\.\\d{0,2}|[1-9][0-9]*\\.\\d{0,2}))$",
  "^((ht|f)tps?):\\/\\/[\\w\\-]+(\\.[\\w\\-]+)+([\\w\\-.,@?^=%&:\\/~+#]*[\\w\\-@?^=%&\\/~+#])?$",
  "^[\\u4e00-\\u9fa5]{2,10}$",
  "^(?=.*\\d)(?=.*[a-z]).{8,20}$",
  "^(a|b)*$",
  "^(,\\d+)*$",
  "^(\\d{3},)*\\d{1,3}$",
  "^[A-Z]{2}\\d{6}$",
  "^.{6,16}$",
  "^[A-Z|a-z]+$",
  "^\\d{4}-\\d{2}-\\d{2}$",
  "^https?://.*$",
  "^\\p{L}+$",
  "",
  "abc",
  "^(男|女)$",
  "^(\\d{1,3}\\.){3}\\d{1,3}$",
  "^([\\w]+\\.*)([\\w]+)@[\\w]+\\.\\w{3}(\\.\\w{2}|)$",
  "^([A-Z]\\d+-)*[A-Z]\\d+$",
])("%s is accepted", (pattern) => {
  expect(isRiskyPattern(pattern)).toBe(false);
});

test("what is accepted answers within a moment on hostile texts of 1,000 characters", () => {
  const hostile = [
    "a".repeat(999),
    "1".repeat(999),
    "a.".repeat(499),
    "a-".repeat(499),
    "/a".repeat(499),
    ",1".repeat(499),
  ];
  const accepted = [
    "^[a-z][a-z0-9-]*(/[a-z0-9-]+)+$",
    "^[\\w.-]+@([\\w-]+\\.)+[a-z]{2,4}$",
    "^(,\\d+)*$",
    "^(a|b)*$",
    "^-?\\d+(\\.?\\d+|\\d?)$",
  ];
  const elapsedMs = processorMs(() => {
    for (const pattern of accepted) for (const text of hostile) new RegExp(pattern, "u").test(`${text}!`);
  });
  expect(elapsedMs).toBeLessThan(aMomentMs);
});
