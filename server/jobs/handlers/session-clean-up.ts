import { sql } from "kysely";
import { compactSessionEvents, removeSessions } from "../../auth/session-events.ts";
import { isOpenTenant } from "../../auth/tenants.ts";
import { removeIdleBuckets } from "../../http/gateway/rate-limit.ts";
import { sweepCounts } from "../../http/shared-limits.ts";
import type { JobHandler } from "../job-handler.ts";

/** Removes what has ended by itself: sessions, counts whose window is over, buckets that nobody draws from. */
export const job: JobHandler = {
  name: "session-clean-up",
  async run({ db }) {
    const expired = await removeSessions(
      db.kysely,
      sql`expires_at < ${Date.now()} or not ${isOpenTenant(sql.ref("sys_session.tenant_id"))}`,
    );
    await compactSessionEvents(db.kysely);
    await removeIdleBuckets(db.kysely);
    await sweepCounts(db.kysely, Date.now());
    return `清除过期会话 ${expired.length} 个`;
  },
};
