import { availableParallelism, totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { SessionCounts } from "../auth/session-events.ts";
import type { GarbageFigures } from "./process-registry.ts";
import type { RequestTotals } from "./requests.ts";
import type { Sample } from "./sampler.ts";

/** One figure in the form of the recorded interface (contract 05 §5.4). */
export interface Metric {
  readonly name: string;
  readonly description: string;
  readonly baseUnit: "bytes" | "seconds" | null;
  readonly measurements: readonly {
    readonly statistic: "VALUE" | "COUNT" | "TOTAL_TIME" | "MAX";
    readonly value: number;
  }[];
  /** What the figure can be narrowed by, with `?tag=name:value`. */
  readonly availableTags: readonly { readonly tag: string; readonly values: readonly string[] }[];
}

export interface MetricSources {
  readonly sample: Sample;
  readonly requests: RequestTotals;
  readonly sessions: SessionCounts;
  /** The most active sessions that a reading has found since the start of the process. */
  readonly mostSessions: number;
  readonly garbage: GarbageFigures;
}

type Reader = (sources: MetricSources) => number;

interface Definition {
  readonly description: string;
  readonly unit?: "bytes" | "seconds";
  readonly value: Reader;
  /** Count beside the value, which is then a total time. */
  readonly count?: Reader;
}

/** The recorded names with what a Node server has in their place. A name that is nowhere here has no figure: 404. */
const metrics: Readonly<Record<string, Definition>> = {
  "jvm.memory.max": { description: "最大堆内存", unit: "bytes", value: () => getHeapStatistics().heap_size_limit },
  "jvm.memory.committed": { description: "已分配的堆内存", unit: "bytes", value: ({ sample }) => sample.heapTotal },
  "jvm.memory.used": { description: "已用堆内存", unit: "bytes", value: ({ sample }) => sample.heapUsed },
  "jvm.buffer.memory.used": { description: "堆外缓冲区", unit: "bytes", value: ({ sample }) => sample.external },
  "process.memory.rss": { description: "进程占用的内存", unit: "bytes", value: ({ sample }) => sample.rss },
  "nodejs.eventloop.delay": {
    description: "事件循环延迟，百分之九十九",
    unit: "seconds",
    value: ({ sample }) => sample.loopDelayMs / 1_000,
  },
  "nodejs.eventloop.utilization": { description: "事件循环占用率", value: ({ sample }) => sample.loopUtilization },
  "jvm.gc.pause": {
    description: "垃圾回收停顿",
    unit: "seconds",
    value: ({ garbage }) => garbage.totalMs / 1_000,
    count: ({ garbage }) => garbage.count,
  },
  "system.cpu.count": { description: "CPU 数量", value: () => availableParallelism() },
  "system.cpu.usage": { description: "系统 CPU 使用率", value: ({ sample }) => sample.systemCpu },
  "system.memory.max": { description: "系统内存", unit: "bytes", value: () => totalmem() },
  "process.cpu.usage": { description: "进程 CPU 使用率", value: ({ sample }) => sample.processCpu },
  "process.start.time": {
    description: "应用启动时间点",
    unit: "seconds",
    value: () => Math.round(Date.now() / 1_000 - process.uptime()),
  },
  "process.uptime": { description: "应用已运行时间", unit: "seconds", value: () => process.uptime() },
  "tomcat.sessions.created": { description: "打开的会话", value: ({ sessions }) => sessions.opened },
  "tomcat.sessions.expired": { description: "到期的会话", value: ({ sessions }) => sessions.expired },
  "tomcat.sessions.active.current": { description: "有效的会话", value: ({ sessions }) => sessions.active },
  "tomcat.global.sent": {
    description: "发出的字节，含报头，压缩之后",
    unit: "bytes",
    value: ({ requests }) => requests.sentBytes,
  },
  "tomcat.global.request": {
    description: "处理的请求",
    unit: "seconds",
    value: ({ requests }) => requests.timeMs / 1_000,
    count: ({ requests }) => requests.count,
  },
  "tomcat.global.request.max": {
    description: "最慢的请求",
    unit: "seconds",
    value: ({ requests }) => requests.maxMs / 1_000,
  },
  "tomcat.global.error": { description: "失败的请求，状态 400 以上", value: ({ requests }) => requests.failed },
  "tomcat.threads.busy": { description: "正在处理的请求", value: ({ requests }) => requests.active },
};

export const metricNames = Object.keys(metrics);

/** What only a virtual machine of Java has: recorded clients show a page only when each of its figures comes. */
const withoutJvm = [
  "jvm.buffer.count",
  "jvm.threads.daemon",
  "jvm.threads.live",
  "jvm.threads.peak",
  "jvm.classes.loaded",
  "jvm.classes.unloaded",
  "jvm.gc.memory.allocated",
  "jvm.gc.memory.promoted",
  "jvm.gc.max.data.size",
  "jvm.gc.live.data.size",
];
const recordedOnly: Readonly<Record<string, Definition>> = {
  ...Object.fromEntries(withoutJvm.map((name) => [name, { description: "没有 Java 虚拟机，总是 0", value: () => 0 }])),
  // Sessions have no limit that refuses one.
  "tomcat.sessions.rejected": { description: "拒绝的会话，总是 0", value: () => 0 },
  "tomcat.sessions.active.max": {
    description: "有效的会话，启动以来读到的最大值",
    value: ({ mostSessions }) => mostSessions,
  },
};
const readable = { ...metrics, ...recordedOnly };

/** @returns undefined for a name that this server has no figure for */
export function readMetric(name: string, sources: MetricSources): Metric | undefined {
  const definition = Object.hasOwn(readable, name) ? readable[name] : undefined;
  if (!definition) return undefined;
  const { description, unit, value, count } = definition;
  const measured = value(sources);
  return {
    name,
    description,
    baseUnit: unit ?? null,
    measurements: count
      ? [
          { statistic: "COUNT", value: count(sources) },
          { statistic: "TOTAL_TIME", value: measured },
        ]
      : [{ statistic: "VALUE", value: measured }],
    availableTags: [],
  };
}
