import type { Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { withoutQueryValues } from "../http/log.ts";
import { Ring } from "./ring.ts";
import { SentBytes } from "./sent-bytes.ts";

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

/** Since the process started. A call has failed when it was answered 400 or above; one given up by its client has not. */
export interface RequestTotals {
  readonly count: number;
  readonly failed: number;
  readonly serverFailed: number;
  readonly aborted: number;
  readonly sentBytes: number;
  readonly timeMs: number;
  readonly maxMs: number;
  readonly active: number;
  readonly maxActive: number;
}

/** The calls of one method that ended with one status; 499: their clients went away. */
export interface CallFigures {
  readonly method: string;
  readonly status: number;
  readonly count: number;
  readonly timeMs: number;
  readonly maxMs: number;
}

/** What happened between two samples. */
export interface RequestFigures {
  readonly count: number;
  readonly failed: number;
  readonly p95Ms: number;
  readonly sentBytes: number;
}

const tracesKept = 500;
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const failedFrom = 400;
/** nginx's status for a client that went away: no answer was sent whole. */
const clientGone = 499;

interface Ending {
  readonly isWhole: boolean;
  /** Kept from the beginning: a call that was broken off has no connection any more. */
  readonly socket: Pick<Socket, "bytesWritten">;
  /** Bytes that it had carried before this call. */
  readonly sentBefore: number;
}

/** Counts the calls of this process; the cost of a call is a few additions. */
export class RequestStatistics {
  readonly #traces = new Ring<Trace>(tracesKept);
  readonly #sent = new SentBytes();
  /** Microseconds of the calls since the last sample. */
  readonly #times = createHistogram();
  readonly #answered: Counter<"method" | "status">;
  readonly #aborted: Counter;
  readonly #seconds: Histogram<"method" | "status">;
  readonly #atWork: Gauge;
  readonly #most: Gauge;
  readonly #slowest: Gauge<"method" | "status">;
  /** Milliseconds, by method and status. */
  readonly #maxMsOf = new Map<string, number>();
  #active = 0;
  #maxActive = 0;
  #maxMs = 0;
  #taken = { count: 0, failed: 0, sentBytes: 0 };

  constructor(registry: Registry) {
    const registers = [registry];
    this.#answered = new Counter({
      name: "http_server_requests_total",
      help: "Calls that were answered, by method and HTTP status.",
      labelNames: ["method", "status"],
      registers,
    });
    this.#aborted = new Counter({
      name: "http_server_requests_aborted_total",
      help: "Calls whose client went away before the whole answer was sent.",
      registers,
    });
    this.#seconds = new Histogram({
      name: "http_server_request_duration_seconds",
      help: "Time from the head of a call to the last byte of its answer, by method and HTTP status (499: given up).",
      labelNames: ["method", "status"],
      buckets: secondsBuckets,
      registers,
    });
    this.#atWork = new Gauge({
      name: "http_server_requests_in_progress",
      help: "Calls at work now; live channels are not among them.",
      registers,
    });
    this.#most = new Gauge({
      name: "http_server_requests_in_progress_max",
      help: "Most calls at work at once since the start.",
      registers,
    });
    this.#slowest = new Gauge({
      name: "http_server_request_duration_seconds_max",
      help: "The slowest call since the start, by method and HTTP status.",
      labelNames: ["method", "status"],
      registers,
    });
    const sent = this.#sent;
    new Counter({
      name: "http_server_sent_bytes_total",
      help: "Bytes written to clients' sockets: heads and bodies after compression, live channels too.",
      registers,
      collect() {
        this.reset();
        this.inc(sent.total);
      },
    });
  }

  install(app: FastifyInstance): void {
    app.addHook("onRequest", async (request, reply) => {
      const { socket } = request.raw;
      this.#sent.follow(socket);
      const begin = { socket, sentBefore: socket.bytesWritten ?? 0 };
      let isWhole = false;
      reply.raw.once("finish", () => {
        isWhole = true;
      });
      // A live channel is a connection, not a call; only a refused one is answered.
      if (request.headers.upgrade !== undefined) {
        reply.raw.once("finish", () => this.#finish(request, reply, { ...begin, isWhole }));
        return;
      }
      this.#enter();
      // `close` comes once per answer, whether it was sent whole or the client went away.
      reply.raw.once("close", () => {
        this.#leave();
        this.#finish(request, reply, { ...begin, isWhole });
      });
    });
  }

  /** Newest first. */
  traces(): Trace[] {
    return this.#traces.all().reverse();
  }

  async totals(): Promise<RequestTotals> {
    const answered = (await this.#answered.get()).values;
    const answeredFrom = (status: number) =>
      answered.reduce((sum, { labels, value }) => (Number(labels.status) >= status ? sum + value : sum), 0);
    const aborted = (await this.#aborted.get()).values[0]?.value ?? 0;
    const calls = await this.calls();
    return {
      count: answeredFrom(0) + aborted,
      failed: answeredFrom(failedFrom),
      serverFailed: answeredFrom(500),
      aborted,
      sentBytes: this.#sent.total,
      timeMs: calls.reduce((sum, { timeMs }) => sum + timeMs, 0),
      maxMs: this.#maxMs,
      active: this.#active,
      maxActive: this.#maxActive,
    };
  }

  /** Since the process started, by method and status. */
  async calls(): Promise<readonly CallFigures[]> {
    const { values } = await this.#seconds.get();
    const ending = (part: string) => values.filter(({ metricName }) => metricName?.endsWith(part));
    const sums = ending("_sum");
    return ending("_count").map(({ labels: { method, status }, value: count }) => {
      const sum = sums.find(({ labels }) => labels.method === method && labels.status === status);
      return {
        method: String(method),
        status: Number(status),
        count,
        timeMs: (sum?.value ?? 0) * 1_000,
        maxMs: this.#maxMsOf.get(`${method} ${status}`) ?? 0,
      };
    });
  }

  /** The figures since the last time they were taken. */
  async take(): Promise<RequestFigures> {
    const { count, failed, sentBytes } = await this.totals();
    const before = this.#taken;
    this.#taken = { count, failed, sentBytes };
    const p95Ms = this.#times.count > 0 ? Math.round(this.#times.percentile(95) / 100) / 10 : 0;
    this.#times.reset();
    return {
      count: count - before.count,
      failed: failed - before.failed,
      sentBytes: sentBytes - before.sentBytes,
      p95Ms,
    };
  }

  #enter(): void {
    this.#active += 1;
    this.#maxActive = Math.max(this.#maxActive, this.#active);
    this.#atWork.set(this.#active);
    this.#most.set(this.#maxActive);
  }

  #leave(): void {
    this.#active -= 1;
    this.#atWork.set(this.#active);
  }

  #noteSlowest(labels: { readonly method: string; readonly status: number }, timeMs: number): void {
    const key = `${labels.method} ${labels.status}`;
    const maxMs = Math.max(this.#maxMsOf.get(key) ?? 0, timeMs);
    this.#maxMsOf.set(key, maxMs);
    this.#slowest.set(labels, maxMs / 1_000);
  }

  #finish(request: FastifyRequest, reply: FastifyReply, { isWhole, socket, sentBefore }: Ending): void {
    const timeMs = reply.elapsedTime;
    const labels = { method: request.method, status: isWhole ? reply.raw.statusCode : clientGone };
    if (isWhole) this.#answered.inc(labels);
    else this.#aborted.inc();
    this.#seconds.observe(labels, timeMs / 1_000);
    this.#times.record(Math.max(1, Math.round(timeMs * 1_000)));
    this.#maxMs = Math.max(this.#maxMs, timeMs);
    this.#noteSlowest(labels, timeMs);
    if (request.method === "OPTIONS" || request.url.includes("httptrace")) return;
    this.#traces.add({
      id: request.id,
      at: Date.now(),
      method: request.method,
      uri: withoutQueryValues(request.url).slice(0, 300),
      status: labels.status,
      timeMs: Math.round(timeMs * 10) / 10,
      bytes: Math.max(0, (socket.bytesWritten ?? 0) - sentBefore),
      username: request.signedIn?.caller.username ?? "",
      ip: request.ip,
    });
  }
}
