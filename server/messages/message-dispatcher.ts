import { sql } from "kysely";
import { defaultTenant } from "../auth/caller.ts";
import type { Database } from "../db/database.ts";
import { type MessageType, messageChannel, sendStatus } from "./message-queue.ts";
import { reasonOf } from "./send-failure.ts";
import { SendRefused, type TransportMessage, type Transports } from "./transport.ts";

interface DispatcherParts {
  readonly db: Database;
  readonly clock: () => string;
  readonly transports: Transports;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

const lookEveryMs = 15_000;
const batch = 10;
/** A process that dies while sending leaves its messages to the others after this long. */
const leaseSeconds = 120;
/** Waiting before each further try; after the last the message is given up. */
const retrySeconds = [60, 300, 900, 3_600];

/** Sends what waits in the outbox: woken by the database, otherwise every 15 seconds; one process takes each message. */
export class MessageDispatcher {
  readonly #parts: DispatcherParts;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #working: Promise<void> | undefined;
  #isAsked = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(messageChannel, () => this.look());
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    this.#timer.unref();
    this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isAsked = false;
    await this.#stopListening?.();
    await this.#working;
  }

  /** Sends what is due; a call while it works makes it look once more. */
  look(): void {
    this.#isAsked = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    const { note } = this.#parts;
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        const messages = await this.#claim();
        await Promise.all(messages.map((message) => this.#send(message)));
        if (messages.length === batch) this.#isAsked = true;
      }
    } catch (error) {
      note("outbox", { error: String(error) }); // the database does not answer; the next round tries again
    }
  }

  async #claim(): Promise<readonly TransportMessage[]> {
    const { db, clock } = this.#parts;
    return db.transaction(async (trx) => {
      const now = clock();
      const { rows } = await sql<Record<string, unknown>>`
        update sys_message set next_send_time = ${now}::timestamp + make_interval(secs => ${leaseSeconds})
        where id in (
          select id from sys_message
          where not coalesce(es_secret, false)
            and es_send_status in (${sendStatus.waiting}, ${sendStatus.failed}) and next_send_time <= ${now}::timestamp
          order by next_send_time limit ${batch} for update skip locked)
        returning id, es_type, es_receiver, es_title, es_content, es_template, es_param, tenant_id`.execute(trx);
      return rows.map(readMessage);
    });
  }

  async #send(message: TransportMessage): Promise<void> {
    const transport = this.#parts.transports[message.type as MessageType];
    try {
      if (!transport) throw new SendRefused("没有配置这种发送方式");
      await transport.send(message);
      await this.#record(message.id, sendStatus.sent, null, undefined);
    } catch (error) {
      await this.#failed(message.id, error);
    }
  }

  async #failed(id: string, error: unknown): Promise<void> {
    const reason = reasonOf(error);
    const { rows } = await sql<{
      tries: string;
    }>`select es_send_num as tries from sys_message where id = ${id}`.execute(this.#parts.db.kysely);
    const wait = error instanceof SendRefused ? undefined : retrySeconds[Number(rows[0]?.tries ?? 0)];
    this.#parts.note("message not sent", { id, reason });
    await this.#record(id, wait === undefined ? sendStatus.givenUp : sendStatus.failed, reason, wait);
  }

  async #record(id: string, status: string, result: string | null, waitSeconds: number | undefined): Promise<void> {
    const { db, clock } = this.#parts;
    const now = clock();
    const next = waitSeconds === undefined ? sql`null` : sql`${now}::timestamp + make_interval(secs => ${waitSeconds})`;
    await sql`
      update sys_message set es_send_status = ${status}, es_send_num = coalesce(es_send_num, 0) + 1, es_result = ${result},
        es_send_time = ${now}::timestamp, next_send_time = ${next}
      where id = ${id}`.execute(db.kysely);
  }
}

function readMessage(row: Readonly<Record<string, unknown>>): TransportMessage {
  const text = (name: string) => String(row[name] ?? "");
  return {
    id: text("id"),
    type: text("es_type"),
    receiver: text("es_receiver"),
    title: text("es_title"),
    content: text("es_content"),
    template: text("es_template"),
    params: readParams(text("es_param")),
    tenantId: Number(row.tenant_id ?? defaultTenant),
  };
}

/** What the template was filled with; only plain values have a place in a message. */
function readParams(json: string): Readonly<Record<string, string>> {
  if (json.trim() === "") return {};
  const values = JSON.parse(json) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "object" ? [] : [[name, String(value)]])),
  );
}
