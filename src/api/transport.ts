import axios, { AxiosError, type AxiosProgressEvent, isCancel } from "axios";

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

/** Bodies and statuses are judged by our own catalogue: axios hands them over as they come. */
const http = axios.create({
  // The browser's other way reports no upload progress.
  adapter: "xhr",
  validateStatus: () => true,
  transformResponse: [(body: unknown) => body],
  paramsSerializer: { indexes: null },
});

/**
 * Sends a call through axios. Every HTTP status resolves.
 *
 * @throws TransportError when no answer arrives
 */
export const sendOverAxios: Transport = async (request) => {
  const report = progressReport(request);
  const isUpload = request.data !== undefined && request.data !== null;
  try {
    const { status, data, headers } = await http.request<string | Blob>({
      method: request.method,
      url: request.url,
      headers: { ...request.headers, ...typeOf(request.data) },
      data: request.data,
      responseType: request.responseType,
      timeout: request.timeoutMs,
      ...(request.params ? { params: request.params } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(report ? (isUpload ? { onUploadProgress: report } : { onDownloadProgress: report }) : {}),
    });
    return { status, body: data ?? "", header: (name) => String(headers[name] ?? "") };
  } catch (error) {
    throw new TransportError(faultOf(error));
  }
};

/** Axios calls bytes a form, whatever they say of themselves. */
const typeOf = (data: unknown) => (data instanceof Blob && data.type ? { "Content-Type": data.type } : {});

/** What an error of axios means to a person. */
export function faultOf(error: unknown): TransportFault {
  if (isCancel(error)) return "cancelled";
  if (error instanceof AxiosError && error.code === AxiosError.ECONNABORTED) return "timeout";
  if (error instanceof AxiosError && error.code === AxiosError.ETIMEDOUT) return "timeout";
  return navigator.onLine === false ? "offline" : "unreachable";
}

function progressReport({ onProgress }: TransportRequest) {
  if (!onProgress) return undefined;
  return ({ loaded, total }: AxiosProgressEvent) => {
    if (total) onProgress(Math.min(1, loaded / total));
  };
}
