import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import { AppError } from "../http/errors.ts";
import { channelNames } from "./channel-names.ts";
import { maskReceiver } from "./mask-receiver.ts";
import { messageTypes, sendStatus } from "./message-queue.ts";
import { type SecretKind, secretHtml, secretName, secretText, secretTexts } from "./secret-texts.ts";
import { reasonOf } from "./send-failure.ts";
import { type SendMessage, SendRefused, type Transport, type TransportMessage, type Transports } from "./transport.ts";

export type SecretChannel = "sms" | "mail";

/** A code or a one-time link for one person. */
export interface SecretMessage {
  readonly kind: SecretKind;
  readonly channel: SecretChannel;
  /** One mobile number or mail address; the outbox keeps it masked. */
  readonly receiver: string;
  /** In memory only: it is in no row, log or backup. */
  readonly secret: string;
  readonly minutes: number;
  readonly createBy: string;
}

interface Parts {
  readonly db: Database;
  readonly transports: Transports;
  readonly newId: NewId;
  readonly clock: () => string;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Waiting before each further try. Short: nothing is kept that a later process could send. */
const retryWaitsMs = [500, 2_000];
/** After a channel failed, nobody is told for this long that something is on its way. */
const distrustMs = 30_000;
/** A row that waits longer belongs to a process that died. */
const abandonedSeconds = 120;
const shownContent = "内容含验证码或一次性链接，只发给本人，不保存";

/**
 * Sends codes and one-time links. They go from memory to the transport: the outbox row says which kind was sent to
 * whom (masked) and how it ended, never what it said, so whoever reads the outbox, a backup or a log cannot use them.
 */
export class SecretMessages {
  readonly #parts: Parts;
  readonly #underWay = new Set<Promise<void>>();
  readonly #distrustedUntil = new Map<SecretChannel, number>();
  readonly #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends the rows of processes that died while they were sending. */
  async start(): Promise<void> {
    const { db, clock } = this.#parts;
    await sql`
      update sys_message set es_send_status = ${sendStatus.givenUp}, es_result = '服务中断，不能确认是否送达'
      where es_secret and es_send_status = ${sendStatus.waiting}
        and create_time < ${clock()}::timestamp - make_interval(secs => ${abandonedSeconds})`.execute(db.kysely);
  }

  /** Tries that wait for their next turn are given up; those at the transport finish within its time limit. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay);
  }

  /** @throws AppError CHANNEL_OFF without a transport, CHANNEL_DOWN shortly after it failed for everybody */
  requireChannel(channel: SecretChannel): void {
    this.#transport(channel);
    if (Date.now() < (this.#distrustedUntil.get(channel) ?? 0)) {
      throw new AppError("CHANNEL_DOWN", { details: { channel: nameOf(channel) } });
    }
  }

  /**
   * Resolves when the transport took the message.
   *
   * @throws AppError CHANNEL_OFF, CHANNEL_DOWN, MESSAGE_NOT_SENT with the reason
   */
  async send(message: SecretMessage): Promise<void> {
    this.requireChannel(message.channel);
    await this.#deliver(await this.#record(message), message);
  }

  /**
   * Resolves when the outbox has the row; the transport works on afterwards. For answers that must not tell, by their
   * text or their time, whether anything was sent.
   */
  async post(message: SecretMessage): Promise<void> {
    this.requireChannel(message.channel);
    const id = await this.#record(message);
    const sending = this.#deliver(id, message)
      .catch(() => {}) // in the row and the log
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  /** The same row for a wish that is not fulfilled, with the reason. */
  async withhold(message: Omit<SecretMessage, "secret" | "minutes">, reason: string): Promise<void> {
    this.requireChannel(message.channel);
    await this.#record(message, reason);
  }

  async #record(message: Omit<SecretMessage, "secret" | "minutes">, withheld?: string): Promise<string> {
    const { db, newId, clock } = this.#parts;
    const [id, now] = [newId(), clock()];
    await db.kysely
      .insertInto("sys_message")
      .values({
        id,
        version: 1,
        es_title: secretTexts[message.kind].title,
        es_type: messageTypes[message.channel],
        es_receiver: maskReceiver(message.receiver),
        es_template: message.kind,
        es_secret: true,
        es_content: shownContent,
        es_send_status: withheld === undefined ? sendStatus.waiting : sendStatus.givenUp,
        es_send_num: 0,
        es_result: withheld ?? null,
        tenant_id: 0,
        create_by: message.createBy,
        create_time: now,
      })
      .execute();
    return id;
  }

  async #deliver(id: string, message: SecretMessage): Promise<void> {
    const { channel, secret } = message;
    const { tries, failure } = await this.#tryAll(this.#transport(channel).send, toTransport(id, message));
    if (failure === undefined) {
      this.#distrustedUntil.delete(channel);
      return this.#finish(id, { status: sendStatus.sent, tries, result: null });
    }
    const reason = reasonOf(failure, secret);
    this.#parts.note("secret message not sent", { id, reason });
    const concernsReceiver = failure instanceof SendRefused && failure.concerns === "message";
    if (!concernsReceiver) this.#distrustedUntil.set(channel, Date.now() + distrustMs);
    await this.#finish(id, { status: sendStatus.givenUp, tries, result: reason });
    throw new AppError("MESSAGE_NOT_SENT", { details: { channel: nameOf(channel), reason } });
  }

  #transport(channel: SecretChannel): Transport {
    const transport = this.#parts.transports[messageTypes[channel]];
    if (!transport) throw new AppError("CHANNEL_OFF", { details: { channel: nameOf(channel) } });
    return transport;
  }

  async #tryAll(send: SendMessage, message: TransportMessage): Promise<{ tries: number; failure?: unknown }> {
    const { signal } = this.#stopping;
    for (let tries = 1; ; tries += 1) {
      try {
        await send(message);
        return { tries };
      } catch (failure) {
        const waitMs = retryWaitsMs[tries - 1];
        if (failure instanceof SendRefused || waitMs === undefined || signal.aborted) return { tries, failure };
        await wait(waitMs, undefined, { signal }).catch(() => {}); // stopped: the next failure is the last
      }
    }
  }

  async #finish(
    id: string,
    { status, tries, result }: { readonly status: string; readonly tries: number; readonly result: string | null },
  ): Promise<void> {
    await this.#parts.db.kysely
      .updateTable("sys_message")
      .set({ es_send_status: status, es_send_num: tries, es_result: result, es_send_time: this.#parts.clock() })
      .where("id", "=", id)
      .execute();
  }
}

const nameOf = (channel: SecretChannel): string => channelNames[messageTypes[channel]];

function toTransport(id: string, { kind, channel, receiver, secret, minutes }: SecretMessage): TransportMessage {
  const own = { [secretName(kind)]: secret };
  const params = { ...own, minutes: String(minutes) };
  return {
    id,
    type: messageTypes[channel],
    receiver,
    title: secretTexts[kind].title,
    content: channel === "mail" ? secretHtml(kind, params) : secretText(kind, params),
    template: kind,
    params,
  };
}
