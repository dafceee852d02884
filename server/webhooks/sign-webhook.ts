import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
const secretBytes = 32;

/** A key as receivers take it: `whsec_` and base64 of 256 random bits (Standard Webhooks). */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(secretBytes).toString("base64");

export interface WebhookMessage {
  /** The same for every try and every replay of one delivery, so that a receiver can drop what it has already. */
  readonly id: string;
  readonly body: string;
}

/**
 * Headers of one try: id, time in seconds and the signature `v1,<base64 HMAC-SHA-256 of "id.time.body">`, so that a
 * receiver refuses what is old as well as what is forged.
 */
export function webhookHeaders(message: WebhookMessage, secret: string, nowMs = Date.now()): Record<string, string> {
  const time = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${message.id}.${time}.${message.body}`).digest("base64");
  return { "webhook-id": message.id, "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
}
