import { nextCronTime } from "../../runtime/cron/next-times.ts";
import { businessTime } from "../../runtime/format/business-time.ts";
import type { Database } from "../db/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Engine } from "../models/engine.ts";
import type { JobContext, JobHandler } from "./job-handler.ts";
import {
  endAbandonedRuns,
  endRun,
  type HeldLease,
  insertRun,
  loadJob,
  loadJobs,
  loadLeasesBeyond,
  type NewRun,
  planJob,
  renewLease,
  replanJob,
  type StoredJob,
  takeDueTime,
  takeLease,
} from "./job-store.ts";

/** Wakes the schedulers of every process after a job was added, changed, started or stopped. */
export const jobChannel = "jobs";

export interface SchedulerParts {
  readonly db: Database;
  readonly engine: Engine;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly dataDir: string;
  readonly files: FileStore;
  readonly sendSubscription: JobContext["sendSubscription"];
  readonly timeZone: string;
  readonly newId: () => string;
  readonly clock: () => string;
  /** Names this process in the run log. */
  readonly node: string;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** Epoch milliseconds; default the machine's clock. */
  readonly now?: () => number;
  /** How long a run may be silent before others take it for dead; default 15,000. */
  readonly leaseMs?: number;
}

/** A due time this much in the past was missed: nobody was there for it. */
const misfireMs = 60_000;
/** A due time further away than this many of the job's own intervals was planned by a clock that was ahead. */
const farIntervals = 2;
const [leastWaitMs, mostWaitMs, stopWaitMs] = [20, 5_000, 5_000];
/** Due times that one look works off for one job; the next look goes on. */
const maxDueAtOnce = 120;

/**
 * Runs jobs when they are due, on one of the server processes that share the database. Each due time is a value in a
 * row that exactly one process can move on; each job has one place to run in, held by a lease that its process renews.
 */
export class JobScheduler {
  readonly #parts: SchedulerParts;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #running = new Map<Promise<void>, { readonly jobId: string; readonly logId: string }>();
  /** Leases that lie too far ahead, with the time of this process at which they were first seen so. */
  #ahead = new Map<string, HeldLease & { readonly sinceMs: number }>();
  /** Planned times that were compared with the clock; again when either changes or the clock goes back. */
  readonly #compared = new Map<string, { readonly cron: string; readonly nextAt: number; readonly now: number }>();
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#leaseMs = parts.leaseMs ?? 15_000;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(jobChannel, () => this.#wake(0));
    this.#wake(0);
  }

  /** Running jobs are asked to end and get five seconds. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#stopListening?.();
    await this.#looking;
    const patience = new Promise((resolve) => setTimeout(resolve, stopWaitMs).unref());
    await Promise.race([Promise.allSettled([...this.#running.keys()]), patience]);
  }

  has(jobClassName: string): boolean {
    return this.#parts.handlers.has(jobClassName);
  }

  /**
   * Runs a job once, now, on this process.
   *
   * @returns the id of its entry in the run log; undefined while the job runs already
   */
  async runNow(jobId: string, username: string): Promise<string | undefined> {
    const job = await loadJob(this.#parts.db.kysely, jobId);
    if (!job) return undefined;
    await planJob(this.#parts.db, job, new Date(this.#now()), this.#parts.timeZone);
    const logId = await this.#parts.db.transaction((trx) => this.#begin(trx, job, "manual", this.#now(), username));
    this.#start(job, logId);
    return logId;
  }

  /** One look at what is due. Called by the timer; tests call it themselves. */
  async look(): Promise<void> {
    const { db, timeZone, clock } = this.#parts;
    // First: after a jump of the clock they would look abandoned.
    for (const { jobId, logId } of this.#running.values()) {
      await renewLease(db.kysely, jobId, logId, this.#now() + this.#leaseMs);
    }
    await endAbandonedRuns(db, this.#now(), clock(), await this.#silentLeases());
    for (const job of await loadJobs(db.kysely)) {
      if (this.#stopped.signal.aborted) return;
      const sooner = this.#soonerTime(job);
      if (job.plannedCron !== job.cron) await planJob(db, job, new Date(this.#now()), timeZone);
      else if (sooner !== undefined) await replanJob(db, job, sooner);
      else await this.#workOff(job);
    }
  }

  /**
   * The next time of a job whose planned one was made by a clock that has been set back since: it goes on by the clock as
   * it is now. What happens once a day is not done twice because the clock goes back an hour.
   */
  #soonerTime({ id, cron, nextAt }: StoredJob): number | undefined {
    const now = this.#now();
    if (nextAt === undefined || nextAt <= now + misfireMs) return undefined;
    const known = this.#compared.get(id);
    if (known?.cron === cron && known.nextAt === nextAt && known.now <= now) return undefined;
    const next = nextCronTime(cron, new Date(now), this.#parts.timeZone)?.getTime();
    if (next !== undefined && next + misfireMs < nextAt) {
      const after = nextCronTime(cron, new Date(next), this.#parts.timeZone)?.getTime();
      if (after !== undefined && nextAt - now > farIntervals * (after - next)) return next;
    }
    this.#compared.set(id, { cron, nextAt, now });
    return undefined;
  }

  /** Of a process that died before the clock was set back; one that lives renews its lease several times meanwhile. */
  async #silentLeases(): Promise<readonly HeldLease[]> {
    const held = await loadLeasesBeyond(this.#parts.db.kysely, this.#now() + this.#leaseMs + misfireMs);
    const here = performance.now();
    const ahead = held.map((lease) => {
      const known = this.#ahead.get(lease.logId);
      return { ...lease, sinceMs: known?.until === lease.until ? known.sinceMs : here };
    });
    this.#ahead = new Map(ahead.map((lease) => [lease.logId, lease]));
    return ahead.filter(({ sinceMs }) => here - sinceMs >= this.#leaseMs);
  }

  async #workOff(found: StoredJob): Promise<void> {
    let job = found;
    for (let count = 0; count < maxDueAtOnce; count++) {
      const dueAt = job.nextAt;
      if (dueAt === undefined || dueAt > this.#now()) return;
      const isMissed = this.#now() - dueAt > misfireMs;
      // What was missed is made good once, not as often as it was missed.
      const from = isMissed ? this.#now() : dueAt;
      const nextAt = nextCronTime(job.cron, new Date(from), this.#parts.timeZone)?.getTime();
      const taken = job;
      const taking = await this.#parts.db.transaction(async (trx) => {
        if (!(await takeDueTime(trx, taken, nextAt))) return { isMine: false, logId: undefined };
        if (isMissed && taken.misfire === "skip") {
          await insertRun(trx, this.#run(taken, "misfire", "missed", dueAt, "错过了执行时间，按规则不补执行"));
          return { isMine: true, logId: undefined };
        }
        return {
          isMine: true,
          logId: await this.#begin(trx, taken, isMissed ? "misfire" : "schedule", dueAt, "system"),
        };
      });
      if (!taking.isMine) return;
      this.#start(taken, taking.logId);
      job = { ...job, nextAt };
    }
  }

  /** Within the transaction that took the due time: the run's entry and its place stand or fall together. */
  async #begin(
    trx: Parameters<Parameters<Database["transaction"]>[0]>[0],
    job: StoredJob,
    trigger: NewRun["trigger"],
    dueAt: number,
    createBy: string,
  ): Promise<string | undefined> {
    const run = this.#run(job, trigger, "running", dueAt, "", createBy);
    const now = this.#now();
    if (!(await takeLease(trx, job.id, run.id, now, now + this.#leaseMs))) {
      const message = "上一次执行还没有结束，本次不执行";
      if (trigger !== "manual") await insertRun(trx, { ...run, outcome: "skipped", message });
      return undefined;
    }
    await insertRun(trx, run);
    return run.id;
  }

  #run(
    job: StoredJob,
    trigger: NewRun["trigger"],
    outcome: NewRun["outcome"],
    dueAt: number,
    message: string,
    createBy = "system",
  ): NewRun {
    const { newId, node, clock, timeZone } = this.#parts;
    const dueTime = businessTime(new Date(dueAt), timeZone);
    return { id: newId(), job, trigger, outcome, dueAt, message, node, createBy, now: clock(), dueTime };
  }

  async #execute(job: StoredJob, logId: string): Promise<void> {
    const { db, engine, dataDir, files, sendSubscription, clock, handlers, note } = this.#parts;
    const startedAt = performance.now();
    const renewing = setInterval(() => {
      renewLease(db.kysely, job.id, logId, this.#now() + this.#leaseMs).catch((error: unknown) =>
        note("job lease not renewed", { job: job.id, reason: String(error) }),
      );
    }, this.#leaseMs / 3);
    try {
      const result = await this.#result(handlers.get(job.jobClassName), {
        db,
        engine,
        dataDir,
        files,
        sendSubscription,
        clock,
        parameter: job.parameter,
        signal: this.#stopped.signal,
      });
      const run = { id: logId, jobId: job.id, costMs: performance.now() - startedAt, now: clock() };
      await endRun(db, run, result);
    } catch (error) {
      // The entry stays as running until the lease ends; then it is told as interrupted.
      note("end of a job not written", { job: job.id, reason: String(error) });
    } finally {
      clearInterval(renewing);
    }
  }

  async #result(handler: JobHandler | undefined, context: Parameters<JobHandler["run"]>[0]) {
    if (!handler) return { outcome: "failed", message: "后台找不到该任务的处理程序" } as const;
    try {
      return { outcome: "ok", message: await handler.run(context) } as const;
    } catch (error) {
      this.#parts.note("job failed", { job: handler.name, reason: String(error) });
      return { outcome: "failed", message: error instanceof Error ? error.message : String(error) } as const;
    }
  }

  /** After the commit: the run must find its own entry. */
  #start(job: StoredJob, logId: string | undefined): void {
    if (logId === undefined) return;
    const work = this.#execute(job, logId);
    this.#running.set(work, { jobId: job.id, logId });
    void work.finally(() => this.#running.delete(work));
  }

  #wake(afterMs: number): void {
    if (this.#stopped.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const last = this.#looking ?? Promise.resolve();
      this.#looking = last.then(() => this.#lookAndSleep());
    }, afterMs).unref();
  }

  async #lookAndSleep(): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    try {
      await this.look();
      this.#wake(await this.#untilNext());
    } catch (error) {
      this.#parts.note("jobs not looked at", { reason: String(error) });
      this.#wake(mostWaitMs);
    }
  }

  async #untilNext(): Promise<number> {
    const times = (await loadJobs(this.#parts.db.kysely)).flatMap(({ nextAt }) => (nextAt === undefined ? [] : nextAt));
    const wait = Math.min(...times, Number.POSITIVE_INFINITY) - this.#now();
    return Math.min(mostWaitMs, Math.max(leastWaitMs, wait));
  }
}
