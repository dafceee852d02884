import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosResponse } from "axios";
import { RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { type Failure, failureOfAnswer, failureOfFault, type TransportFault } from "./failures.ts";
import { readFileName } from "./file-name.ts";
import { type Answer, readAnswer } from "./read-answer.ts";

export const requestTimeoutMs = 900_000;

/** What the client needs to know from outside, and whom it tells about a failure. */
export interface ClientContext {
  readonly baseUrl: string;
  token(): string | undefined;
  tenantId(): string;
  /** Called once per failed call, before it rejects; not called for quiet calls. */
  onFailure(failure: Failure): void;
}

export interface CallOptions extends RequestOptions {
  /** The caller shows the failure itself; with "notices" an ended session is still reported. */
  readonly quiet?: "notices" | "all";
  /** Sent instead of the current token: signing out names the token that is already forgotten. */
  readonly token?: string;
}

export interface ApiClient {
  /** The whole envelope of a successful answer. */
  call(options: CallOptions): Promise<Envelope>;
  /** Its `result`. */
  request<Result>(options: CallOptions): Promise<Result>;
  download(options: CallOptions): Promise<{ readonly blob: Blob; readonly fileName: string }>;
}

/** Every call of the console goes through here: headers, time limit, the reading of answers and the error catalogue. */
export function createClient(context: ClientContext, transport: AxiosInstance = axios.create()): ApiClient {
  async function send<Body>(options: CallOptions, responseType: "text" | "blob"): Promise<AxiosResponse<Body>> {
    const token = options.token ?? context.token();
    try {
      return await transport.request<Body>({
        baseURL: context.baseUrl,
        url: options.url,
        method: options.method,
        params: withCacheBuster(options),
        data: options.data,
        responseType,
        timeout: requestTimeoutMs,
        // Statuses are judged by the catalogue, bodies by readAnswer; axios only carries them.
        validateStatus: () => true,
        transitional: { silentJSONParsing: false, forcedJSONParsing: false },
        transformResponse: (body: unknown) => body,
        headers: {
          ...(token ? { "X-Access-Token": token } : {}),
          tenant_id: context.tenantId(),
          ...(options.idempotencyKey ? { "X-Idempotency-Key": options.idempotencyKey } : {}),
        },
        ...(options.signal ? { signal: options.signal } : {}),
        ...progressHandlers(options),
      });
    } catch (error) {
      return fail(options, failureOfFault(readFault(error)), 0);
    }
  }

  function fail(options: CallOptions, failure: Failure, status: number, envelope?: Envelope): never {
    if (isReported(options, failure)) context.onFailure(failure);
    throw new RequestError(failure.message, status, envelope);
  }

  function check(options: CallOptions, status: number, answer: Answer): Envelope {
    const failure = failureOfAnswer(status, answer, context.token() !== undefined);
    const envelope = "envelope" in answer ? answer.envelope : undefined;
    if (failure || !envelope) return fail(options, failure ?? failureOfFault("unreachable"), status, envelope);
    return envelope;
  }

  async function call(options: CallOptions): Promise<Envelope> {
    const response = await send<string | null>(options, "text");
    return check(options, response.status, readAnswer(response.data ?? ""));
  }

  return {
    call,
    async request<Result>(options: CallOptions): Promise<Result> {
      return (await call(options)).result as Result;
    },
    async download(options) {
      const response = await send<Blob>(options, "blob");
      const { data: blob, status, headers } = response;
      const isJson = String(headers["content-type"] ?? blob.type).includes("application/json");
      // A refusal comes as JSON in the blob: the same catalogue reads it. A real .json file carries a file name.
      const disposition = headers["content-disposition"];
      if (status >= 400 || (isJson && !disposition)) check(options, status, readAnswer(await blob.text()));
      return { blob, fileName: readFileName(typeof disposition === "string" ? disposition : "", options.url) };
    },
  };
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

function progressHandlers(options: CallOptions) {
  const { onProgress } = options;
  if (!onProgress) return {};
  const report = ({ loaded, total }: AxiosProgressEvent) => {
    if (total) onProgress(Math.min(1, loaded / total));
  };
  return options.method === "GET" ? { onDownloadProgress: report } : { onUploadProgress: report };
}

function readFault(error: unknown): TransportFault {
  if (axios.isCancel(error)) return "cancelled";
  const code = axios.isAxiosError(error) ? error.code : undefined;
  if (code === "ECONNABORTED" || code === "ETIMEDOUT") return "timeout";
  return typeof navigator !== "undefined" && navigator.onLine === false ? "offline" : "unreachable";
}
