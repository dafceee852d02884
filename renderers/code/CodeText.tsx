import type { CodeLanguage } from "../../runtime/format/code-languages.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";

const ColoredCode = lazyPart(async () => ({ default: (await import("./ColoredCode.tsx")).ColoredCode }));

const look = { maxHeight: 400, overflow: "auto", fontSize: 13 };

interface CodeTextProps {
  readonly value: unknown;
  readonly language: CodeLanguage | undefined;
  readonly label: string;
}

/** Stored code to read: its own lines in colours, scrolling inside where it is long. JSON is laid out. */
export function CodeText({ value, language = "plaintext", label }: CodeTextProps) {
  const code = typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
  return (
    // biome-ignore lint/a11y: what scrolls must be reached by keys, and have a name then
    <pre style={look} role="group" tabIndex={0} aria-label={label}>
      <LazyBoundary fallback={code}>
        <ColoredCode code={code} language={language} />
      </LazyBoundary>
    </pre>
  );
}
