import { randomBytes } from "node:crypto";
import type { FastifyRequest, FastifyServerOptions } from "fastify";

/** Request headers that carry a session; never logged. */
const secretHeaders = ["x-access-token", "authorization", "x-api-key", "cookie", "sec-websocket-protocol"];

/**
 * The log: one JSON object per line on standard output, so a line break in a value stays inside its string.
 * Bodies are never logged, query texts only without their values.
 */
export function loggerOptions(level: string): FastifyServerOptions["logger"] {
  if (level === "silent") return false;
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    base: null,
    redact: {
      paths: [
        ...secretHeaders.flatMap((name) => [`req.headers["${name}"]`, `headers["${name}"]`]),
        ...["password", "oldpassword", "confirmpassword", "captcha", "token"].flatMap((name) => [name, `*.${name}`]),
      ],
      censor: "******",
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: withoutQueryValues(request.url),
        ip: request.ip,
      }),
    },
  };
}

/** `/a?token=x&name=王` → `/a?token&name`: names help, values may be personal or secret. */
export function withoutQueryValues(url: string): string {
  const [path = "", query] = url
    .slice(0, 2000)
    .replaceAll(/ak_[0-9a-f]{8}_[\w-]+/g, "******")
    .split("?", 2);
  if (!query) return path;
  const names = query.split("&").map((pair) => pair.split("=", 1)[0]);
  return `${path}?${names.join("&")}`;
}

/** Our own id for every request; one that a client sends is not believed. */
export function newRequestId(): string {
  return randomBytes(8).toString("hex");
}
