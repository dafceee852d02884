import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { pushNow } from "../live/live-push.ts";
import {
  announcementPush,
  makeOwnRows,
  pushAnnouncement,
  released,
  syncSendRows,
} from "../messages/announcements/audience.ts";
import { findOwn, listUnread } from "../messages/announcements/own-announcements.ts";
import { findPublic, publicPage, publicPagePolicy } from "../messages/announcements/public-page.ts";
import { fillReadCounts } from "../messages/announcements/read-state.ts";
import { readId } from "../models/engine-parts.ts";
import type { Draft, HookContext, ModelHooks, ReadContext, SaveContext } from "../models/hooks.ts";

const model = "system/announcement";
const unreadShown = 5;
const maxUnreadShown = 100;

interface IdQuery {
  readonly id?: string;
  readonly anntId?: string;
  readonly pageSize?: string;
  readonly brief?: string;
}

/** Announcements beyond their rows: release and revocation by the contract's names, and the bell (contract 04 §4.1). */
export const routes: RouteModule = (api, { config, db, engine, newId, clock }) => {
  const transitions = [
    { path: "doReleaseData", key: "release", operation: "发布公告", message: "该系统通知发布成功" },
    { path: "doReovkeData", key: "revoke", operation: "撤回公告", message: "该系统通知撤销成功" },
  ];
  for (const { path, key, operation, message } of transitions) {
    api.get<{ Querystring: IdQuery }>(
      `/sys/annountCement/${path}`,
      { config: { permission: `system:announcement:${key}`, changes: true, operation } },
      async (request) => {
        return ok(await engine.transition(model, key, { id: request.query.id }, callerOf(request)), message);
      },
    );
  }

  api.get<{ Querystring: IdQuery }>(
    "/sys/annountCement/listByUser",
    { config: { permission: "session" } },
    async (request) => {
      const caller = callerOf(request);
      const wanted = Number(request.query.pageSize ?? unreadShown);
      const limit = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, maxUnreadShown) : unreadShown;
      const read = () => listUnread(db.kysely, caller, limit, request.query.brief === "1");
      const unread = await read();
      if (unread) return ok(unread);
      await makeOwnRows(db.kysely, caller, newId, clock());
      return ok(await read());
    },
  );

  // Whoever administers announcements reads all of them, others what is meant for them.
  api.get<{ Querystring: IdQuery }>(
    "/sys/annountCement/queryById",
    { config: { permission: "session" } },
    async (request) => {
      const caller = callerOf(request);
      const id = readId(request.query.id);
      if (decideAction(caller, "system:announcement:list").allowed)
        return ok(await engine.queryById(model, id, caller));
      await makeOwnRows(db.kysely, caller, newId, clock());
      const own = await findOwn(db.kysely, caller, id);
      if (!own) throw new AppError("ROW_NOT_FOUND");
      return ok(own);
    },
  );

  /** A page for people without an account (contract 04 §4.1), where the operator wants it: "everybody" are the users. A token is not looked at: `queryById` answers its holder. */
  api.get<{ Params: { id: string } }>(
    "/sys/annountCement/show/:id",
    { config: { permission: "public", rateLimit: { max: 60, timeWindow: "1 minute" } } },
    async (request, reply) => {
      const id = readId(request.params.id);
      const found = config.publicAnnouncements ? await findPublic(db.kysely, id, clock()) : undefined;
      if (!found) throw new AppError("ANNOUNCEMENT_CLOSED");
      return reply
        .type("text/html; charset=utf-8")
        .header("Content-Security-Policy", publicPagePolicy)
        .send(publicPage(found));
    },
  );

  api.get<{ Querystring: IdQuery }>(
    "/sys/annountCement/syncNotic",
    { config: { permission: "system:announcement:release", changes: true, operation: "推送公告" } },
    async (request) => {
      const { anntId } = request.query;
      if (anntId) await pushNow(db, announcementPush(await engine.queryById(model, readId(anntId), callerOf(request))));
      else await pushNow(db, { frame: { cmd: "topic", msgId: "", msgTxt: "批量设置已读" } });
      return ok(null);
    },
  );
};

const isReleased = (row: Row | undefined) => row?.sendStatus === released;

const announcementHooks: ModelHooks = {
  beforeValidate(draft: Draft) {
    if (draft.userIds !== undefined) draft.userIds = splitList(draft.userIds).join(",") || null;
  },
  async afterSave(row: Row, { before, trx, now, newId }: SaveContext) {
    await syncSendRows(trx, row, newId, now);
    if (isReleased(row) !== isReleased(before)) pushAnnouncement(trx, row);
  },
  afterDelete(rows: readonly Row[], { trx }: HookContext) {
    for (const row of rows) if (isReleased(row)) pushAnnouncement(trx, row);
  },
  afterRead: (rows: Draft[], context: ReadContext) => fillReadCounts(context, rows),
};

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: announcementHooks };
