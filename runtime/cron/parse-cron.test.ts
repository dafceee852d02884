import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveCount } from "../../tests/support/prove.ts";
import { cronArbitrary } from "./cron-arbitrary.ts";
import { dailyCron } from "./cron-parts.ts";
import { CronError, cronProblem, parseCron } from "./parse-cron.ts";
import { withCronPart, writeCron } from "./write-cron.ts";

describe("CRN-01 an expression is read back into modes", () => {
  test.each([
    ["second", "5-20 0 0 * * ?", { mode: "range", from: 5, to: 20 }],
    ["minute", "0 0/5 9-18 * * ?", { mode: "increment", start: 0, step: 5 }],
    ["minute", "0 */5 9-18 * * ?", { mode: "increment", step: 5 }],
    ["hour", "0 0 18,8,12,8 * * ?", { mode: "specific", values: [8, 12, 18] }],
    ["hour", "0 0 22-2 * * ?", { mode: "range", from: 22, to: 2 }],
    ["day", "0 0 0 L * ?", { mode: "last" }],
    ["day", "0 0 0 LW * ?", { mode: "lastWorkday" }],
    ["day", "0 0 0 L-3 * ?", { mode: "beforeLast", days: 3 }],
    ["day", "0 0 0 15W * ?", { mode: "nearest", day: 15 }],
    ["day", "0 0 0 1,10-12 * ?", { mode: "list", items: [{ from: 1 }, { from: 10, to: 12 }] }],
    ["month", "0 0 0 1 JAN,mar ?", { mode: "specific", values: [1, 3] }],
    ["week", "0 0 0 ? * MON-FRI", { mode: "range", from: 2, to: 6 }],
    ["week", "0 0 0 ? * FRI#3", { mode: "nth", weekday: 6, nth: 3 }],
    ["week", "0 0 0 ? * 6L", { mode: "lastOf", weekday: 6 }],
    ["week", "0 0 0 ? * L", { mode: "specific", values: [7] }],
    ["week", "0 0 0 * * *", { mode: "none" }],
    ["day", "0 0 0 * * 2", { mode: "none" }],
    ["year", "0 0 0 1 1 ? 2027-2029", { mode: "range", from: 2027, to: 2029 }],
    ["second", "30 2 * * ?", { mode: "specific", values: [0] }],
    ["hour", "30 2 * * ?", { mode: "specific", values: [2] }],
  ] as const)("the %s of %s", (name, text, part) => {
    expect(parseCron(text)[name]).toEqual(part);
  });

  const runs = proveCount(1000, 10_000);
  test(`${runs} random expressions are written and read back unchanged`, () => {
    fc.assert(
      fc.property(cronArbitrary({ wrapping: true }), (cron) => {
        const text = writeCron(cron);
        expect(parseCron(text)).toEqual(cron);
        expect(writeCron(parseCron(text))).toBe(text);
      }),
      { numRuns: runs, seed: 20261121 },
    );
  });
});

describe("CRN-02 what is wrong with an expression is said", () => {
  test.each([
    ["", "请输入Cron表达式"],
    ["  ", "请输入Cron表达式"],
    ["0 0 0 *", "Cron表达式至少5项，现在是4项！"],
    ["0 0 0 * * ? * 1", "Cron表达式最多7项！"],
    ["60 * * * * ?", "Cron表达式参数[秒]错误：60"],
    ["0 60 * * * ?", "Cron表达式参数[分]错误：60"],
    ["0 0/0 * * * ?", "Cron表达式参数[分]错误：0/0"],
    ["0 0 24 * * ?", "Cron表达式参数[时]错误：24"],
    ["0 0 0 32 * ?", "Cron表达式参数[日]错误：32"],
    ["0 0 0 0W * ?", "Cron表达式参数[日]错误：0W"],
    ["0 0 0 L-32 * ?", "Cron表达式参数[日]错误：L-32"],
    ["0 0 0 1,L * ?", "Cron表达式参数[日]错误：1,L"],
    ["0 0 0 1 13 ?", "Cron表达式参数[月]错误：13"],
    ["0 0 0 1 foo ?", "Cron表达式参数[月]错误：foo"],
    ["0 0 0 ? * 8", "Cron表达式参数[周]错误：8"],
    ["0 0 0 ? * 6#6", "Cron表达式参数[周]错误：6#6"],
    ["0 0 0 * * ? 1969", "Cron表达式参数[年]错误：1969"],
    ["0 0 0 * * ? 2030-2026", "Cron表达式参数[年]错误：2030-2026"],
    ["-1 * * * * ?", "Cron表达式参数[秒]错误：-1"],
    ["1,,2 * * * * ?", "Cron表达式参数[秒]错误：1,,2"],
    ["? * * * * ?", "Cron表达式参数[秒]错误：?"],
    ["0 0 0 1 * 2", "Cron表达式的日和周只能指定一个，另一个请用 ?"],
    ["0 0 0 ? * ?", "Cron表达式的日和周不能都是 ?"],
  ])("%j", (text, message) => {
    expect(cronProblem(text)).toBe(message);
  });

  test("a text beyond 500 characters is not read at all", () => {
    expect(cronProblem(`0 0 0 ${"1,".repeat(300)}1 * ?`)).toBe("Cron表达式最长500个字符！");
  });

  test("the error names its field", () => {
    let part: unknown;
    try {
      parseCron("0 0 99 * * ?");
    } catch (error) {
      part = error instanceof CronError ? error.part : error;
    }
    expect(part).toBe("hour");
  });

  test("random text is read or refused, nothing else happens", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."0123456789*?/-,LW# JANMONxX.中"), maxLength: 40 });
    fc.assert(
      fc.property(letters, (text) => {
        const problem = cronProblem(text);
        expect(problem === undefined || problem.startsWith("Cron表达式") || problem === "请输入Cron表达式").toBe(true);
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});

describe("CRN-02 output", () => {
  test("six fields without the year, seven with it", () => {
    expect(writeCron(dailyCron)).toBe("0 0 0 * * ? *");
    expect(writeCron(dailyCron, { year: false })).toBe("0 0 0 * * ?");
  });

  test("a day rule makes the week ?, a week rule makes the day ?, giving up the rule hands over to the other", () => {
    const last = withCronPart(dailyCron, "day", { mode: "last" });
    expect(writeCron(last)).toBe("0 0 0 L * ? *");
    const friday = withCronPart(last, "week", { mode: "lastOf", weekday: 6 });
    expect(writeCron(friday)).toBe("0 0 0 ? * 6L *");
    expect(writeCron(withCronPart(friday, "week", { mode: "none" }))).toBe("0 0 0 * * ? *");
  });

  test("an empty choice of values becomes an asterisk, for the weekday a question mark", () => {
    const nothing = { mode: "specific", values: [] } as const;
    expect(writeCron({ ...dailyCron, hour: nothing, week: nothing })).toBe("0 0 * * * ? *");
  });
});
