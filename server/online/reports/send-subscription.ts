import { sql } from "kysely";
import { makeCaller } from "../../auth/make-caller.ts";
import { firstTenant, tenantsOf } from "../../auth/tenants.ts";
import { chooseDepartment, departmentsOf, findUser, splitList, type User } from "../../auth/user-store.ts";
import type { Database } from "../../db/database.ts";
import { AppError, errorMessage } from "../../http/errors.ts";
import { messageTypes, queueMessage } from "../../messages/message-queue.ts";
import type { Transports } from "../../messages/transport.ts";
import { itemsFor } from "./report-columns.ts";
import { reportAddress } from "./report-menu.ts";
import { messageRows, reportMessage } from "./report-message.ts";
import type { Reports } from "./reports.ts";

export interface SubscriptionParts {
  readonly db: Database;
  readonly reports: Reports;
  readonly transports: Transports;
  readonly newId: () => string;
  readonly clock: () => string;
  /** Address of the console, for the way back to the report. */
  readonly publicUrl: string | undefined;
}

/** Said where mail is chosen; undefined when it can be sent. */
export const mailOff = (transports: Transports): string | undefined =>
  transports[messageTypes.mail] ? undefined : "没有配置邮件服务（SMTP_URL），只能用站内消息";

interface Subscription {
  readonly id: string;
  readonly title: string;
  readonly headId: string;
  readonly channel: string;
  readonly receivers: readonly string[];
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly tenantId: number;
  readonly createBy: string;
}

/**
 * Runs a report once for each receiver, with the rights that they have now, and puts what they may see into the outbox.
 * One who may not run it, is gone or has no address is named in the result; the others get theirs.
 *
 * @returns what happened, in one line
 * @throws Error when nobody got anything
 */
export async function sendSubscription(parts: SubscriptionParts, id: string): Promise<string> {
  const { db, clock } = parts;
  const subscription = await readSubscription(db, id);
  if (!subscription) throw new Error("订阅已不存在");
  const failures: string[] = [];
  let sent = 0;
  for (const userId of subscription.receivers) {
    const failure = await sendTo(parts, subscription, userId);
    if (failure === undefined) sent += 1;
    else failures.push(failure);
  }
  const text = [`已发送 ${sent} 人`, ...failures].join("；").slice(0, 500);
  await sql`update onl_cgreport_subscription set last_time = ${clock()}::timestamp, last_result = ${text}
    where id = ${id}`.execute(db.kysely);
  if (sent === 0) throw new Error(text);
  return text;
}

/** @returns why this person got nothing; undefined when it is on its way */
async function sendTo(parts: SubscriptionParts, subscription: Subscription, userId: string) {
  const { db, reports, newId, clock, publicUrl } = parts;
  const user = await findUser(db.kysely, { id: userId });
  if (user?.status !== 1) return `接收人 ${user?.realname || userId} 已停用或不存在`;
  const name = user.realname || user.username;
  const address = subscription.channel === "mail" ? await mailOf(db, userId) : user.username;
  if (address === "") return `${name} 没有邮箱`;
  try {
    const caller = await callerOf(db, user, subscription);
    if (!caller) return `${name} 所在的租户已停用`;
    const report = await reports.open(subscription.headId, caller, { draft: false });
    const rows = await reports.run(report, { ...subscription.conditions, pageNo: "1", pageSize: String(messageRows) });
    const content = reportMessage({
      items: itemsFor(report.definition, report.caller),
      options: await reports.dictOptions(report),
      rows,
      address: publicUrl && `${publicUrl.replace(/\/$/, "")}${reportAddress(subscription.headId)}`,
    });
    const message = {
      type: subscription.channel === "mail" ? messageTypes.mail : messageTypes.system,
      receiver: address,
      title: `${subscription.title}（${clock().slice(0, 10)}）`,
      content,
      createBy: subscription.createBy,
      tenantId: subscription.tenantId,
    };
    await db.transaction((trx) => queueMessage(trx, message, { id: newId(), now: clock() }));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${name}：${errorMessage(error.errorName, error.details)}`;
  }
}

/** The receiver as they would be after signing in now, in the subscription's tenant where it is theirs; nobody where they could not. */
async function callerOf(db: Database, user: User, subscription: Subscription) {
  const open = await tenantsOf(db.kysely, user);
  const isTheirs = open.some(({ id }) => id === subscription.tenantId);
  const tenantId = isTheirs ? subscription.tenantId : firstTenant(user, open);
  if (tenantId === undefined) return undefined;
  const orgCode = chooseDepartment(user, await departmentsOf(db.kysely, user.id), tenantId);
  return makeCaller(db.kysely, { user, sessionId: "", orgCode, tenantId });
}

async function mailOf(db: Database, userId: string): Promise<string> {
  const row = await db.kysely.selectFrom("sys_user").select("email").where("id", "=", userId).executeTakeFirst();
  return String(row?.email ?? "").trim();
}

async function readSubscription(db: Database, id: string): Promise<Subscription | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, title, cgrhead_id, channel, receivers, conditions, tenant_id, create_by
    from onl_cgreport_subscription where id = ${id}`.execute(db.kysely);
  const [row] = rows;
  if (!row) return undefined;
  return {
    id,
    title: String(row.title ?? ""),
    headId: String(row.cgrhead_id ?? ""),
    channel: String(row.channel ?? ""),
    receivers: splitList(row.receivers),
    conditions: readConditions(row.conditions),
    tenantId: Number(row.tenant_id ?? 0),
    createBy: String(row.create_by ?? ""),
  };
}

/** A JSON object of plain values; what is none asks nothing, and saving refuses it before. */
export function readConditions(value: unknown): Readonly<Record<string, unknown>> {
  const read = typeof value === "string" && value.trim() !== "" ? JSON.parse(value) : value;
  return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {};
}
