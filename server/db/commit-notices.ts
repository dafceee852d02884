import type { Transaction } from "kysely";
import type { Database, NoticeHandler, Queryable, Tables } from "./database.ts";

interface Notice {
  readonly channel: string;
  readonly payload: string;
}

/** Notices of running transactions; sent when they commit, forgotten when they roll back. */
const pending = new WeakMap<Queryable, Notice[]>();

/**
 * Wakes listeners once the transaction has committed: a cache that is told earlier would read the old rows again.
 *
 * @throws Error for a transaction that `withCommitNotices` did not open
 */
export function notifyOnCommit(trx: Transaction<Tables>, channel: string, payload = ""): void {
  const notices = pending.get(trx);
  if (!notices) throw new Error("this transaction sends no notices");
  const isKnown = notices.some((notice) => notice.channel === channel && notice.payload === payload);
  if (!isKnown) notices.push({ channel, payload });
}

/**
 * The same database, whose transactions may leave notices to be sent after the commit. Listeners of this process hear each
 * notice once, those of a commit before the writer gets their answer: the next call meets no old cache, and what was read
 * again since is not dropped when the notice comes back from the database.
 */
export function withCommitNotices(db: Database): Database {
  const handlers = new Map<string, Set<NoticeHandler>>();
  const hear = ({ channel, payload }: Notice) => {
    for (const handle of handlers.get(channel) ?? []) handle(payload, true);
  };
  return {
    engine: db.engine,
    kysely: db.kysely,
    longReads: db.longReads,
    beside: db.beside,
    isShared: () => db.isShared(),
    transaction: async (work, options) => {
      const notices: Notice[] = [];
      const result = await db.transaction((trx) => {
        pending.set(trx, notices);
        return work(trx);
      }, options);
      notices.forEach(hear);
      for (const { channel, payload } of notices) await db.notify(channel, payload);
      return result;
    },
    readOnly: (work, options) => db.readOnly(work, options),
    columnsOf: (statement, before) => db.columnsOf(statement, before),
    snapshot: (work, workDir) => db.snapshot(work, workDir),
    notify: async (channel, payload) => {
      await db.notify(channel, payload);
      // After the sender's turn: who is told of an ended session must not act on it before its answer is out.
      setImmediate(hear, { channel, payload });
    },
    listen: async (channel, handler) => {
      const own = handlers.get(channel) ?? new Set();
      handlers.set(channel, own.add(handler));
      const stop = await db.listen(channel, (payload, isOwn) => {
        if (!isOwn) handler(payload, false);
      });
      return async () => {
        own.delete(handler);
        await stop();
      };
    },
    ping: () => db.ping(),
    close: () => db.close(),
  };
}
