import { decimalText, roundTo } from "./decimal.ts";
import { boundedText, expressionLimits, LimitError } from "./limits.ts";
import { itemsOf, readKey } from "./read.ts";

/** A value as people read it: nothing is empty, lists join with commas, objects are JSON. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? decimalText(value) : "";
    case "boolean":
      return value ? "true" : "false";
    case "object": {
      const items = itemsOf(value);
      if (items)
        return boundedText(items.map((item) => (Array.isArray(item) ? jsonText(item) : textOf(item))).join(","));
      return value === null ? "" : jsonText(value);
    }
    default:
      return "";
  }
}

/** `textOf` for use outside an evaluation: a value beyond the bounds has no text. */
export function shownText(value: unknown): string {
  try {
    return textOf(value);
  } catch (failure) {
    if (failure instanceof LimitError) return "";
    throw failure;
  }
}

/** JSON text without running `toJSON` or getters; bounded in depth and length. */
export function jsonText(value: unknown): string {
  let length = 0;
  const put = (text: string): string => {
    length += text.length;
    if (length > expressionLimits.textLength) boundedText(" ".repeat(expressionLimits.textLength + 1));
    return text;
  };
  const write = (part: unknown, depth: number): string => {
    if (depth > expressionLimits.depth) throw new LimitError(`嵌套超过 ${expressionLimits.depth} 层`);
    if (typeof part === "string") return put(JSON.stringify(part));
    if (typeof part === "number" || typeof part === "boolean") return put(String(part));
    const items = itemsOf(part);
    if (items) return `${put("[")}${items.map((item) => write(item, depth + 1)).join(",")}]`;
    if (part === null || part === undefined || typeof part !== "object") return put("null");
    const members: string[] = [];
    for (const key of Object.keys(part)) {
      const member = readKey(part, key);
      if (member !== undefined) members.push(`${put(JSON.stringify(key))}:${write(member, depth + 1)}`);
    }
    return `${put("{")}${members.join(",")}}`;
  };
  return boundedText(write(value, 0));
}

/**
 * A number by a pattern such as `#,##0.00`: a comma asks for thousands, each 0 after the point is a place that is
 * always shown, each # one that is shown when it is not zero. Text around the digits stays.
 */
export function formatNumber(value: number, pattern: string): string {
  if (pattern.length > 200) throw new LimitError("样式超过 200 个字符"); // the search below is quadratic
  const shape = /[#,0]*[#0](?:\.[0#]+)?/.exec(pattern);
  if (!shape) return pattern;
  const [wholeShape = "", fractionShape = ""] = shape[0].split(".");
  const rounded = roundTo(value, Math.min(fractionShape.length, 15)) ?? 0;
  const [whole = "0", fraction = ""] = decimalText(Math.abs(rounded)).split(".");
  const leastPlaces = fractionShape.lastIndexOf("0") + 1;
  const leastDigits = wholeShape.replace(/[^0]/g, "").length;
  const padded = whole.padStart(leastDigits, "0");
  const digits = wholeShape.includes(",") ? padded.replace(/\B(?=(?:\d{3})+$)/g, ",") : padded;
  const places = fraction.padEnd(leastPlaces, "0");
  const sign = rounded < 0 ? "-" : "";
  const text = `${digits}${places ? `.${places}` : ""}`;
  return boundedText(`${pattern.slice(0, shape.index)}${sign}${text}${pattern.slice(shape.index + shape[0].length)}`);
}
