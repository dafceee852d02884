import { sql } from "kysely";
import { compactSessionEvents, removeSessions } from "../../auth/session-events.ts";
import { removeIdleBuckets } from "../../gateway/rate-limit.ts";
import type { JobHandler } from "../job-handler.ts";

/** Removes sessions that have ended by themselves and answers of idempotency keys older than a day. */
export const job: JobHandler = {
  name: "session-clean-up",
  async run({ db }) {
    const expired = await removeSessions(db.kysely, sql`expires_at < ${Date.now()}`);
    await compactSessionEvents(db.kysely);
    await removeIdleBuckets(db.kysely);
    return `清除过期会话 ${expired.length} 个`;
  },
};
