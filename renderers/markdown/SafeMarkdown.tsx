import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";

const MarkdownText = lazyPart(async () => ({ default: (await import("./MarkdownText.tsx")).MarkdownText }));

/** Markdown as it reads; until what draws it has come, its source stands there. */
export function SafeMarkdown({ text }: { readonly text: string }) {
  return (
    <LazyBoundary fallback={<div className="sc-value-text">{text}</div>}>
      <MarkdownText text={text} />
    </LazyBoundary>
  );
}
