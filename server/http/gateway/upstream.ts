import { type Readable, Transform } from "node:stream";
import type { Dispatcher } from "undici";
import { checkedLookup } from "../net/addresses.ts";
import { LazyAgent } from "../net/lazy-agent.ts";
import type { GatewayRoute } from "./compile-route.ts";
import { trustInHost } from "./target.ts";

export interface GatewayLimits {
  requestBytes: number;
  responseBytes: number;
  connectMs: number;
  /** Until the head of the answer, and between two pieces of its body. */
  silentMs: number;
  /** Of the whole call. */
  totalMs: number;
}

export const gatewayLimits: GatewayLimits = {
  requestBytes: 20 * 1024 * 1024,
  responseBytes: 100 * 1024 * 1024,
  connectMs: 5_000,
  silentMs: 30_000,
  totalMs: 120_000,
};

export interface UpstreamCall {
  readonly route: GatewayRoute;
  /** Path and query, encoded; below the target's own path. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | undefined;
  readonly signal: AbortSignal;
}

const connectionsPerHost = 32;
const redirectsFollowed = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const retried = new Set([502, 503, 504]);

/** The connections of this process to the targets of gateway routes. */
export class Upstream {
  readonly #agent: LazyAgent;
  #turn = 0;

  constructor(hosts: readonly string[], { connectMs, silentMs }: GatewayLimits) {
    const lookup = checkedLookup((host) => trustInHost(host, hosts));
    this.#agent = new LazyAgent({
      connect: { lookup, timeout: connectMs },
      connections: connectionsPerHost,
      headersTimeout: silentMs,
      bodyTimeout: silentMs,
    });
  }

  /** @throws Error of undici, ADDRESS_REFUSED, or RedirectRefused */
  async call(call: UpstreamCall): Promise<Dispatcher.ResponseData> {
    const isSafe = call.method === "GET" || call.method === "HEAD";
    const target = this.#next(call.route);
    const attempts = call.route.retries && isSafe ? 2 : 1;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#follow(target, call, isSafe);
        if (attempt === attempts || !retried.has(answer.statusCode)) return answer;
        await answer.body.dump();
      } catch (error) {
        if (attempt === attempts || error instanceof RedirectRefused || call.signal.aborted) throw error;
      }
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  /** Members of a service take turns. */
  #next({ targets }: GatewayRoute): URL {
    this.#turn = (this.#turn + 1) % Math.max(1, targets.length);
    const target = targets[this.#turn];
    if (target === undefined || typeof target === "string") throw new Error("a route without a target was kept");
    return target;
  }

  async #follow(target: URL, call: UpstreamCall, isSafe: boolean): Promise<Dispatcher.ResponseData> {
    let url = below(target, call.path);
    for (let hop = 0; ; hop++) {
      const answer = await this.#send(url, call);
      const { location } = answer.headers;
      if (!redirects.has(answer.statusCode) || typeof location !== "string") return answer;
      await answer.body.dump();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      // Headers that the route adds are for its own target and for no other, listed or not.
      if (!isSafe || hop === redirectsFollowed || next?.origin !== url.origin) throw new RedirectRefused(location);
      url = next;
    }
  }

  async #send(url: URL, { method, headers, body, signal }: UpstreamCall) {
    const { undici, dispatcher } = await this.#agent.open();
    return undici.request(url, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers },
      body: body ?? null,
      signal,
      dispatcher,
    });
  }
}

/** A redirect away from the route's own target, or of a call that must not be sent twice. */
export class RedirectRefused extends Error {
  constructor(location: string) {
    super(`redirect to ${location.slice(0, 200)} not followed`);
  }
}

function below(base: URL, path: string): URL {
  const url = new URL(base);
  const [plain = "", query = ""] = path.split("?", 2);
  url.pathname = `${base.pathname.replace(/\/$/, "")}${plain}`;
  const own = base.search.slice(1);
  url.search = [own, query].filter(Boolean).join("&");
  url.hash = "";
  return url;
}

/** Passes a body on; it fails with `tooLarge` once more than so many bytes came, and with `explain` of what fails it. */
export function limitBytes(
  body: Readable,
  { most, tooLarge, explain }: { most: number; tooLarge: () => Error; explain: (error: Error) => Error },
): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? tooLarge() : null, chunk);
    },
  });
  body.on("error", (error) => limited.destroy(explain(error)));
  return body.pipe(limited);
}

const timeouts = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT"]);
export function isTimeout(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  return timeouts.has(code ?? "") || name === "TimeoutError";
}
