import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { SecretBox } from "../auth/secret-box.ts";
import type { Database } from "../db/database.ts";
import type { Outgoing } from "../http/net/outgoing.ts";
import type { Engine } from "../models/engine.ts";
import { deliveryState, webhookChannel } from "../models/webhooks/row-events.ts";
import { loadWebhook, type Webhook } from "./load-webhook.ts";
import { type Attempt, sendWebhook } from "./send-webhook.ts";
import { webhookBody } from "./webhook-body.ts";

export interface DispatcherParts {
  readonly db: Database;
  readonly engine: Engine;
  readonly out: Outgoing;
  readonly box: () => SecretBox;
  readonly clock: () => string;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

interface Delivery {
  readonly id: string;
  readonly eventNo: string;
  readonly attempts: number;
}

const lookEveryMs = 5_000;
/** Sent at the same time to one receiver; each is of another row. */
const batch = 8;
/** Longer than a try may take: a process that dies while sending leaves its deliveries to the others. */
const leaseSeconds = 30;
/** A receiver that accepts nothing is left alone for as long before its next rows are tried. */
const restMs = { first: 500, most: 30_000 };

/**
 * Delivers what the outbox holds: woken by the database, otherwise every five seconds. Each subscription is worked off on
 * its own, so that a receiver that never answers holds nobody else. Of one row and one subscription only the oldest
 * unfinished delivery is ever taken, by one process: order per row. A delivery is finished after its answer: at least once.
 */
export class WebhookDispatcher {
  readonly #parts: DispatcherParts;
  readonly #working = new Map<string, Promise<void>>();
  readonly #asked = new Set<string>();
  readonly #stopped = new AbortController();
  #looking: Promise<void> | undefined;
  #isAsked = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(webhookChannel, () => this.look());
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    this.#timer.unref();
    this.look();
  }

  /** Waits for the tries that are on their way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort();
    await this.#stopListening?.();
    await this.#looking;
    await Promise.all(this.#working.values());
  }

  look(): void {
    this.#isAsked = true;
    this.#looking ??= this.#findWork().finally(() => {
      this.#looking = undefined;
    });
  }

  async #findWork(): Promise<void> {
    const { db, clock, note } = this.#parts;
    try {
      while (this.#isAsked && !this.#stopped.signal.aborted) {
        this.#isAsked = false;
        const { rows } = await sql<{ hook_id: string }>`
          select distinct hook_id from sys_webhook_delivery
          where state in (${deliveryState.waiting}, ${deliveryState.failed})
            and next_time <= cast(${clock()} as timestamp)`.execute(db.kysely);
        for (const { hook_id: hookId } of rows) this.#work(hookId);
      }
    } catch (error) {
      note("webhooks", { error: String(error) }); // the database does not answer; the next round tries again
    }
  }

  /** Works off one subscription; a call while it works makes it look once more. */
  #work(hookId: string): void {
    this.#asked.add(hookId);
    if (this.#working.has(hookId)) return;
    const work = this.#workOff(hookId)
      .catch((error: unknown) => this.#parts.note("webhooks", { hookId, error: String(error) }))
      .finally(() => this.#working.delete(hookId));
    this.#working.set(hookId, work);
  }

  async #workOff(hookId: string): Promise<void> {
    const { signal } = this.#stopped;
    let rest = restMs.first;
    while (this.#asked.delete(hookId) && !signal.aborted) {
      for (let due = await this.#claim(hookId); due.length > 0 && !signal.aborted; due = await this.#claim(hookId)) {
        const accepted = await this.#sendAll(hookId, due);
        if (accepted) rest = restMs.first;
        else {
          await pause(rest, undefined, { signal }).catch(() => {});
          rest = Math.min(rest * 2, restMs.most);
        }
      }
    }
  }

  /** Takes what is due of rows that have nothing older on its way. */
  async #claim(hookId: string): Promise<readonly Delivery[]> {
    const { db, clock } = this.#parts;
    const now = clock();
    const open = sql`(${deliveryState.waiting}, ${deliveryState.failed})`;
    const { rows } = await sql<Record<string, unknown>>`
      update sys_webhook_delivery
      set next_time = cast(${now} as timestamp) + make_interval(secs => ${leaseSeconds})
      where id in (
        select one.id from sys_webhook_delivery one
        join sys_webhook hook on hook.id = one.hook_id and hook.status = 1
        where one.hook_id = ${hookId} and one.state in ${open} and one.next_time <= cast(${now} as timestamp)
          and not exists (
            select 1 from sys_webhook_delivery earlier
            where earlier.hook_id = one.hook_id and earlier.model_id = one.model_id and earlier.row_id = one.row_id
              and earlier.event_no < one.event_no and earlier.state in ${open})
        order by one.event_no limit ${batch} for update of one skip locked)
      returning id, event_no, attempts`.execute(db.kysely);
    return rows.map((row) => ({
      id: String(row.id),
      eventNo: String(row.event_no),
      attempts: Number(row.attempts ?? 0),
    }));
  }

  /** @returns false when nothing of it was accepted */
  async #sendAll(hookId: string, due: readonly Delivery[]): Promise<boolean> {
    const hook = await loadWebhook(this.#parts.db.kysely, this.#parts.box(), hookId);
    const accepted = await Promise.all(due.map((delivery) => this.#send(hook, delivery)));
    return accepted.includes(true);
  }

  async #send(hook: Webhook | string, delivery: Delivery): Promise<boolean> {
    const { db, engine, out } = this.#parts;
    if (typeof hook === "string") return this.#record(delivery, notTried(hook));
    const body = await webhookBody({ db: db.kysely, engine }, delivery.eventNo, hook.owner);
    // A row that the subscriber may not read does not exist for them, and neither does what happened to it.
    if (body === undefined) return this.#forget(delivery);
    return this.#record(delivery, await sendWebhook(out, hook.url, { id: delivery.id, body }, hook.secret));
  }

  async #forget({ id }: Delivery): Promise<boolean> {
    await sql`delete from sys_webhook_delivery where id = ${id}`.execute(this.#parts.db.kysely);
    return true;
  }

  async #record({ id, attempts }: Delivery, attempt: Attempt): Promise<boolean> {
    const { db, clock, note } = this.#parts;
    const wait = attempt.isAccepted ? undefined : retryWait(attempts + 1);
    const failed = wait === undefined ? deliveryState.givenUp : deliveryState.failed;
    const now = clock();
    const next = wait === undefined ? sql`null` : sql`cast(${now} as timestamp) + make_interval(secs => ${wait})`;
    await sql`
      update sys_webhook_delivery
      set state = ${attempt.isAccepted ? deliveryState.sent : failed}, attempts = ${attempts + 1}, next_time = ${next},
        sent_time = cast(${now} as timestamp), answer_code = ${attempt.answerCode ?? null},
        cost_time = ${attempt.costMs}, reason = ${attempt.reason ?? null}
      where id = ${id}`.execute(db.kysely);
    if (!attempt.isAccepted) note("webhook not accepted", { id, reason: attempt.reason });
    return attempt.isAccepted;
  }
}

const notTried = (reason: string): Attempt => ({ isAccepted: false, answerCode: undefined, reason, costMs: 0 });

const firstSeconds = 10;
const mostSeconds = 4 * 3_600;
/** Tries in all, over some 13 hours. */
export const mostAttempts = 15;

/**
 * Seconds before the next try: doubled each time, and anywhere in the upper half of that, so that receivers that come back
 * are not met by everything at once. Undefined: given up.
 *
 * @param attempts tries made so far
 */
export function retryWait(attempts: number, random: () => number = Math.random): number | undefined {
  if (attempts >= mostAttempts) return undefined;
  const whole = Math.min(firstSeconds * 2 ** (attempts - 1), mostSeconds);
  return Math.round(whole * (0.5 + random() / 2));
}
