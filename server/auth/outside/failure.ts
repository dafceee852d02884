import { AppError } from "../../http/errors.ts";
import { AddressRefused } from "../../http/net/addresses.ts";
import type { Provider } from "./provider.ts";

/** Codes of openid-client, jose and undici, by what they mean for the person who wanted in. */
const errorByCode: Readonly<Record<string, "THIRD_DOWN" | "THIRD_UNTRUSTED" | "THIRD_CLOCK">> = {
  OAUTH_TIMEOUT: "THIRD_DOWN",
  OAUTH_ABORT: "THIRD_DOWN",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "THIRD_DOWN",
  OAUTH_RESPONSE_IS_NOT_JSON: "THIRD_DOWN",
  OAUTH_PARSE_ERROR: "THIRD_DOWN",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "THIRD_CLOCK",
  ERR_JWT_EXPIRED: "THIRD_CLOCK",
};
/** What a provider answers instead of tokens (RFC 6749 §5.2). */
const byTokenError: Readonly<Record<string, "THIRD_TICKET" | "THIRD_DOWN">> = {
  invalid_grant: "THIRD_TICKET",
  temporarily_unavailable: "THIRD_DOWN",
  server_error: "THIRD_DOWN",
};
const timeouts = new Set(["TimeoutError", "AbortError"]);

interface Failure {
  readonly name?: string;
  readonly code?: string;
  /** OAuth's own word: of a redirect or of a refused call. */
  readonly error?: string;
  readonly cause?: unknown;
}

/**
 * What went wrong with a provider, as one named error. Anything that this does not know counts as an identity that
 * cannot be trusted.
 */
export function outsideFailure({ name }: Pick<Provider, "name">, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const chain = causesOf(error);
  const refused = chain.find((one) => one instanceof AddressRefused);
  const details = { provider: name };
  if (refused) return new AppError("THIRD_CONFIG", { details: { ...details, reason: refused.message }, cause: error });
  const { error: word, code } = (chain[0] ?? {}) as Failure;
  if (word !== undefined && code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return refusedBy(name, word, error);
  if (word !== undefined) {
    const known = byTokenError[word];
    if (known) return new AppError(known, { details, cause: error });
    const reason = `对方不接受本系统的客户端（${plainWord(word)}）`;
    return new AppError("THIRD_CONFIG", { details: { ...details, reason }, cause: error });
  }
  const known = chain.map((one) => errorByCode[(one as Failure).code ?? ""]).find(Boolean);
  if (known) return new AppError(known, { details, cause: error });
  return new AppError(isSilence(chain) ? "THIRD_DOWN" : "THIRD_UNTRUSTED", { details, cause: error });
}

/** The person, or the provider for them, said no. */
export function refusedBy(provider: string, word: string, cause?: unknown): AppError {
  if (word === "access_denied") return new AppError("THIRD_CANCELLED", { details: { provider }, cause });
  return new AppError("THIRD_REFUSED", { details: { provider, reason: plainWord(word) }, cause });
}

/** OAuth's words come through the address: what is none is not repeated. */
const plainWord = (word: string): string => (/^[a-z_]{1,40}$/.test(word) ? word : "unknown");

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 6; at = (at as Failure).cause) chain.push(at);
  return chain;
}

/** undici says `fetch failed` and names the reason below; its codes and the system's begin like this. */
function isSilence(chain: readonly unknown[]): boolean {
  return chain.some((one) => {
    const { name = "", code = "" } = one as Failure;
    // fetch itself gives up so, for example for ports that it never calls.
    const isGivenUp = one instanceof TypeError && one.message === "fetch failed";
    return isGivenUp || timeouts.has(name) || /^(UND_ERR_|E[A-Z]+$|CERT_|DEPTH_ZERO_|SELF_SIGNED)/.test(String(code));
  });
}
