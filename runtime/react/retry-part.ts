import { ChunkLoadError } from "./lazy-part.ts";

interface Ways {
  /** Asks the browser for a script once more. */
  readonly load: (url: string) => Promise<unknown>;
  /** Asks the server for anything, whatever it answers. */
  readonly reach: () => Promise<unknown>;
}

const byBrowser: Ways = {
  load: (url) => import(/* @vite-ignore */ url),
  reach: () => fetch("/", { method: "HEAD", cache: "no-store" }),
};

/**
 * Whether trying again on this page can help. Many browsers remember that a script or a stylesheet did not arrive and never
 * ask for it again, and after a deployment it is gone: then only the whole page loaded anew helps, as soon as the server
 * can be reached.
 */
export async function canRetryHere(error: unknown, { load, reach }: Ways = byBrowser): Promise<boolean> {
  if (!(error instanceof ChunkLoadError)) return true;
  const url = error.kind === "script" ? /https?:\/\/[^\s"']+/.exec(error.message)?.[0] : undefined;
  if (url !== undefined && (await succeeds(load(url)))) return true;
  return !(await succeeds(reach()));
}

function succeeds(trying: Promise<unknown>): Promise<boolean> {
  return trying.then(
    () => true,
    () => false,
  );
}
