import type { SampleRow } from "./pools.ts";
import type { Random } from "./random.ts";
import { parseSerialPattern } from "./serial.ts";

/** A fill rule as it is stored. */
export interface StoredFillRule {
  readonly code: string;
  /** `serial` and `random` are made here; others leave the field empty. */
  readonly handler: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Serial numbers without gaps in the order of the rows; the engine's counters go on after the highest one. */
export function createFillRules(
  rules: readonly StoredFillRule[],
  random: Random,
): (code: string, row: SampleRow) => unknown {
  const makers = new Map(
    rules.map((rule) => [rule.code, rule.handler === "serial" ? createSerial(rule) : createRandomCode(rule, random)]),
  );
  return (code, row) => makers.get(code)?.(row) ?? null;
}

function createSerial({ params }: StoredFillRule): (row: SampleRow) => string {
  const pattern = parseSerialPattern(String(params.pattern ?? "{000000}"), String(params.reset ?? ""));
  const counters = new Map<string, number>();
  return (row) => {
    const moment = String(row.createTime ?? "");
    const period = pattern.periodOf(moment);
    const counter = (counters.get(period) ?? 0) + 1;
    counters.set(period, counter);
    return pattern.write(moment, counter);
  };
}

function createRandomCode({ handler, params }: StoredFillRule, random: Random): () => string | null {
  if (handler !== "random") return () => null;
  const alphabet = [...String(params.alphabet ?? "23456789ABCDEFGHJKLMNPQRSTUVWXYZ")];
  const length = Number(params.length ?? 6);
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const code = Array.from({ length }, () => random.pick(alphabet)).join("");
      if (taken.has(code)) continue;
      taken.add(code);
      return code;
    }
  };
}
