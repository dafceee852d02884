import { expect, it } from "vitest";
import { createWholeDay } from "./whole-day.ts";

it("a morning that was made up to noon takes the time that the day has really had", () => {
  const evening = createWholeDay("2026-03-05 18:00:00");
  expect(["2026-03-05 12:00:00", "2026-03-05 08:00:00", "2026-03-05 00:00:00"].map(evening.place)).toEqual([
    "2026-03-05 18:00:00",
    "2026-03-05 12:00:00",
    "2026-03-05 00:00:00",
  ]);
  expect(createWholeDay("2026-03-05 03:00:00").place("2026-03-05 08:00:00")).toBe("2026-03-05 02:00:00");
});

it("other days, plans for the afternoon and dates without a time stay where they are", () => {
  const { place } = createWholeDay("2026-03-05 18:00:00");
  for (const one of ["2026-03-04 23:59:59", "2026-03-05 15:00:00", "2026-03-05", ""]) expect(place(one)).toBe(one);
});
