import { AsyncLocalStorage } from "node:async_hooks";

/** On whose behalf statements run: one per request, the same object from its first statement to its last. */
export interface Asker {
  /** Names the person among those who wait for the database; an address until a session is known. */
  person: string;
  /** Long work in small steps: it gives way by itself, and is nobody whom others have to give way to. */
  readonly isPaced?: boolean;
}

const storage = new AsyncLocalStorage<Asker>();

/** Everything that `work` starts asks the database in the name of `asker`. */
export function asAsker<Result>(asker: Asker, work: () => Result): Result {
  return storage.run(asker, work);
}

/** Undefined for the server's own work: jobs, clocks, a start. */
export const currentAsker = (): Asker | undefined => storage.getStore();
