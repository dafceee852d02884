import { loadJobHandlers } from "../../server/jobs/job-handler.ts";
import type { TestServer } from "./test-server.ts";

export interface RunOptions {
  /** As typed in the job. Default: none. */
  readonly parameter?: string;
  /** When it runs, `yyyy-MM-dd HH:mm:ss`. Default: now. */
  readonly at?: string | undefined;
  /** Default: the server's. */
  readonly engine?: TestServer["context"]["engine"];
}

/** Runs a job once, as the scheduler does; answers its line of the run log. */
export async function runJob(server: TestServer, name: string, options: RunOptions = {}): Promise<string> {
  const { engine, files, clock } = server.context;
  const { parameter = "", at } = options;
  const handler = loadJobHandlers().get(name);
  if (!handler) throw new Error(`no job ${name}`);
  return handler.run({
    ...{ db: server.db, engine: options.engine ?? engine, files, dataDir: "", parameter },
    clock: at === undefined ? clock : () => at,
    sendSubscription: () => Promise.resolve(""),
    signal: new AbortController().signal,
  });
}
