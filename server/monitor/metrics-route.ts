import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { AppError } from "../http/errors.ts";
import { processRegistry } from "./process-registry.ts";

/**
 * `GET /metrics` for Prometheus, beside the console and not below the API's prefix. Without a token in the settings the
 * address does not exist.
 */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  const config = { permission: "public", rateLimit: { max: 120, timeWindow: "1 minute" } };
  app.get("/metrics", { config }, async (request, reply) => {
    if (token === undefined) throw new AppError("PATH_NOT_FOUND");
    if (!isBearer(request.headers.authorization, token)) {
      reply.header("WWW-Authenticate", 'Bearer realm="metrics"');
      throw new AppError("METRICS_TOKEN_WRONG");
    }
    const all = Registry.merge([processRegistry, registry]);
    return reply
      .header("Cache-Control", "no-store")
      .type(all.contentType)
      .send(await all.metrics());
  });
}

/** Hashed first: digests have one length, and their comparison takes the same time whatever was sent. */
function isBearer(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
