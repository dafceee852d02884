import { collectDefaultMetrics, Registry } from "prom-client";

/** Figures of the whole process (processor, memory, event loop, garbage collection); kept once, however many servers run in it. */
export const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

export interface GarbageFigures {
  readonly count: number;
  /** Of whole-heap collections alone. */
  readonly majorCount: number;
  readonly totalMs: number;
}

/** How often and how long the collector stopped the process. */
export async function readGarbage(): Promise<GarbageFigures> {
  const figures = await processRegistry.getSingleMetric("nodejs_gc_duration_seconds")?.get();
  const sumOf = (part: string, kind?: string) =>
    (figures?.values ?? [])
      .filter((one) => "metricName" in one && one.metricName === `nodejs_gc_duration_seconds_${part}`)
      .filter((one) => kind === undefined || one.labels.kind === kind)
      .reduce((sum, { value }) => sum + value, 0);
  return { count: sumOf("count"), majorCount: sumOf("count", "major"), totalMs: sumOf("sum") * 1_000 };
}
