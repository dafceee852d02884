import { isDateToken } from "../../../runtime/model/sample-paths.ts";
import type { Generator } from "../../../runtime/schema/types.gen.ts";
import type { Make, Master } from "./makers.ts";
import type { SampleRow } from "./pools.ts";
import { parseSerialPattern } from "./serial.ts";

/**
 * Counts on from 1, once for all rows or once for each value of `per`.
 *
 * @param allCounters shared by the plans of a model, some of which make only the special rows
 */
export function createSequence(
  generator: Extract<Generator, { readonly type: "sequence" }>,
  allCounters: Map<Generator, Map<string, number>>,
  read: (row: SampleRow, path: string, master: Master | undefined) => unknown,
): Make {
  const { pattern, per } = generator;
  const counters = allCounters.get(generator) ?? new Map<string, number>();
  allCounters.set(generator, counters);
  return (row, master) => {
    const key = per === undefined ? "" : String(read(row, per, master) ?? "");
    const counter = (counters.get(key) ?? 0) + 1;
    counters.set(key, counter);
    const filled = pattern.replace(/\{([a-z][A-Za-z0-9.]*)\}/g, (token, path: string) =>
      isDateToken(path) ? token : String(read(row, path, master) ?? ""),
    );
    return parseSerialPattern(filled).write(String(row.createTime ?? ""), counter);
  };
}
