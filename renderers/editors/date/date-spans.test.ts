import dayjs from "dayjs";
import { expect, test } from "vitest";
import { dateSpans } from "./date-spans.ts";
import { type DateKind, writeWire } from "./date-text.ts";

const wire = (of: DateKind, label: string) =>
  dateSpans(of, dayjs("2026-03-01 10:20:30"))
    .find((span) => span.label === label)
    ?.value.map((day) => writeWire(day, of));

test("a range of days offers today, yesterday, the last days and months, whole", () => {
  expect(wire("date", "今天")).toEqual(["2026-03-01", "2026-03-01"]);
  expect(wire("date", "昨天")).toEqual(["2026-02-28", "2026-02-28"]);
  expect(wire("date", "近 7 天")).toEqual(["2026-02-23", "2026-03-01"]);
  expect(wire("date", "近 30 天")).toEqual(["2026-01-31", "2026-03-01"]);
  expect(wire("date", "本月")).toEqual(["2026-03-01", "2026-03-31"]);
  expect(wire("date", "上月")).toEqual(["2026-02-01", "2026-02-28"]);
});

test("a range of moments spans whole days, one of months whole months, one of times nothing", () => {
  expect(wire("datetime", "昨天")).toEqual(["2026-02-28 00:00:00", "2026-02-28 23:59:59"]);
  expect(wire("month", "今年")).toEqual(["2026-01", "2026-12"]);
  expect(dateSpans("time")).toEqual([]);
});
