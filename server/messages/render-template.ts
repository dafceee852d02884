/** What stands in the place of `${name}`; a name without a value stands for nothing. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Fills `${name}` in a template. Values are words, never markup: where the message is HTML they are escaped. Nothing else
 * in a template means anything, and a value is not looked at again.
 *
 * @example renderTemplate("您好 ${name}", { name: "<b>" }, "html") // "您好 &lt;b&gt;"
 */
export function renderTemplate(template: string, values: Values, kind: "text" | "html"): string {
  return template.replace(/\$\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}/gu, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : "";
    const text = value === null || value === undefined || typeof value === "object" ? "" : String(value);
    return kind === "html" ? escapeHtml(text) : text;
  });
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? "");
}
