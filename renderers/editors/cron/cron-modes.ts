import { type CronMode, type CronPart, type CronPartName, cronBounds } from "../../../runtime/cron/cron-parts.ts";

type Bounds = readonly [number, number];

/** What the dialog lets a person enter; the recorded product's bounds, without values that no scheduler takes. */
interface PartBounds {
  readonly start: Bounds;
  readonly step: Bounds;
  readonly from: Bounds;
  readonly to: Bounds;
  readonly values: Bounds;
}

export const partBounds: Readonly<Record<CronPartName, PartBounds>> = {
  second: { start: [0, 59], step: [1, 59], from: [1, 59], to: [0, 59], values: [0, 59] },
  minute: { start: [0, 59], step: [1, 60], from: [1, 59], to: [0, 59], values: [0, 59] },
  hour: { start: [0, 23], step: [1, 23], from: [0, 23], to: [0, 23], values: [0, 23] },
  day: { start: [1, 31], step: [1, 31], from: [1, 31], to: [1, 31], values: [1, 31] },
  month: { start: [0, 12], step: [1, 12], from: [1, 12], to: [1, 12], values: [1, 12] },
  week: { start: [1, 7], step: [1, 7], from: [1, 7], to: [1, 7], values: [1, 7] },
  year: { start: [2019, 2119], step: [1, 99], from: [2019, 2119], to: [2019, 2119], values: [2019, 2118] },
};

const common: readonly CronMode[] = ["every", "increment", "range", "specific"];

/** The modes of a part, in the order of its tab. */
export const partModes: Readonly<Record<CronPartName, readonly CronMode[]>> = {
  second: common,
  minute: common,
  hour: common,
  day: ["every", "none", "increment", "range", "last", "lastWorkday", "beforeLast", "nearest", "specific"],
  month: common,
  week: ["every", "none", "increment", "range", "lastOf", "nth", "specific"],
  year: common,
};

/** What a mode starts with when it is chosen. */
export function startingPart(name: CronPartName, mode: CronMode, thisYear: number): CronPart {
  const [low, high] = cronBounds[name];
  const first = name === "year" ? thisYear : low;
  switch (mode) {
    case "increment":
      return { mode, start: first, step: 1 };
    case "range":
      return name === "year"
        ? { mode, from: thisYear, to: thisYear + 1 }
        : { mode, from: partBounds[name].from[0], to: name === "week" ? 6 : high };
    case "specific":
      return { mode, values: [first] };
    case "beforeLast":
      return { mode, days: 3 };
    case "nearest":
      return { mode, day: 15 };
    case "lastOf":
      return { mode, weekday: 6 };
    case "nth":
      return { mode, weekday: 2, nth: 1 };
    case "list":
      return { mode, items: [{ from: first }] };
    default:
      return { mode };
  }
}
