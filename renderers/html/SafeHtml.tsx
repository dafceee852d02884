import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";

const CleanHtml = lazyPart(async () => ({ default: (await import("./CleanHtml.tsx")).CleanHtml }));

/** Fetches what cleans the text, so that it is drawn at once. */
export function preloadSafeHtml(): void {
  void CleanHtml.preload();
}

/** Text that was written with formatting, cleaned before it is drawn. */
export function SafeHtml({ text }: { readonly text: string }) {
  return (
    <LazyBoundary fallback={null}>
      <CleanHtml text={text} />
    </LazyBoundary>
  );
}
