import fc from "fast-check";
import { expect, test } from "vitest";
import { cronArbitrary } from "./cron-arbitrary.ts";
import { describeCron } from "./describe-cron.ts";
import { parseCron } from "./parse-cron.ts";

test.each([
  ["* * * * * ?", "每秒执行"],
  ["0 * * * * ?", "每分钟执行"],
  ["0 0 * * * ?", "每小时整点执行"],
  ["0 0/5 * * * ?", "每5分钟执行"],
  ["0 3/5 * * * ?", "每小时从3分起每5分钟执行"],
  ["0 0/7 * * * ?", "每小时从0分起每7分钟执行"],
  ["0 15 * * * ?", "每小时第15分执行"],
  ["0 15,45 * * * ?", "每小时第15分、45分执行"],
  ["0/10 * * * * ?", "每10秒执行"],
  ["7/10 * * * * ?", "每分钟从7秒起每10秒执行"],
  ["0 0 0/2 * * ?", "每2小时 整点执行"],
  ["0 0 0 * * ?", "每天 00:00:00 执行"],
  ["0 30 2 ? * 2-6", "每周一至周五 02:30:00 执行"],
  ["0 0 8,12,18 1,15 * ?", "每月1日、15日 08:00:00、12:00:00、18:00:00 执行"],
  ["0 0 0 L * ?", "每月最后一天 00:00:00 执行"],
  ["0 0 0 LW 3,6 ?", "3月、6月最后一个工作日 00:00:00 执行"],
  ["0 0 0 15W * ?", "每月15日最近的工作日 00:00:00 执行"],
  ["0 0 0 L-3 * ?", "每月最后一天之前3天 00:00:00 执行"],
  ["0 0 9 ? * 6L", "每月最后一个周五 09:00:00 执行"],
  ["0 0 9 ? * 2#1", "每月第1个周一 09:00:00 执行"],
  ["0 0 0 1 1 ? 2027", "2027年 1月1日 00:00:00 执行"],
  ["0 0/15 8-18 * * ?", "每天 8时至18时 每15分钟执行"],
  ["30 * 9 * * ?", "每天 9时 每分钟第30秒执行"],
])("CRN-02 %s reads in Chinese", (text, sentence) => {
  expect(describeCron(parseCron(text))).toBe(sentence);
});

test("every expression has a sentence without gaps", () => {
  fc.assert(
    fc.property(cronArbitrary({ wrapping: true }), (cron) => {
      const sentence = describeCron(cron);
      expect(sentence).toMatch(/执行$/);
      expect(sentence).not.toMatch(/undefined|NaN| {2}/);
    }),
    { numRuns: 2000, seed: 3 },
  );
});
