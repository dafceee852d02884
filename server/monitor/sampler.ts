import { cpus, freemem, totalmem } from "node:os";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Database } from "../db/database.ts";
import type { RequestStatistics } from "./requests.ts";
import { Ring } from "./ring.ts";

/** The state of this process at one moment. Sizes are bytes, shares are 0 to 1, times milliseconds. */
export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly processCpu: number;
  readonly systemCpu: number;
  readonly systemMemory: number;
  readonly loopDelayMs: number;
  readonly loopUtilization: number;
  /** Undefined: it did not answer. */
  readonly databaseMs: number | undefined;
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly failed: number;
  readonly p95Ms: number;
  readonly sentBytes: number;
}

/** Every five seconds for an hour, every minute for a day; 2,160 samples in all, whatever the load. */
const [fineMs, fineKept, coarseEvery, coarseKept] = [5_000, 720, 12, 1_440];

/** Takes samples while the server runs, in a bounded memory. */
export class Sampler {
  readonly #db: Database;
  readonly #requests: RequestStatistics;
  readonly #fine = new Ring<Sample>(fineKept);
  readonly #coarse = new Ring<Sample>(coarseKept);
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #cpu = process.cpuUsage();
  #system = systemTimes();
  #loop = performance.eventLoopUtilization();
  #takenAt = performance.now();

  constructor(db: Database, requests: RequestStatistics) {
    this.#db = db;
    this.#requests = requests;
  }

  start(): void {
    this.#delay.enable();
    this.#timer = setInterval(() => void this.take(), fineMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  /** Samples of the last minutes, oldest first; beyond an hour one for each minute. */
  series(minutes: number): readonly Sample[] {
    const since = Date.now() - minutes * 60_000;
    return (minutes > 60 ? this.#coarse : this.#fine).all().filter((sample) => sample.at >= since);
  }

  async latest(): Promise<Sample> {
    return this.#fine.last() ?? this.take();
  }

  async take(): Promise<Sample> {
    const seconds = Math.max(0.001, (performance.now() - this.#takenAt) / 1_000);
    this.#takenAt = performance.now();
    const cpu = process.cpuUsage(this.#cpu);
    this.#cpu = process.cpuUsage();
    const system = systemTimes();
    const busy = 1 - (system.idle - this.#system.idle) / Math.max(1, system.all - this.#system.all);
    this.#system = system;
    const loop = performance.eventLoopUtilization(this.#loop);
    this.#loop = performance.eventLoopUtilization();
    const delay = this.#delay.percentile(99) / 1e6;
    this.#delay.reset();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const figures = await this.#requests.take();
    const sample: Sample = {
      at: Date.now(),
      rss,
      heapUsed,
      heapTotal,
      external,
      processCpu: Math.min(1, (cpu.user + cpu.system) / 1e6 / seconds / cpus().length),
      systemCpu: Math.min(1, Math.max(0, busy)),
      systemMemory: 1 - freemem() / totalmem(),
      loopDelayMs: Number.isFinite(delay) ? delay : 0,
      loopUtilization: loop.utilization,
      databaseMs: await this.#databaseMs(),
      requests: figures.count,
      requestsPerSecond: figures.count / seconds,
      failed: figures.failed,
      p95Ms: figures.p95Ms,
      sentBytes: figures.sentBytes,
    };
    this.#fine.add(sample);
    if (this.#count % coarseEvery === 0) this.#coarse.add(sample);
    this.#count += 1;
    return sample;
  }

  /** How long the database takes to answer; undefined while it does not. */
  async #databaseMs(): Promise<number | undefined> {
    const start = performance.now();
    return this.#db.ping().then(
      () => performance.now() - start,
      () => undefined,
    );
  }
}

function systemTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}
