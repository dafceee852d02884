import createPurifier from "dompurify";
import { htmlAttributes, htmlTags, keepAttribute } from "../../runtime/format/html-policy.ts";

const purifier = createPurifier(window);
purifier.addHook("uponSanitizeAttribute", (node, data) => {
  const value = keepAttribute(node.nodeName.toLowerCase(), data.attrName, data.attrValue);
  data.keepAttr = value !== undefined;
  if (value !== undefined) data.attrValue = value;
});
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName !== "A" || !/^https?:/i.test(node.getAttribute("href") ?? "")) return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
});

/** Text with formatting as it may be shown: what `html-policy` allows, and nothing that runs. */
export function cleanHtml(text: string): string {
  return purifier.sanitize(text, {
    ALLOWED_TAGS: [...htmlTags],
    ALLOWED_ATTR: [...new Set(Object.values(htmlAttributes).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/)/i,
  });
}
