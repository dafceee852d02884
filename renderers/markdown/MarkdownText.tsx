import { useMemo } from "react";
import { cleanMarkdown } from "./clean-markdown.ts";
import "../html/html.css";

/** Draws Markdown; loaded with the first one that is shown. */
export function MarkdownText({ text }: { readonly text: string }) {
  const html = useMemo(() => cleanMarkdown(text), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line above by the policy of formatted text
  return <div className="sc-html" dangerouslySetInnerHTML={{ __html: html }} />;
}
