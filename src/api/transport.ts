/** One HTTP call as the browser makes it. */
export interface TransportRequest {
  readonly method: string;
  /** Path with the context path, without the query. */
  readonly url: string;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** FormData, Blob and text go as they are; anything else as JSON. */
  readonly data: unknown;
  readonly responseType: "text" | "blob";
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Share of the body sent (with one) or received (without), 0…1. */
  readonly onProgress: ((share: number) => void) | undefined;
}

export interface TransportAnswer {
  readonly status: number;
  readonly body: string | Blob;
  /** A response header by its lower-case name; empty when absent. */
  header(name: string): string;
}

/** Why no answer arrived. */
export type TransportFault = "cancelled" | "timeout" | "offline" | "unreachable";

export class TransportError extends Error {
  readonly fault: TransportFault;

  constructor(fault: TransportFault) {
    super(fault);
    this.fault = fault;
  }
}

export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/**
 * Sends a call over XMLHttpRequest: the only one of the browser's two ways that reports upload progress and ends by a
 * time limit. Every HTTP status resolves.
 *
 * @throws TransportError when no answer arrives
 */
export const sendOverXhr: Transport = (request) =>
  new Promise((resolve, reject) => {
    const { signal, data } = request;
    if (signal?.aborted) return reject(new TransportError("cancelled"));
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    const fail = (fault: TransportFault) => () => reject(new TransportError(fault));
    call.open(request.method, request.url + queryOf(request.params));
    call.responseType = request.responseType;
    call.timeout = request.timeoutMs;
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value);
    call.onload = () =>
      resolve({ status: call.status, body: call.response ?? "", header: (name) => call.getResponseHeader(name) ?? "" });
    call.onerror = () => reject(new TransportError(navigator.onLine === false ? "offline" : "unreachable"));
    call.ontimeout = fail("timeout");
    call.onabort = fail("cancelled");
    call.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    reportProgress(call, request);
    call.send(bodyOf(call, data));
  });

/** Lists repeat their name; null and undefined are left out. */
function queryOf(params: TransportRequest["params"]): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, textOf(one));
    }
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function bodyOf(call: XMLHttpRequest, data: unknown): XMLHttpRequestBodyInit | null {
  if (data === undefined || data === null) return null;
  // The browser itself names the type of forms and blobs, with the form's boundary.
  if (data instanceof FormData || data instanceof Blob) return data;
  call.setRequestHeader("Content-Type", "application/json");
  return typeof data === "string" ? data : JSON.stringify(data);
}

function reportProgress(call: XMLHttpRequest, { onProgress, data }: TransportRequest): void {
  if (!onProgress) return;
  const report = ({ loaded, total }: ProgressEvent) => {
    if (total > 0) onProgress(Math.min(1, loaded / total));
  };
  if (data === undefined || data === null) call.onprogress = report;
  else call.upload.onprogress = report;
}
