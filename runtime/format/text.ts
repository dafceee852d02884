/** A character outside the basic Latin range takes two places; the reference product counts the same way. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character.charCodeAt(0) > 255 ? 2 : 1;
  return width;
}

/**
 * Cuts a text to a number of half-width places and adds `…`.
 *
 * @example ellipsis("企业团购的订单", 8) // "企业团购…"
 */
export function ellipsis(text: string, places: number): string {
  if (displayWidth(text) <= places) return text;
  let width = 0;
  let kept = "";
  for (const character of text) {
    width += character.charCodeAt(0) > 255 ? 2 : 1;
    if (width > places) break;
    kept += character;
  }
  return `${kept}…`;
}

/**
 * Hides the middle of a number. A text that the server masked already stays as it is.
 *
 * @example mask("13800136207", 3, 4) // "138****6207"
 */
export function mask(text: string, keepStart: number, keepEnd: number): string {
  if (text.includes("*") || text.length <= keepStart + keepEnd) return text;
  return `${text.slice(0, keepStart)}****${keepEnd > 0 ? text.slice(-keepEnd) : ""}`;
}

/** The parts of a comma-joined value, empty ones dropped. */
export function commaParts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String).filter(Boolean);
  return String(value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
