import type { Generator } from "../../../runtime/schema/types.gen.ts";
import { isDateToken } from "./generator-paths.ts";
import type { Make, Master } from "./makers.ts";
import type { SampleRow } from "./pools.ts";
import { parseSerialPattern } from "./serial.ts";

/** Counts on from 1, once for all rows or once for each value of `per`. */
export function createSequence(
  { pattern, per }: Extract<Generator, { readonly type: "sequence" }>,
  read: (row: SampleRow, path: string, master: Master | undefined) => unknown,
): Make {
  const counters = new Map<string, number>();
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
