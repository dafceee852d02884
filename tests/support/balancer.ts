import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

export interface Balancer {
  readonly url: string;
  readonly port: number;
  /** Sends to this server too, as soon as it says that it is ready. */
  add(url: string): void;
  /** Resolves once the server takes calls. */
  taken(url: string): Promise<void>;
  close(): Promise<void>;
}

interface Target {
  readonly url: URL;
  readonly agent: Agent;
  isReady: boolean;
  /** Looks in a row that were not answered with yes. */
  failed: number;
  isLookedAt: boolean;
}

/** Milliseconds between two looks at a server, and how long one may take. */
const lookEvery = 100;
const lookWithin = 1_000;
/** A busy machine may leave one look unanswered, or answer it too late; so many in a row mean that the server is away. */
const mostFailed = 3;

/**
 * What stands before several servers, as nginx or HAProxy would: asks each for `/api/health/ready`, takes them in turn, and
 * sends a call again to the next one only where the first cannot have done it: no connection, or a read that was cut off.
 */
export async function startBalancer(): Promise<Balancer> {
  const targets = new Map<string, Target>();
  let turn = 0;
  const ready = (besides: readonly Target[] = []) =>
    [...targets.values()].filter((target) => target.isReady && !besides.includes(target));
  const next = (besides?: readonly Target[]) => {
    const candidates = ready(besides);
    turn += 1;
    return candidates[turn % candidates.length];
  };
  const look = async (target: Target) => {
    target.isLookedAt = true;
    const signal = AbortSignal.timeout(lookWithin);
    const answer = await fetch(new URL("/api/health/ready", target.url), { signal }).catch(() => undefined);
    target.isLookedAt = false;
    target.failed = answer?.ok ? 0 : target.failed + 1;
    target.isReady = answer?.ok === true || (target.isReady && target.failed < mostFailed);
  };
  const watch = setInterval(() => {
    // One after the other: looks at once would all be left unanswered by one pause.
    for (const target of targets.values()) if (!target.isLookedAt) void look(target);
  }, lookEvery);

  const server = createServer(async (call, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of call) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const tried: Target[] = [];
    for (;;) {
      const target = next(tried);
      if (!target) return void reply.writeHead(502).end();
      tried.push(target);
      try {
        const answer = await forward(target, call, body);
        reply.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
        answer.pipe(reply);
        // Cut off in the middle: the caller must not take the half for the whole.
        answer.once("error", () => reply.destroy());
        return;
      } catch (error) {
        if ((error as { code?: string }).code === "ECONNREFUSED") target.isReady = false;
        else if (call.method !== "GET") return void reply.writeHead(502).end();
      }
    }
  });
  server.on("upgrade", (call: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = next();
    if (!target) return void socket.destroy();
    const upstream = connect(Number(target.url.port), target.url.hostname, () => {
      const lines = call.rawHeaders.flatMap((text, at) =>
        at % 2 === 0 ? [`${text}: ${call.rawHeaders[at + 1]}`] : [],
      );
      upstream.write(`${call.method} ${call.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    for (const [one, other] of [[socket, upstream] as const, [upstream, socket] as const]) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    add(url) {
      targets.set(url, {
        url: new URL(url),
        agent: new Agent({ keepAlive: true }),
        isReady: false,
        failed: 0,
        isLookedAt: false,
      });
    },
    async taken(url) {
      const target = targets.get(url);
      while (target && !target.isReady) await look(target);
    },
    async close() {
      clearInterval(watch);
      server.closeAllConnections();
      server.close();
      for (const { agent } of targets.values()) agent.destroy();
      await once(server, "close");
    },
  };
}

function forward({ url, agent }: Target, call: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = url;
    const headers = withoutConnection(call.headers);
    const sent = send({ agent, hostname, port, path: call.url, method: call.method, headers }, resolve);
    sent.once("error", reject);
    sent.end(body);
  });
}

/** What speaks of one connection does not concern the other. */
function withoutConnection({ connection: _1, "keep-alive": _2, ...headers }: IncomingMessage["headers"]) {
  return headers;
}
