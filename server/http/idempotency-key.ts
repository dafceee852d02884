import type { FastifyRequest } from "fastify";

/** `X-Idempotency-Key` of a call that saves, undefined without one. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["x-idempotency-key"];
  return Array.isArray(key) ? key[0] : key;
}
