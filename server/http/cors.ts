import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { isUnder } from "./security-headers.ts";

const methods = "GET, POST, PUT, PATCH, DELETE";
/** What our own console and clients of the contract send. */
const headers =
  "Content-Type, X-Access-Token, X-Api-Key, Authorization, X-Idempotency-Key, tenant_id, tenant-id, X-Tenant-Id, X-Client, Accept-Language";
const maxAgeSeconds = "600";

/**
 * Lets pages of the configured origins call the API. Closed by default. Cookies are never allowed: a token or key in a
 * header is the only proof there, so no page can act for a person who did not sign in on it.
 */
export function installCors(app: FastifyInstance, { corsOrigins, contextPath }: Config): void {
  if (corsOrigins.length === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    if (!isUnder(contextPath, request.url)) return;
    // The answer differs by origin, also for one that is not allowed.
    reply.header("Vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !corsOrigins.includes(origin)) return;
    reply.header("Access-Control-Allow-Origin", origin);
    reply.header("Access-Control-Expose-Headers", "Content-Disposition, Retry-After, X-Request-Id");
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return;
    return reply
      .code(204)
      .header("Access-Control-Allow-Methods", methods)
      .header("Access-Control-Allow-Headers", headers)
      .header("Access-Control-Max-Age", maxAgeSeconds)
      .send();
  });
}
