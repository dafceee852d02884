import { Suspense } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";

const CleanHtml = lazyPart(async () => ({ default: (await import("./CleanHtml.tsx")).CleanHtml }));

/** Text that was written with formatting, cleaned before it is drawn. */
export function SafeHtml({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={null}>
      <CleanHtml text={text} />
    </Suspense>
  );
}
