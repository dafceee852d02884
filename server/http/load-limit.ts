import type { FastifyInstance } from "fastify";
import { AppError } from "./errors.ts";

/** Calls at work at once; more are told to come back, because a longer queue only makes everybody late. */
const maxConcurrent = 500;
const tickMs = 200;
/** A tick this late means that the process cannot keep up; one alone is a long step, several in a row are overload. */
const lateMs = 500;
const lateTicksAllowed = 4;

/**
 * Early 503 instead of collapse: a bounded number of calls at once, and none while the event loop stays behind.
 *
 * @param isExempt answers true for the health call, which must answer always
 */
export function installLoadLimit(app: FastifyInstance, isExempt: (url: string) => boolean): void {
  const loop = watchEventLoop();
  let atWork = 0;
  app.addHook("onRequest", async (request, reply) => {
    if (isExempt(request.url)) return;
    if (loop.isOverloaded()) throw new AppError("BUSY");
    // A live channel is a connection, not a call at work; the hub has its own limits. Refused, it would come back only
    // seconds later, and a thousand of them come at once when a server has been away.
    if (request.headers.upgrade !== undefined) return;
    if (atWork >= maxConcurrent) throw new AppError("BUSY");
    atWork += 1;
    // `close` comes once per answer, whether it was sent whole or the client went away.
    reply.raw.once("close", () => {
      atWork -= 1;
    });
  });
  app.addHook("onClose", async () => loop.stop());
}

function watchEventLoop(): { isOverloaded(): boolean; stop(): void } {
  let expected = performance.now() + tickMs;
  let lateTicks = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lateTicks = now - expected > lateMs ? lateTicks + 1 : 0;
    expected = now + tickMs;
  }, tickMs);
  timer.unref();
  return { isOverloaded: () => lateTicks > lateTicksAllowed, stop: () => clearInterval(timer) };
}
