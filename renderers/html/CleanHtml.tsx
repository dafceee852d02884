import { useMemo } from "react";
import { cleanHtml } from "./clean-html.ts";
import "./html.css";

/** Draws text with formatting; loaded with the first one that is shown. */
export function CleanHtml({ text }: { readonly text: string }) {
  const html = useMemo(() => cleanHtml(text), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line above, by the policy that also cleaned it when it was saved
  return <div className="sc-html" dangerouslySetInnerHTML={{ __html: html }} />;
}
