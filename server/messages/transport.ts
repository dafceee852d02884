import type { MessageType } from "./message-queue.ts";

/** A message as a transport needs it. */
export interface TransportMessage {
  readonly type: string;
  /** A mobile number, mail addresses or user names, by type; several joined by commas. */
  readonly receiver: string;
  readonly title: string;
  /** Text for short messages, HTML for mail and system messages. */
  readonly content: string;
  /** Code of the template the content was made from; providers of short messages know it by another number. */
  readonly template?: string;
  /** What was filled in, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Row of the outbox. */
  readonly id: string;
  /** Whose message it is; absent: the platform's. */
  readonly tenantId?: number;
}

/** Resolves when the provider took the message; @throws SendRefused when trying again is useless */
export type SendMessage = (message: TransportMessage) => Promise<void>;

export interface Transport {
  /** `development`: shown to whoever runs the server instead of being sent. */
  readonly state: "ready" | "development";
  /** Where messages go, for the channel page; never a secret. */
  readonly target: string;
  readonly send: SendMessage;
}

/** By `esType`; a type without one is not configured. */
export type Transports = Readonly<Partial<Record<MessageType, Transport>>>;

/** The other side will not take this message, now or later. */
export class SendRefused extends Error {
  /** `channel`: it takes nobody's messages, for example because its key is wrong. */
  readonly concerns: "message" | "channel";

  constructor(reason: string, concerns: "message" | "channel" = "message") {
    super(reason);
    this.concerns = concerns;
  }
}
