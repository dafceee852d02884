import { RequestError, type UploadOptions, uploadCancelled } from "../../runtime/react/services.ts";
import { uploadLimits } from "../../runtime/schema/upload-limits.ts";
import type { ApiClient } from "../api/client.ts";
import { createLocalEntries } from "./local-entries.ts";

const url = "/sys/common/upload/half";
/** As long as the server keeps what has come. */
const keptMs = 24 * 60 * 60_000;
/** Waits before a part is sent again; begun anew whenever one arrives. Changed by tests. */
export const retryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000];

interface State {
  readonly id: string;
  readonly received: number;
  readonly path: string | null;
}

const entries = createLocalEntries(() => window.localStorage);

/**
 * Sends a large file part after part. Whatever the server has is not sent again: after a pause, a line that broke, and a
 * reload of the page when the same file is chosen for the same use.
 *
 * @throws RequestError when the parts do not arrive, or the server refuses the file
 */
export async function uploadInParts(client: ApiClient, file: File, options: UploadOptions): Promise<string> {
  const { biz, signal, onProgress } = options;
  const name = `upload:${JSON.stringify([file.name, file.size, file.lastModified, biz])}`;
  const call = async <Result>(method: string, more: object) =>
    await client
      .call({ method, url, quiet: "notices", ...more } as Parameters<ApiClient["call"]>[0])
      .then((answer) => ({
        message: answer.message,
        result: answer.result as Result,
      }));

  const begin = async (): Promise<State> => {
    const data = { fileName: file.name, fileSize: file.size, biz };
    const { result } = await call<State>("POST", { data, signal });
    entries.write(name, result.id, keptMs);
    return result;
  };
  /** What the server has; undefined when it knows nothing of it, or no longer. */
  const known = async (id: unknown): Promise<State | undefined> => {
    if (typeof id !== "string") return undefined;
    try {
      return (await call<State>("GET", { params: { id }, signal })).result;
    } catch (reason) {
      if (reason instanceof RequestError && reason.status === 404) return undefined;
      throw reason;
    }
  };
  const sendPart = async ({ id, received }: State): Promise<State> => {
    // Typed: the server takes parts as bytes only.
    const data = file.slice(received, received + uploadLimits.partBytes, "application/octet-stream");
    const report = (share: number) => onProgress?.((received + share * data.size) / file.size);
    const params = { id, offset: String(received) };
    const { result, message } = await call<State | null>("PUT", { data, params, signal, onProgress: report });
    return result ?? { id, received: file.size, path: message };
  };

  signal?.addEventListener("abort", () => {
    if (signal.reason === uploadCancelled) void discard();
  });
  const discard = async () => {
    const id = entries.read(name);
    entries.remove(name);
    if (typeof id === "string") await call("DELETE", { params: { id }, quiet: "all" }).catch(() => undefined);
  };
  if (signal?.aborted) {
    if (signal.reason === uploadCancelled) await discard();
    throw new RequestError("", 0, undefined);
  }

  let state: State | undefined;
  for (let tries = 0; ; ) {
    try {
      state ??= (await known(entries.read(name))) ?? (await begin());
      onProgress?.(state.received / file.size);
      if (state.path !== null) break;
      state = await sendPart(state);
      tries = 0;
    } catch (reason) {
      if (!mayPass(reason) || signal?.aborted || tries >= retryDelaysMs.length) {
        if (isOver(reason)) entries.remove(name);
        throw reason;
      }
      await calm(retryDelaysMs[tries] ?? 0, signal);
      tries += 1;
      // Some of the part may have come.
      state = undefined;
    }
  }
  entries.remove(name);
  return state.path;
}

/** No answer, a server that cannot now, or another part that is waited for: asking again tells where to go on. */
function mayPass(reason: unknown): boolean {
  return (
    reason instanceof RequestError && (reason.status === 0 || [404, 409, 429, 502, 503, 504].includes(reason.status))
  );
}

/** Refused for good: the server has thrown away what it had. */
function isOver(reason: unknown): boolean {
  return reason instanceof RequestError && reason.status >= 200 && reason.status < 300;
}

/** Waits, and while the machine is offline for as long as it is. */
function calm(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      signal?.removeEventListener("abort", go);
      resolve();
    };
    const timer = navigator.onLine === false ? undefined : setTimeout(go, ms);
    window.addEventListener("online", go);
    signal?.addEventListener("abort", go);
  });
}
