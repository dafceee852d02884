import { Cron as Oracle } from "croner";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveCount } from "../../tests/support/prove.ts";
import { cronArbitrary } from "./cron-arbitrary.ts";
import type { CronPart } from "./cron-parts.ts";
import { nextCronTime, nextCronTimes } from "./next-times.ts";
import { writeCron } from "./write-cron.ts";

const newYear = new Date("2026-01-01T00:00:00Z");
const inUtc = (text: string, count: number) =>
  nextCronTimes(text, { count, after: newYear, timeZone: "UTC" }).map((time) => time.toISOString().slice(0, 19));

describe("CRN-02 next run times", () => {
  test.each([
    ["0 0 0 L * ?", ["2026-01-31T00:00:00", "2026-02-28T00:00:00", "2026-03-31T00:00:00"]],
    ["0 0 0 LW * ?", ["2026-01-30T00:00:00", "2026-02-27T00:00:00", "2026-03-31T00:00:00"]],
    ["0 0 0 15W * ?", ["2026-01-15T00:00:00", "2026-02-16T00:00:00", "2026-03-16T00:00:00"]],
    ["0 0 0 1W * ?", ["2026-02-02T00:00:00", "2026-03-02T00:00:00", "2026-04-01T00:00:00"]],
    ["0 0 0 31W * ?", ["2026-01-30T00:00:00", "2026-03-31T00:00:00", "2026-05-29T00:00:00"]],
    ["0 0 0 L-3 * ?", ["2026-01-28T00:00:00", "2026-02-25T00:00:00", "2026-03-28T00:00:00"]],
    ["0 0 0 ? * 6#3", ["2026-01-16T00:00:00", "2026-02-20T00:00:00", "2026-03-20T00:00:00"]],
    ["0 0 0 ? * 6#5", ["2026-01-30T00:00:00", "2026-05-29T00:00:00", "2026-07-31T00:00:00"]],
    ["0 0 0 ? * 6L", ["2026-01-30T00:00:00", "2026-02-27T00:00:00", "2026-03-27T00:00:00"]],
    ["0 0 0 ? * 1", ["2026-01-04T00:00:00", "2026-01-11T00:00:00", "2026-01-18T00:00:00"]],
    ["0 0 0 ? * 2/2", ["2026-01-02T00:00:00", "2026-01-05T00:00:00", "2026-01-07T00:00:00"]],
    ["0 0 0 29 2 ?", ["2028-02-29T00:00:00", "2032-02-29T00:00:00", "2036-02-29T00:00:00"]],
    ["0 0/15 8-9 * * ?", ["2026-01-01T08:00:00", "2026-01-01T08:15:00", "2026-01-01T08:30:00"]],
    ["30 0 22-2/2 * * ?", ["2026-01-01T00:00:30", "2026-01-01T02:00:30", "2026-01-01T22:00:30"]],
    ["0 0 0 28-2 * ?", ["2026-01-02T00:00:00", "2026-01-28T00:00:00", "2026-01-29T00:00:00"]],
  ])("%s", (text, times) => {
    expect(inUtc(text, 3)).toEqual(times);
  });

  test("end with the years of the expression", () => {
    expect(inUtc("0 0 0 1 1 ? 2026-2028", 10)).toEqual(["2027-01-01T00:00:00", "2028-01-01T00:00:00"]);
    expect(inUtc("0 0 0 1 1 ? 2025", 10)).toEqual([]);
    expect(nextCronTime("0 0 0 L-31 * ?", newYear)).toBeUndefined();
  });

  test("are later than the given instant, never that instant itself", () => {
    expect(nextCronTime("0 0 8 * * ?", new Date("2026-01-01T00:00:00Z"))?.toISOString()).toBe(
      "2026-01-02T00:00:00.000Z",
    );
    expect(nextCronTime("0 0 8 * * ?", new Date("2025-12-31T23:59:59.999Z"))?.toISOString()).toBe(
      "2026-01-01T00:00:00.000Z",
    );
  });

  test("follow the clocks of the zone: 02:30 does not exist on the night the clocks go forward", () => {
    const times = nextCronTimes("0 30 1 * * ?", {
      count: 2,
      after: new Date("2026-03-28T12:00:00Z"),
      timeZone: "Europe/Berlin",
    });
    expect(times.map((time) => time.toISOString())).toEqual(["2026-03-29T00:30:00.000Z", "2026-03-29T23:30:00.000Z"]);
  });

  test("a zone that does not exist is refused", () => {
    expect(() => nextCronTimes("0 0 0 * * ?", { count: 1, after: newYear, timeZone: "Mars/Olympus" })).toThrow(
      RangeError,
    );
  });

  const runs = proveCount(300, 2000);
  test(`agree with croner on ${runs} random expressions`, () => {
    let compared = 0;
    fc.assert(
      fc.property(cronArbitrary({ wrapping: false }), (cron) => {
        if (unknownToOracle(cron.day) || (cron.year.mode === "increment" && cron.year.start === undefined)) return;
        const text = writeCron(cron);
        const options = { timezone: "UTC", alternativeWeekdays: true, sloppyRanges: true };
        const wanted = new Oracle(text, options).nextRuns(4, newYear).map((time) => time.toISOString());
        const times = nextCronTimes(cron, { count: 4, after: newYear, timeZone: "UTC" });
        expect({ text, times: times.map((time) => time.toISOString()) }).toEqual({ text, times: wanted });
        compared += 1;
      }),
      { numRuns: runs, seed: 11 },
    );
    expect(compared).toBeGreaterThan(runs * 0.75);
  });
});

/** croner has no L-n, counts the steps of years from 0, and takes a day that a month lacks as that month's last one. */
const unknownToOracle = (part: CronPart): boolean =>
  part.mode === "beforeLast" || (part.mode === "nearest" && part.day > 28);
