import fc from "fast-check";
import { type Cron, type CronItem, type CronPart, type CronPartName, cronBounds } from "./cron-parts.ts";
import { cronStepLimits } from "./parse-cron.ts";

/** Random expressions for the property tests: every mode of every field, as parts in their simplest form. */
const fieldValue = (name: CronPartName) => fc.integer({ min: cronBounds[name][0], max: cronBounds[name][1] });
const stepOf = (name: CronPartName) => fc.integer({ min: 1, max: cronStepLimits[name] });

/** A range; `wrapping` ones may pass the end of the field. */
function rangeOf(name: CronPartName, wrapping: boolean) {
  const pair = fc.tuple(fieldValue(name), fieldValue(name));
  return pair.map(([a, b]) =>
    wrapping && name !== "year" ? { from: a, to: b } : { from: Math.min(a, b), to: Math.max(a, b) },
  );
}

const itemOf = (name: CronPartName, wrapping: boolean): fc.Arbitrary<CronItem> =>
  fc.oneof(
    fieldValue(name).map((from) => ({ from })),
    rangeOf(name, wrapping),
    fc.tuple(fieldValue(name), stepOf(name)).map(([from, step]) => ({ from, step })),
    fc.tuple(rangeOf(name, wrapping), stepOf(name)).map(([range, step]) => ({ ...range, step })),
  );

const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

function plainPartOf(name: CronPartName, wrapping: boolean): fc.Arbitrary<CronPart> {
  return fc.oneof(
    fc.constant<CronPart>({ mode: "every" }),
    stepOf(name).map((step): CronPart => ({ mode: "increment", step })),
    fc.tuple(fieldValue(name), stepOf(name)).map(([start, step]): CronPart => ({ mode: "increment", start, step })),
    rangeOf(name, wrapping).map((range): CronPart => ({ mode: "range", ...range })),
    fc
      .array(fieldValue(name), { minLength: 1, maxLength: 6 })
      .map((values): CronPart => ({ mode: "specific", values: sorted(values) })),
    fc
      .tuple(rangeOf(name, wrapping), fc.array(itemOf(name, wrapping), { minLength: 1, maxLength: 4 }))
      .map(([range, items]): CronPart => ({ mode: "list", items: [range, ...items] })),
  );
}

const dayRule = fc.oneof(
  fc.constant<CronPart>({ mode: "last" }),
  fc.constant<CronPart>({ mode: "lastWorkday" }),
  fc.integer({ min: 1, max: 31 }).map((days): CronPart => ({ mode: "beforeLast", days })),
  fc.integer({ min: 1, max: 31 }).map((day): CronPart => ({ mode: "nearest", day })),
);

const weekRule = fc.oneof(
  fc.integer({ min: 1, max: 7 }).map((weekday): CronPart => ({ mode: "lastOf", weekday })),
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }))
    .map(([weekday, nth]): CronPart => ({ mode: "nth", weekday, nth })),
);

const none = fc.constant<CronPart>({ mode: "none" });

/** Whole expressions; `wrapping` allows ranges like 22-2, which other libraries refuse. */
export function cronArbitrary({ wrapping }: { readonly wrapping: boolean }): fc.Arbitrary<Cron> {
  const days = fc.oneof(
    fc.record({ day: fc.oneof(plainPartOf("day", wrapping), dayRule), week: none }),
    fc.record({ day: none, week: fc.oneof(plainPartOf("week", wrapping), weekRule) }),
  );
  const rest = fc.record({
    second: plainPartOf("second", wrapping),
    minute: plainPartOf("minute", wrapping),
    hour: plainPartOf("hour", wrapping),
    month: plainPartOf("month", wrapping),
    year: plainPartOf("year", wrapping),
  });
  return fc.tuple(rest, days).map(([clock, calendar]) => ({ ...clock, ...calendar }));
}
