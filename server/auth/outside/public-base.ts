import type { FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import { isLoopback } from "../../config/loopback.ts";
import { AppError } from "../../http/errors.ts";

/**
 * Where this console is, for addresses that providers send people back to: without a slash at its end. Taken from the
 * request on this machine alone, where nobody else's name can stand in it.
 *
 * @throws AppError INVALID without PUBLIC_URL on a server that others reach
 */
export function publicBase({ publicUrl, host }: Pick<Config, "publicUrl" | "host">, request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "");
  if (isLoopback(host) && isLoopback(request.hostname)) return `http://${request.host}`;
  throw new AppError("INVALID", {
    details: { reason: "没有设置对外地址 PUBLIC_URL，不能使用其他登录方式，请联系运维人员" },
  });
}

/** A place of the console that may be remembered through the sign-in; the console checks it once more. */
export function readPlace(value: unknown): string {
  return typeof value === "string" && /^\/(?![/\\])[^\s\\\p{Cc}]{0,1000}$/u.test(value) ? value : "";
}
