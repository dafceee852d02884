import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";

const cookieName = "sc_files";
const lifetimeSeconds = 7 * 24 * 60 * 60;

/**
 * An `<img>` sends no header, so pictures are read with a cookie: the session's token, out of reach of scripts, for
 * this site only, below the file address only, and honoured for GET only.
 *
 * @param token undefined takes the cookie away
 */
export function setFileCookie(reply: FastifyReply, config: Config, token: string | undefined): void {
  const secure = config.publicUrl?.startsWith("https://") ? "; Secure" : "";
  const maxAge = token === undefined ? 0 : lifetimeSeconds;
  reply.header(
    "Set-Cookie",
    `${cookieName}=${token ?? ""}; Path=${config.contextPath}/sys/common/static; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** The token of the file cookie; undefined for any method but GET and HEAD. */
export function readFileCookie(request: FastifyRequest): string | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  return readCookie(request, cookieName);
}

/** The value of a cookie of ours; none of them needs decoding. */
export function readCookie(request: FastifyRequest, wanted: string): string | undefined {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === wanted && value) return value;
  }
  return undefined;
}
