import type { FastifyRequest } from "fastify";
import { AppError } from "../http/errors.ts";

/** The sub-protocol that our own console names beside its token, so that the answer need not repeat the token. */
export const liveProtocol = "schema-console";

/** The token that a browser sends as a sub-protocol, because its WebSocket carries no header of ours. */
export function readProtocolToken(request: FastifyRequest): string | undefined {
  const offered = request.headers["sec-websocket-protocol"];
  return offered
    ?.split(",")
    .map((name) => name.trim())
    .find((name) => name !== "" && name !== liveProtocol);
}

/** Which of the offered sub-protocols is answered; a browser gives up when it is none of them. */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has(liveProtocol)) return liveProtocol;
  return offered.values().next().value ?? false;
}

/**
 * Another site's page may open sockets here with no more than an address, so a browser's Origin must be ours. Clients
 * that are no browsers send none.
 *
 * @throws AppError FORBIDDEN
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [request.host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])];
  if (!own.includes(hostOf(origin))) throw new AppError("FORBIDDEN");
}

/**
 * The id in the address is the caller's own, alone or with what clients of different age append (`_app`, `_<md5>`).
 *
 * @throws AppError FORBIDDEN
 */
export function refuseForeignUser(named: string, userId: string): void {
  if (named !== userId && !named.startsWith(`${userId}_`)) throw new AppError("FORBIDDEN");
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host;
  } catch {
    return "";
  }
}
