import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Asker, asAsker } from "../db/asker.ts";
import { AppError } from "../http/errors.ts";
import { logNames } from "./caller.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** In whose name the request asks the database. */
    asker: Asker;
  }
}

/**
 * Calls at work at once; more are told to come back, because a longer queue only makes everybody late. Beyond it only
 * people are let in who have less than their equal part of the places.
 */
const maxConcurrent = 500;
/** Whoever they are. */
const maxInAll = 3 * maxConcurrent;
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
  let inAll = 0;
  app.decorateRequest("asker", null as unknown as Asker);
  app.addHook("onRequest", (request, reply, done) => {
    request.asker = { person: request.ip };
    asAsker(request.asker, () => {
      if (isExempt(request.url)) return done();
      if (loop.isOverloaded()) return done(new AppError("BUSY"));
      if (request.headers.upgrade !== undefined) return done();
      if (inAll >= maxInAll) return done(new AppError("BUSY"));
      inAll += 1;
      // `close` comes once per answer, whether it was sent whole or the client went away.
      reply.raw.once("close", () => {
        inAll -= 1;
      });
      done();
    });
  });
  // A body arrives in the name of the connection, which serves many people behind a proxy.
  app.addHook("preValidation", (request, _reply, done) => asAsker(request.asker, done));
  app.addHook("onClose", async () => loop.stop());
}

/** Fair places between people: stands after the guard, which knows who calls. */
export function installFairPlaces(app: FastifyInstance, isExempt: (url: string) => boolean): void {
  const atWork = new Map<string, number>();
  let total = 0;
  app.addHook("onRequest", async (request, reply) => {
    const person = nameAsker(request);
    // A live channel is a connection, not a call at work; the hub has its own limits. Refused, it would come back only
    // seconds later, and a thousand of them come at once when a server has been away.
    if (isExempt(request.url) || request.headers.upgrade !== undefined) return;
    const own = atWork.get(person) ?? 0;
    const people = atWork.size + (own === 0 ? 1 : 0);
    if (total >= maxConcurrent && own >= maxConcurrent / people) throw new AppError("BUSY");
    total += 1;
    atWork.set(person, own + 1);
    reply.raw.once("close", () => {
      total -= 1;
      const left = (atWork.get(person) ?? 1) - 1;
      if (left === 0) atWork.delete(person);
      else atWork.set(person, left);
    });
  });
}

/** From now on the request asks in the name of who is signed in; a person counts once, whatever the number of sessions. */
export function nameAsker({ asker, signedIn, ip }: FastifyRequest): string {
  asker.person = signedIn ? `user ${logNames(signedIn.caller).actor.userId}` : ip;
  return asker.person;
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
