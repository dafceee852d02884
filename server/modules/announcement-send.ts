import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { pushNow } from "../live/live-push.ts";
import { isAddressed, makeOwnRows } from "../messages/announcements/audience.ts";
import { listOwn, type OwnQuery } from "../messages/announcements/own-announcements.ts";
import { listReceipts, markRead } from "../messages/announcements/read-state.ts";
import { readId } from "../models/engine-parts.ts";

const maxPageSize = 1000;

interface ReceiptQuery {
  readonly anntId?: string;
  readonly readFlag?: string;
  readonly realname?: string;
  readonly pageNo?: string;
  readonly pageSize?: string;
}

/** A person's own announcements and what they have read of them (contract 04 §4.1). */
export const routes: RouteModule = (api, { db, engine, newId, clock }) => {
  const session = { config: { permission: "session" } };

  api.get<{ Querystring: OwnQuery & { readonly pageNo?: string; readonly pageSize?: string } }>(
    "/sys/sysAnnouncementSend/getMyAnnouncementSend",
    session,
    async (request) => {
      const caller = callerOf(request);
      const { pageNo = "1", pageSize = "10", ...query } = request.query;
      await makeOwnRows(db.kysely, caller, newId, clock());
      return ok(
        await listOwn(db.kysely, caller, query, {
          pageNo: whole(pageNo, 1_000_000),
          pageSize: whole(pageSize, maxPageSize),
        }),
      );
    },
  );

  api.put<{ Body: { readonly anntId?: unknown } | null }>(
    "/sys/sysAnnouncementSend/editByAnntIdAndUserId",
    session,
    async (request) => {
      const caller = callerOf(request);
      const anntId = readId(request.body?.anntId);
      if (!(await isAddressed(db.kysely, anntId, caller))) throw new AppError("ROW_NOT_FOUND");
      await makeOwnRows(db.kysely, caller, newId, clock());
      if (await markRead(db.kysely, caller.userId, anntId, clock())) await wakeOwn(caller);
      return ok(null);
    },
  );

  api.put("/sys/sysAnnouncementSend/readAll", session, async (request) => {
    const caller = callerOf(request);
    await makeOwnRows(db.kysely, caller, newId, clock());
    if (await markRead(db.kysely, caller.userId, undefined, clock())) await wakeOwn(caller);
    return ok(null, "全部已读");
  });

  /** Whom an announcement is meant for and who has read it, for whoever administers announcements. */
  api.get<{ Querystring: ReceiptQuery }>(
    "/sys/sysAnnouncementSend/receipts",
    { config: { permission: "system:announcement:list" } },
    async (request) => {
      const { anntId, pageNo = "1", pageSize = "10", ...query } = request.query;
      const caller = callerOf(request);
      const id = readId(anntId);
      await engine.queryById("system/announcement", id, caller);
      const page = { pageNo: whole(pageNo, 1_000_000), pageSize: whole(pageSize, maxPageSize) };
      return ok(await listReceipts({ database: db.kysely, engine, caller }, id, query, page));
    },
  );

  /** The bell of their other tabs and devices goes down too. */
  const wakeOwn = ({ userId }: Caller) =>
    pushNow(db, { frame: { cmd: "user", userId, msgId: "", msgTxt: "" }, userIds: [userId] });
};

function whole(text: string, max: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new AppError("BAD_REQUEST");
  return Math.min(number, max);
}
