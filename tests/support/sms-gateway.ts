import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface SmsRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the gateway answers; `hang` never does. */
export type SmsAnswer = { readonly status: number; readonly body: string } | "hang";

export interface SmsGateway {
  readonly url: string;
  /** Settings with which a server sends here. */
  readonly env: Readonly<Record<string, string>>;
  readonly requests: SmsRequest[];
  /** Answers the next requests in this order, then takes everything again. */
  answerNext(...answers: readonly SmsAnswer[]): void;
  /** The code or link of an outbox row, as soon as it has come. */
  secretOf(messageId: unknown): Promise<string>;
  close(): Promise<void>;
}

const taken: SmsAnswer = { status: 200, body: '{"success":true}' };

/** A gateway for short messages that speaks the product's own JSON, on a port of its own. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const requests: SmsRequest[] = [];
  const wanted: SmsAnswer[] = [];
  const secrets = new Secrets();
  // A GET reads the secret of a message: browser tests run in another process than the gateway.
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return response.end(await secrets.of((request.url ?? "").slice(1)));
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    requests.push({ headers: request.headers, body });
    const answer = wanted.shift() ?? taken;
    if (answer === "hang") return;
    if (answer === taken && body.startsWith("{")) secrets.keep(body);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    // A test of a gateway that hangs sets a shorter time; the others give up on nothing.
    env: { SMS_URL: url, SMS_TIMEOUT: "30" },
    requests,
    answerNext: (...answers) => wanted.push(...answers),
    secretOf: (messageId) => secrets.of(String(messageId)),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Expected {
  readonly promise: Promise<string>;
  readonly resolve: (secret: string) => void;
}

function expectOne(): Expected {
  let resolve: Expected["resolve"] = () => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Codes and links by message; who asks before one has come waits for it. */
class Secrets {
  readonly #known = new Map<string, Expected>();

  of(messageId: string): Promise<string> {
    return this.#entry(messageId).promise;
  }

  keep(body: string): void {
    const { requestId, params } = JSON.parse(body) as { requestId: string; params: { code?: string; link?: string } };
    const secret = params.code ?? params.link;
    if (secret !== undefined) this.#entry(requestId).resolve(secret);
  }

  #entry(messageId: string): Expected {
    const entry = this.#known.get(messageId) ?? expectOne();
    this.#known.set(messageId, entry);
    return entry;
  }
}
