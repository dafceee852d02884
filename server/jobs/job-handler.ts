import type { Database } from "../db/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Engine } from "../models/engine.ts";

export interface JobContext {
  readonly db: Database;
  readonly engine: Engine;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Where the uploaded files lie. */
  readonly files: FileStore;
  /** The job's parameter as typed; empty when there is none. */
  readonly parameter: string;
  /** Now in the business time zone, `yyyy-MM-dd HH:mm:ss`. */
  readonly clock: () => string;
  /** Sends a report subscription; answers what happened in one line. */
  readonly sendSubscription: (id: string) => Promise<string>;
  /** Aborts when the server stops: a long job ends at its next step. */
  readonly signal: AbortSignal;
}

/** What a scheduled job does. A file in `server/jobs/handlers` exports one as `job`; the folder is loaded, not listed. */
export interface JobHandler {
  /** Value of `jobClassName` and of dictionary `job_class`. */
  readonly name: string;
  /** @returns one line for the run log; a throw marks the run as failed with the error's message */
  run(context: JobContext): Promise<string>;
}

interface HandlerModule {
  readonly job?: JobHandler;
}

export function loadJobHandlers(): ReadonlyMap<string, JobHandler> {
  const modules = import.meta.glob<HandlerModule>(["./handlers/*.ts", "!./handlers/*.test.ts"], { eager: true });
  return new Map(Object.values(modules).flatMap(({ job }) => (job ? [[job.name, job]] : [])));
}

/** A whole number of the parameter within limits; the default for an empty one. */
export function readCount(parameter: string, options: { least: number; most: number; otherwise: number }): number {
  if (parameter.trim() === "") return options.otherwise;
  const count = Number(parameter);
  if (!Number.isInteger(count) || count < options.least || count > options.most) {
    throw new Error(`参数须为 ${options.least} 到 ${options.most} 的整数`);
  }
  return count;
}
