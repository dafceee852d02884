import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Queryable } from "../db/database.ts";
import { type Caller, defaultTenant, keyWords, logNames } from "./caller.ts";
import { elapsedMs, markTold } from "./logs/operation-log.ts";
import { oneLine } from "./logs/safe-text.ts";

/** What a signed-in person did beside changing rows (threats §10): exports, imports, settings. */
export async function writeOperationLog(
  db: Queryable,
  request: FastifyRequest,
  caller: Caller,
  text: string,
  operateType?: number,
): Promise<void> {
  markTold(request);
  const { actor, viewed } = logNames(caller);
  await db
    .insertInto("sys_log")
    .values({
      id: randomUUID().replaceAll("-", ""),
      version: 1,
      log_type: 2,
      log_content: oneLine(text + keyWords(caller), 1000),
      operate_type: operateType ?? null,
      userid: actor.username,
      username: oneLine(actor.realname, 64),
      viewed_user: viewed,
      ip: request.ip.slice(0, 64),
      request_url: request.url.split("?", 1)[0]?.slice(0, 255) ?? "",
      request_type: request.method,
      request_id: request.id,
      cost_time: elapsedMs(request),
      outcome: "ok",
      create_by: actor.username,
      create_time: new Date(),
      tenant_id: caller.tenantId,
    })
    .execute();
}

export interface SignInEvent {
  readonly username: string;
  readonly realname: string;
  /** Whose log it stands in; default: the session's, the platform's where there is none. */
  readonly tenantId?: number | undefined;
  /** The true reason of a refusal; it is in the log and nowhere else. */
  readonly refused?: string;
  /** What happened, when it was not a sign-in. */
  readonly text?: string;
  /** The path to log, where the request's own must not be. */
  readonly address?: string;
  /** Through whose eyes somebody begins to look. */
  readonly viewed?: string;
}

/** Sign-ins, refusals, sign-outs: rows of the log model with type 1. Texts are cut to their columns. */
export async function writeSignInLog(db: Queryable, request: FastifyRequest, event: SignInEvent): Promise<void> {
  markTold(request);
  const text = event.text ?? (event.refused ? `登录失败：${event.refused}` : "登录成功");
  const now = new Date();
  const signedIn = request.signedIn ? logNames(request.signedIn.caller) : undefined;
  // What is told of the session's own person was done by whoever looks through their eyes.
  const names = signedIn?.viewed === event.username ? { ...event, ...signedIn.actor, viewed: signedIn.viewed } : event;
  await db
    .insertInto("sys_log")
    .values({
      id: randomUUID().replaceAll("-", ""),
      version: 1,
      log_type: 1,
      log_content: oneLine(text, 200),
      userid: oneLine(names.username, 64),
      username: oneLine(names.realname, 64),
      viewed_user: names.viewed ?? null,
      ip: request.ip.slice(0, 64),
      request_url: event.address ?? request.url.split("?", 1)[0]?.slice(0, 255) ?? "",
      request_type: request.method,
      request_id: request.id,
      cost_time: elapsedMs(request),
      outcome: event.refused ? "refused" : "ok",
      create_by: oneLine(names.username, 64),
      create_time: now,
      tenant_id: event.tenantId ?? request.signedIn?.caller.tenantId ?? defaultTenant,
    })
    .execute();
}
