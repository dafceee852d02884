import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { AppError } from "./errors.ts";

/** Calls at work at once; more are told to come back, because a longer queue only makes everybody late. */
const maxConcurrent = 500;

/**
 * Early 503 instead of collapse: a bounded number of calls at once, and none while the event loop is stuck.
 *
 * @param isExempt answers true for the health call, which must answer always
 */
export async function installLoadLimit(app: FastifyInstance, isExempt: (url: string) => boolean): Promise<void> {
  let atWork = 0;
  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    sampleInterval: 500,
    pressureHandler: (request) => {
      if (!isExempt(request.url)) throw new AppError("BUSY");
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    if (isExempt(request.url)) return;
    if (atWork >= maxConcurrent) throw new AppError("BUSY");
    atWork += 1;
    // `close` comes once per answer, whether it was sent whole or the client went away.
    reply.raw.once("close", () => {
      atWork -= 1;
    });
  });
}
