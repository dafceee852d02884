import type { FastifyInstance } from "fastify";
import type { TextsByLocale } from "../../../runtime/schema/texts.ts";
import { wantsEnglish } from "./reader-texts.ts";
import { translateMessage, translatePhrase } from "./translate-message.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The result is what the server thinks, not data: it is translated as messages are. */
    isExplanation?: boolean;
  }
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * Answers in the language that the caller asks for: the message of the envelope, and what it says about single fields.
 * Everything else is data and stays as it is, unless the route says that its result explains.
 *
 * @param texts translations of the documents in force
 */
export function installAnswerLanguage(app: FastifyInstance, texts: () => TextsByLocale): void {
  app.addHook("preSerialization", async (request, _reply, payload) => {
    if (!wantsEnglish(request) || !isEnvelope(payload)) return payload;
    const known = texts().get("en-US") ?? none;
    const told = { ...payload, message: translateMessage(payload.message, known) };
    if (payload.success && request.routeOptions.config.isExplanation) {
      return { ...told, result: translateAll(payload.result, known) };
    }
    const { fieldErrors } = (payload.result ?? {}) as { readonly fieldErrors?: unknown };
    if (payload.success || typeof fieldErrors !== "object" || fieldErrors === null) return told;
    const errors = Object.entries(fieldErrors).map(([field, said]) => [field, translateMessage(String(said), known)]);
    return { ...told, result: { ...(payload.result as object), fieldErrors: Object.fromEntries(errors) } };
  });
}

/** An explanation: all of its texts. */
function translateAll(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return translatePhrase(value, texts);
  if (Array.isArray(value)) return value.map((item) => translateAll(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, translateAll(inner, texts)]));
}

interface Told {
  readonly success: boolean;
  readonly message: string;
  readonly result: unknown;
}

function isEnvelope(payload: unknown): payload is Told {
  return typeof payload === "object" && payload !== null && "success" in payload && "message" in payload
    ? typeof payload.message === "string"
    : false;
}
