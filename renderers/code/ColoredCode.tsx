import { useMemo } from "react";
import { cleanCode } from "../markdown/clean-markdown.ts";

/** Words of code in the colours of their language. */
export function ColoredCode({ code, language }: { readonly code: string; readonly language: string }) {
  const html = useMemo(() => cleanCode(code, language), [code, language]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line above by the policy of formatted text
  return <code dangerouslySetInnerHTML={{ __html: html }} />;
}
