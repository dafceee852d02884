import { htmlAttributes, htmlDropped, htmlTags, keepAttribute } from "../../../runtime/format/html-policy.ts";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import { sanitize } from "./sanitize.ts";

/** Whether people write the field with formatting. */
export function isHtmlField(field: Pick<ResolvedField, "widget" | "cell">): boolean {
  return field.widget?.type === "rich-text" || field.cell?.type === "html";
}

/**
 * Text with formatting as it is stored: only what `html-policy` allows. Text without words or pictures is empty, so that
 * a required field is not filled by an empty paragraph.
 *
 * @example cleanHtml('<p onclick="x()">好<script>alert(1)</script></p>') // "<p>好</p>"
 */
export function cleanHtml(text: string): string {
  const clean = sanitize(text, {
    allowedTags: [...htmlTags],
    allowedAttributes: Object.fromEntries(Object.entries(htmlAttributes).map(([tag, names]) => [tag, [...names]])),
    nonTextTags: [...htmlDropped],
    // Addresses and styles are decided by the policy, which the browser shares.
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: { "*": (tagName, attribs) => ({ tagName, attribs: keepAttributes(tagName, attribs) }) },
  });
  const isEmpty =
    sanitize(clean, { allowedTags: ["img", "hr"], allowedAttributes: {} }).replaceAll(/\s|&nbsp;/g, "") === "";
  return isEmpty ? "" : clean;
}

function keepAttributes(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const clean = keepAttribute(tag, name, value);
    if (clean !== undefined) kept[name] = clean;
  }
  if (tag === "a" && kept.href?.startsWith("http"))
    Object.assign(kept, { target: "_blank", rel: "noopener noreferrer" });
  return kept;
}
