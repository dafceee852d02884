import { type ComponentProps, type ComponentType, createElement, lazy, useState } from "react";

/** How long a part of the console may be on its way, in milliseconds. */
export const chunkTimeoutMs = 120_000;

/** A script or stylesheet of the console did not arrive. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  readonly kind: "script" | "style";

  constructor(message: string, kind: "script" | "style", cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Failed parts are fetched anew once this has changed. */
let round = 0;

/** Lets every part that failed be tried again when it is drawn the next time. */
export function retryParts(): void {
  round += 1;
}

const waiting = new Set<() => void>();

/** Calls `listener` each time a part that is drawn lazily has arrived, until the returned function is called. */
export function whenPartArrives(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}

const listening = new Set<() => void>();

/** Calls `listener` each time a part could not be fetched, until the returned function is called: perhaps there is a newer console. */
export function whenPartFails(listener: () => void): () => void {
  listening.add(listener);
  return () => listening.delete(listener);
}

/**
 * Fetches a part of the console.
 *
 * @throws ChunkLoadError when it cannot be fetched, or is not there after 120 seconds
 */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      if (error instanceof ChunkLoadError) for (const listener of [...listening]) listener();
    };
    const timer = setTimeout(
      () => fail(new ChunkLoadError("Loading chunk timed out after 120 s", "script")),
      chunkTimeoutMs,
    );
    load()
      .then(resolve, (reason: unknown) => fail(asChunkError(reason)))
      .finally(() => clearTimeout(timer));
  });
}

/** Browsers and the bundler word a failed part differently; anything else is a fault of the part itself. */
function asChunkError(reason: unknown): unknown {
  const said = reason instanceof Error ? reason.message : "";
  if (/preload CSS/i.test(said)) return new ChunkLoadError(said, "style", reason);
  const isScript = /dynamically imported module|module script failed|Load failed|error loading/i.test(said);
  return isScript ? new ChunkLoadError(said, "script", reason) : reason;
}

/** A component that is fetched when it is first drawn, or before. */
export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Fetches it now, so that it is drawn at once. Never rejects: what failed is tried again, and told, when it is drawn. */
  preload(): Promise<void>;
}

/** React hears of the part after this call, and can draw it from then on. */
const tellArrival = () =>
  queueMicrotask(() => {
    for (const listener of [...waiting]) listener();
  });

/**
 * A component that is fetched when it is first drawn. As React's own `lazy`, with a time limit, and a failure that can be
 * tried again (`retryParts`) instead of lasting until the next reload.
 */
// biome-ignore lint/suspicious/noExplicitAny: a component of any props, as React's lazy takes it
export function lazyPart<Kind extends ComponentType<any>>(
  load: () => Promise<{ readonly default: Kind }>,
): LazyPart<ComponentProps<Kind>> {
  let failedIn: number | undefined;
  let loaded: ComponentType<ComponentProps<Kind>> | undefined;
  const begin = () =>
    lazy(() => {
      const began = round;
      const part = loadPart(load);
      part.then(tellArrival, () => {
        failedIn = began;
      });
      return part;
    });
  let Part = begin();
  function LazyPart(props: ComponentProps<Kind>) {
    // Decided once: another type of element would begin anew.
    const [Ready] = useState(() => loaded);
    if (Ready) return createElement(Ready, props);
    if (failedIn !== undefined && failedIn !== round) {
      failedIn = undefined;
      Part = begin();
    }
    return createElement(Part as ComponentType<ComponentProps<Kind>>, props);
  }
  LazyPart.preload = async () => {
    const part = await loadPart(load).catch(() => undefined);
    loaded ??= part?.default;
  };
  return LazyPart;
}
