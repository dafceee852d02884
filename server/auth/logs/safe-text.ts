const secretName = /passw|pwd|secret|token|captcha|checkkey|credential|smscode|apikey|accesskey|privatekey/i;
const [maxItems, maxText, maxDepth] = [20, 200, 5];

/**
 * What was sent, short enough for a log row and without secrets. The cost is bounded by what is kept, not by what came.
 *
 * @param hidden names whose values not every reader of the log may see
 * @example paramText({ realname: "王芳", password: "x" }, 100) → '{"realname":"王芳","password":"***"}'
 */
export function paramText(value: unknown, maxLength: number, hidden: ReadonlySet<string> = new Set()): string {
  let left = maxLength;
  const copy = (one: unknown, depth: number): unknown => {
    if (left <= 0 || depth > maxDepth) return "…";
    if (typeof one === "string") {
      const text = one.length > maxText ? `${one.slice(0, maxText)}…` : one;
      left -= text.length + 3;
      return text;
    }
    if (Array.isArray(one)) {
      const items = one.slice(0, maxItems).map((item) => copy(item, depth + 1));
      return one.length > maxItems ? [...items, `…共 ${one.length} 项`] : items;
    }
    if (typeof one !== "object" || one === null) {
      left -= 6;
      return one;
    }
    const kept: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(one)) {
      if (left <= 0) {
        kept["…"] = "…";
        break;
      }
      left -= name.length + 4;
      const isHidden = secretName.test(name) || hidden.has(name);
      kept[name.slice(0, 64)] = isHidden && inner !== null && inner !== "" ? "***" : copy(inner, depth + 1);
    }
    return kept;
  };
  if (value === undefined || value === null) return "";
  return oneLine(JSON.stringify(copy(value, 0)) ?? "", maxLength);
}

/** Typed text may hold line breaks or control characters; in a log it must not look like another entry. */
export function oneLine(text: string, maxLength: number): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, maxLength);
}
