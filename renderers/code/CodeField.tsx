import { currentLocale } from "../../runtime/language/language.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import type { CodeProps } from "./code-props.ts";
import "./code.css";

/** The editor reads its words when it is loaded, so they come first; English ones are in it. */
const MonacoCode = lazyPart(async () => {
  if (currentLocale() === "zh-CN") await import("monaco-editor/nls/lang/zh-cn.js");
  return { default: (await import("./MonacoCode.tsx")).MonacoCode };
});

/** A field for code: what is in it stands there to read, as high as the editor, until that has come. */
export function CodeField(props: CodeProps) {
  return (
    <LazyBoundary
      fallback={
        <pre className="sc-code sc-origin sc-code-wait" style={{ height: props.height }} aria-busy="true">
          {props.value}
        </pre>
      }
    >
      <MonacoCode {...props} />
    </LazyBoundary>
  );
}
