import { expect, test } from "vitest";
import { tellTime } from "./notice-time.ts";

const now = new Date("2026-11-21T14:30:00+08:00").getTime();

test.each([
  ["2026-11-21 14:29:40", "刚刚"],
  ["2026-11-21 14:20:00", "10 分钟前"],
  ["2026-11-21 13:30:00", "1 小时前"],
  ["2026-11-21 00:10:00", "14 小时前"],
  ["2026-11-20 17:20:00", "昨天 17:20"],
  ["2026-11-19 16:05:00", "11-19 16:05"],
  ["2025-11-19 16:05:00", "2025-11-19"],
  ["2026-11-21 16:00:00", "11-21 16:00"],
  ["", ""],
])("a notice of %s is told as %s", (sentAt, told) => {
  expect(tellTime(sentAt, now, "Asia/Shanghai")).toBe(told);
});

test("a notice is as old in the zone of the business as anywhere", () => {
  expect(tellTime("2026-11-21 15:20:00", now, "Asia/Tokyo")).toBe("10 分钟前");
  expect(tellTime("2026-11-20 22:20:00", now, "America/Los_Angeles")).toBe("10 分钟前");
});
