import type { FastifyInstance } from "fastify";
import { withoutQueryValues } from "../http/log.ts";
import { Ring } from "./ring.ts";

/** One finished call, without the values of its query and without bodies. */
export interface Trace {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly uri: string;
  readonly status: number;
  readonly timeMs: number;
  readonly bytes: number;
  readonly username: string;
  readonly ip: string;
}

/** What happened between two samples. */
export interface RequestFigures {
  readonly count: number;
  readonly failed: number;
  readonly p95Ms: number;
  readonly sentBytes: number;
}

const [tracesKept, timesKept] = [500, 2_000];

/** Counts the calls of this process; the cost of a call is a few additions. */
export class RequestStatistics {
  readonly #traces = new Ring<Trace>(tracesKept);
  readonly #startedAt = Date.now();
  #times: number[] = [];
  #count = 0;
  #failed = 0;
  #sent = 0;
  readonly totals = { count: 0, failed: 0, sentBytes: 0, maxMs: 0, timeMs: 0, active: 0, maxActive: 0 };

  install(app: FastifyInstance): void {
    const { totals } = this;
    app.addHook("onRequest", async () => {
      totals.active += 1;
      totals.maxActive = Math.max(totals.maxActive, totals.active);
    });
    app.addHook("onResponse", async (request, reply) => {
      totals.active -= 1;
      const timeMs = reply.elapsedTime;
      const bytes = Number(reply.getHeader("content-length") ?? 0) || 0;
      totals.count += 1;
      totals.sentBytes += bytes;
      totals.timeMs += timeMs;
      totals.maxMs = Math.max(totals.maxMs, timeMs);
      this.#count += 1;
      this.#sent += bytes;
      if (this.#times.length < timesKept) this.#times.push(timeMs);
      if (reply.statusCode >= 500) {
        totals.failed += 1;
        this.#failed += 1;
      }
      if (request.method === "OPTIONS" || request.url.includes("httptrace")) return;
      this.#traces.add({
        id: request.id,
        at: Date.now(),
        method: request.method,
        uri: withoutQueryValues(request.url).slice(0, 300),
        status: reply.statusCode,
        timeMs: Math.round(timeMs * 10) / 10,
        bytes,
        username: request.signedIn?.caller.username ?? "",
        ip: request.ip,
      });
    });
  }

  get startedAt(): number {
    return this.#startedAt;
  }

  /** Newest first. */
  traces(): Trace[] {
    return this.#traces.all().reverse();
  }

  /** The figures since the last time they were taken. */
  take(): RequestFigures {
    const times = this.#times.sort((a, b) => a - b);
    const figures = {
      count: this.#count,
      failed: this.#failed,
      sentBytes: this.#sent,
      p95Ms: Math.round((times[Math.floor(times.length * 0.95)] ?? 0) * 10) / 10,
    };
    this.#times = [];
    this.#count = 0;
    this.#failed = 0;
    this.#sent = 0;
    return figures;
  }
}
