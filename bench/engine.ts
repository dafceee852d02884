import type { ResolvedModel } from "../runtime/model/resolved-model.ts";
import type { Database } from "../server/db/database.ts";
import { createIdMaker } from "../server/db/ids.ts";
import { createBusinessClock } from "../server/models/business-clock.ts";
import { createEngine } from "../server/models/create-engine.ts";
import type { Engine } from "../server/models/engine.ts";

/** The engine over one model whose table is there, without HTTP around it. */
export const engineOf = (database: Database, model: ResolvedModel): Promise<Engine> =>
  createEngine({
    database,
    models: new Map([[model.id, model]]),
    hooks: new Map(),
    newId: createIdMaker(1),
    clock: createBusinessClock("Asia/Shanghai"),
    timeZone: "Asia/Shanghai",
    note: () => {},
  });

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function quantiles(times: readonly number[]): { readonly p50: number; readonly p95: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

export const round = (value: number): number => Math.round(value * 100) / 100;
