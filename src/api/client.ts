import { currentLocale } from "../../runtime/language/language.ts";
import { RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import { clientHeader, consoleName } from "../../runtime/wire/client-name.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { type Failure, failureOfAnswer, failureOfFault } from "./failures.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { sendOverAxios, type Transport, type TransportAnswer, TransportError } from "./transport.ts";

export const requestTimeoutMs = 900_000;
/** A control says that its entries do not come; the limit of other calls leaves room for what really takes long. */
export const lookUpTimeoutMs = 15_000;

/** What the client needs to know from outside, and whom it tells about a failure. */
export interface ClientContext {
  readonly baseUrl: string;
  token(): string | undefined;
  tenantId(): string;
  /** Called once per failed call, before it rejects with `reason`; not called for quiet calls. */
  onFailure(failure: Failure, reason: RequestError): void;
  /** Signs the same person in again after the session has ended; true: the call can be repeated. */
  recover?(): Promise<boolean>;
  /**
   * The server wants two-step verification before it does this: a code now, or the verification set up. True: the code was
   * right, and the call can be repeated.
   */
  verify?(wanted: WantedFactor): Promise<boolean>;
}

export type WantedFactor = "code" | "setUp";

export interface CallOptions extends RequestOptions {
  /** The caller shows the failure itself; with "notices" an ended session is still reported. */
  readonly quiet?: "notices" | "all";
  /** A question of a control that somebody waits for: it ends at `lookUpTimeoutMs`. */
  readonly isLookUp?: boolean;
  /** Sent instead of the current token, in the tenant of its session: signing out names the token that is already forgotten. */
  readonly token?: string;
}

export interface ApiClient {
  /** The whole envelope of a successful answer. */
  call(options: CallOptions): Promise<Envelope>;
  /** Its `result`. */
  request<Result>(options: CallOptions): Promise<Result>;
  download(options: CallOptions): Promise<{ readonly blob: Blob; readonly fileName: string }>;
}

/** What a failed answer brought along. */
interface Answered {
  readonly envelope?: Envelope | undefined;
  readonly requestId?: string | undefined;
}

/** Every call of the console goes through here: headers, time limit, the reading of answers and the error catalogue. */
export function createClient(context: ClientContext, transport: Transport = sendOverAxios): ApiClient {
  async function send(options: CallOptions, responseType: "text" | "blob"): Promise<TransportAnswer> {
    const token = options.token ?? context.token();
    try {
      return await transport({
        method: options.method,
        url: context.baseUrl + options.url,
        params: withCacheBuster(options),
        headers: {
          "Accept-Language": currentLocale(),
          [clientHeader]: consoleName,
          ...(token ? { "X-Access-Token": token } : {}),
          tenant_id: options.token === undefined ? context.tenantId() : "0",
          ...(options.idempotencyKey ? { "X-Idempotency-Key": options.idempotencyKey } : {}),
        },
        data: options.data,
        responseType,
        timeoutMs: options.isLookUp ? lookUpTimeoutMs : requestTimeoutMs,
        signal: options.signal,
        onProgress: options.onProgress,
      });
    } catch (error) {
      const fault = error instanceof TransportError ? error.fault : "unreachable";
      return fail(options, failureOfFault(fault), 0);
    }
  }

  function fail(options: CallOptions, failure: Failure, status: number, answered: Answered = {}): never {
    const reason = new RequestError(failure.message, status, answered.envelope, answered.requestId);
    if (isReported(options, failure)) context.onFailure(failure, reason);
    throw reason;
  }

  function check(options: CallOptions, { status, header }: TransportAnswer, answer: Answer): Envelope {
    const failure = failureOfAnswer(status, answer, context.token() !== undefined);
    const envelope = "envelope" in answer ? answer.envelope : undefined;
    const requestId = header("x-request-id") || undefined;
    if (failure || !envelope) {
      return fail(options, failure ?? failureOfFault("unreachable"), status, { envelope, requestId });
    }
    return envelope;
  }

  /** Whether the call was refused for want of something that is there now. Nothing was done by it, so repeating it is safe. */
  async function recovers(options: CallOptions, sentWith: string | undefined, status: number, answer: Answer) {
    const wanted = wantedFactor(answer);
    if (wanted) return context.verify?.(wanted) ?? false;
    if (!context.recover || options.quiet === "all" || options.token !== undefined) return false;
    if (failureOfAnswer(status, answer, sentWith !== undefined)?.action !== "expired") return false;
    // Another call has been through it while this one was on its way.
    if (context.token() !== undefined && context.token() !== sentWith) return true;
    return context.recover();
  }

  async function call(options: CallOptions, isRepeated = false): Promise<Envelope> {
    const sentWith = context.token();
    const answered = await send(options, "text");
    const answer = readAnswer(await textOf(answered.body));
    if (!isRepeated && (await recovers(options, sentWith, answered.status, answer))) return call(options, true);
    return check(options, answered, answer);
  }

  async function download(options: CallOptions, isRepeated = false): ReturnType<ApiClient["download"]> {
    const sentWith = context.token();
    const answered = await send(options, "blob");
    const { status, body, header } = answered;
    const disposition = header("content-disposition");
    const isJson = header("content-type").includes("application/json");
    // A refusal comes as JSON in the blob: the same catalogue reads it. A real .json file carries a file name.
    if (status >= 400 || (isJson && !disposition)) {
      const answer = readAnswer(await textOf(body));
      if (!isRepeated && (await recovers(options, sentWith, status, answer))) return download(options, true);
      check(options, answered, answer);
    }
    const blob = typeof body === "string" ? new Blob([body]) : body;
    return { blob, fileName: readFileName(disposition, options.url) };
  }

  return {
    call: (options) => call(options),
    async request<Result>(options: CallOptions): Promise<Result> {
      return (await call(options)).result as Result;
    },
    download: (options) => download(options),
  };
}

function wantedFactor(answer: Answer): WantedFactor | undefined {
  const result = "envelope" in answer ? answer.envelope.result : undefined;
  const { secondFactorWanted: wanted } = (result ?? {}) as { readonly secondFactorWanted?: unknown };
  return wanted === "code" || wanted === "setUp" ? wanted : undefined;
}

function textOf(body: string | Blob): string | Promise<string> {
  return typeof body === "string" ? body : body.text();
}

function isReported({ quiet }: CallOptions, { action }: Failure): boolean {
  if (action === "none" || quiet === "all") return false;
  return quiet !== "notices" || action === "expired";
}

/** GET calls carry the time in seconds against caches, except dictionary item look-ups, which may be cached. */
function withCacheBuster(options: CallOptions): Readonly<Record<string, unknown>> | undefined {
  if (options.method !== "GET" || options.url.includes("sys/dict/getDictItems")) return options.params;
  return { ...options.params, _t: Math.floor(Date.now() / 1000) };
}

/**
 * The file name of a `Content-Disposition` header: the encoded form (`filename*`) wins over the plain one.
 * Folder parts are dropped, so a name never leads anywhere. Without a name the last part of the address is used.
 */
function readFileName(disposition: string, url: string): string {
  const encoded = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/.exec(disposition);
  const name = decode(encoded ?? plain?.[1] ?? plain?.[2]?.trim() ?? url.split("?")[0] ?? "");
  return name.split(/[/\\]/).pop() || "download";
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
