import createPurifier from "dompurify";
import { htmlAttributes, htmlTags, keepAttribute } from "../../runtime/format/html-policy.ts";

const config = {
  ALLOWED_TAGS: [...htmlTags],
  ALLOWED_ATTR: [...new Set(Object.values(htmlAttributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/)/i,
} as const;

/**
 * Makes what cleans HTML by `html-policy`.
 *
 * @param finish is given each element that stays, with its `class`; only there a class is kept so long
 */
export function createHtmlCleaner(finish?: (element: Element) => void): (text: string) => string {
  const purifier = createPurifier(window);
  purifier.addHook("uponSanitizeAttribute", (node, data) => {
    if (finish && data.attrName === "class") return;
    const value = keepAttribute(node.nodeName.toLowerCase(), data.attrName, data.attrValue);
    data.keepAttr = value !== undefined;
    if (value !== undefined) data.attrValue = value;
  });
  purifier.addHook("afterSanitizeAttributes", (node) => {
    finish?.(node);
    if (node.nodeName !== "A" || !/^https?:/i.test(node.getAttribute("href") ?? "")) return;
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer");
  });
  const allowed: string[] = finish ? [...config.ALLOWED_ATTR, "class"] : [...config.ALLOWED_ATTR];
  return (text) =>
    purifier.sanitize(text, { ...config, ALLOWED_TAGS: [...config.ALLOWED_TAGS], ALLOWED_ATTR: allowed });
}

/** Text with formatting as it may be shown: what `html-policy` allows, and nothing that runs. */
export const cleanHtml = createHtmlCleaner();
