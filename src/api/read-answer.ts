import { type Envelope, isSuccess } from "../../runtime/wire/envelope.ts";

/** What arrived, told apart in one place: an envelope, or why it is none. */
export type Answer =
  | { readonly kind: "success"; readonly envelope: Envelope }
  | { readonly kind: "refused"; readonly envelope: Envelope }
  | { readonly kind: "empty" | "html" | "broken" | "foreign" };

/**
 * Reads the text of an answer.
 *
 * A bare `{status, message}` body (a framework's own error page) reads as a refusal, so that its message is shown.
 * Success is `success` and code 0 or 200, the code as a number or as its text.
 */
export function readAnswer(text: string): Answer {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "empty" };
  if (trimmed.startsWith("<")) return { kind: "html" };
  let body: unknown;
  try {
    body = JSON.parse(trimmed);
  } catch {
    return { kind: "broken" };
  }
  const envelope = readEnvelope(body);
  if (!envelope) return { kind: "foreign" };
  return { kind: isSuccess(envelope) ? "success" : "refused", envelope };
}

function readEnvelope(body: unknown): Envelope | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const { success, code, status, message, result, timestamp } = body as Readonly<Record<string, unknown>>;
  if (typeof success !== "boolean" && typeof message !== "string") return undefined;
  return {
    success: success === true,
    code: Number(code ?? status ?? 500),
    message: typeof message === "string" ? message : "",
    result: result ?? null,
    timestamp: Number(timestamp ?? 0),
  };
}
