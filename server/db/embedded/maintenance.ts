import { DatabaseError } from "../database.ts";
import type { EmbeddedEngine } from "./engine.ts";
import type { Lease } from "./lease.ts";

/** Log since the last checkpoint above which a new one is made: bounds the disk used and the time of a recovery. */
const checkpointBytes = 64 * 1024 * 1024;
/**
 * Idle time before work that blocks others for seconds may start, in milliseconds. Shorter than the server's own polling
 * intervals (jobs: five seconds), or the database would never be idle.
 */
const quietMs = 1_500;
const jobDeadlineMs = 120_000;
/** Runs in a row that found the database busy, as during a first start, before that is worth a line in the log. */
const busyRunsToLog = 30;

/**
 * What a PostgreSQL server does in background processes and PGlite, which has none, never does: without checkpoints
 * the log grows for ever, without statistics the planner guesses, without vacuum tables grow with every edit.
 */
export class Maintenance {
  readonly #engine: Pick<EmbeddedEngine, "connect" | "lastUsedAt" | "log">;
  readonly #timer: NodeJS.Timeout;
  #running = false;
  #busyRuns = 0;

  constructor(engine: Pick<EmbeddedEngine, "connect" | "lastUsedAt" | "log">, intervalMs: number) {
    this.#engine = engine;
    this.#timer = setInterval(() => void this.#run(), intervalMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A failure is no failure of the database's users; the next run tries again. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const isQuiet = performance.now() - this.#engine.lastUsedAt > quietMs;
    try {
      await this.#work(isQuiet);
      this.#busyRuns = 0;
    } catch (error) {
      if (error instanceof DatabaseError && error.failure === "busy" && ++this.#busyRuns % busyRunsToLog !== 0) return;
      this.#engine.log("maintenance failed", { error: String(error) });
    } finally {
      this.#running = false;
    }
  }

  /** Each job takes the engine for itself alone, so that waiting callers come in between. */
  async #work(isQuiet: boolean): Promise<void> {
    if (await this.#lent(needsCheckpoint)) await this.#lent((lease) => lease.query("checkpoint", []));
    const stale = await this.#lent((lease) => findTables(lease, "n_mod_since_analyze > 500 + 0.1 * n_live_tup"));
    for (const table of stale) await this.#lent((lease) => lease.query(`analyze ${table}`, []));
    if (!isQuiet) return;
    const [bloated] = await this.#lent((lease) => findTables(lease, needsVacuum));
    if (bloated) await this.#lent((lease) => lease.query(`vacuum (analyze, truncate false) ${bloated}`, []));
  }

  async #lent<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
    const lease = await this.#engine.connect({ deadlineMs: jobDeadlineMs, isMaintenance: true });
    try {
      return await work(lease);
    } finally {
      lease.release();
    }
  }
}

async function needsCheckpoint(lease: Lease): Promise<boolean> {
  const text = `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as needed from pg_control_checkpoint()`;
  const { rows } = await lease.query(text, [checkpointBytes]);
  return rows[0]?.needed === true;
}

/** Dead rows to clear away; or new rows that no vacuum has seen, without which counting cannot be left to an index. */
const needsVacuum = `n_dead_tup > 1000 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`;

/** Quoted names, worst first. `condition` is one of the constants above. */
async function findTables(lease: Lease, condition: string): Promise<string[]> {
  const { rows } = await lease.query(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where ${condition} order by n_dead_tup + n_mod_since_analyze desc limit 5`,
    [],
  );
  return rows.map((row) => String(row.name));
}
