import { randomUUID } from "node:crypto";
import type { Database } from "../db/database.ts";
import { type Touch, type Touched, touch } from "./touched.ts";

/** Payload: a `Notice` as JSON; empty when some were missed. */
export const writtenChannel = "written";

/** Which tables a commit has written, and for whom. */
export interface Written {
  readonly userId: string;
  readonly tables: readonly (readonly [table: string, kind: Touch])[];
}

interface Notice {
  /** The process that wrote: it has heard it already. */
  readonly from: string;
  readonly written: readonly Written[];
}

/** Commits of this long go out together: a notice of its own for each would double what PostgreSQL has to commit. */
const gatherMs = 20;
/** A longer payload says only that much was written. */
const mostBytes = 7_000;

/**
 * Tells the other processes of the server which tables were written, so that what they keep of them is read again.
 * A notice that is lost costs time, nothing else: whatever is kept runs out.
 */
export class WriteNotices {
  readonly #database: Pick<Database, "notify" | "listen">;
  readonly #hear: (written: readonly Written[] | "everything") => void;
  readonly #self = randomUUID();
  #waiting = new Map<string, Touched>();
  #sending: Promise<void> | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(
    database: Pick<Database, "notify" | "listen">,
    hear: (written: readonly Written[] | "everything") => void,
  ) {
    this.#database = database;
    this.#hear = hear;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen(writtenChannel, (payload) => this.#receive(payload));
  }

  async stop(): Promise<void> {
    await this.#sending;
    await this.#stopListening?.();
  }

  /** @returns settles when the others were told */
  tell({ userId, tables }: Written): Promise<void> {
    this.#hear([{ userId, tables }]);
    const waiting: Touched = this.#waiting.get(userId) ?? new Map();
    this.#waiting.set(userId, waiting);
    for (const [table, kind] of tables) touch(waiting, table, kind);
    this.#sending ??= this.#send();
    return this.#sending;
  }

  async #send(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    const written = [...this.#waiting].map(([userId, tables]) => ({ userId, tables: [...tables] }));
    this.#waiting = new Map();
    this.#sending = undefined;
    const payload = JSON.stringify({ from: this.#self, written } satisfies Notice);
    await this.#database.notify(writtenChannel, Buffer.byteLength(payload) > mostBytes ? "" : payload).catch(() => {});
  }

  #receive(payload: string): void {
    const notice = payload === "" ? undefined : (JSON.parse(payload) as Notice);
    if (notice?.from !== this.#self) this.#hear(notice?.written ?? "everything");
  }
}
