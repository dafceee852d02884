import { numberOf } from "../../../runtime/expr/decimal.ts";
import { messages } from "../../messages.ts";

/** Decimal places of a number whose field names none. */
const usualScale = 6;
const largestScale = 10;

/** A whole number takes its decimals as they are typed: without its point 1.5 would be 15. The field refuses them. */
const placesIn = (scale: number | undefined): number =>
  scale === 0 ? Number.POSITIVE_INFINITY : Math.min(scale ?? usualScale, largestScale);

/** Full-width digits of a Chinese input method; thousands separators of a copied amount are left out. */
export function plainDigits(text: string): string {
  return text
    .replace(/[０-９．－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[,，¥￥\s]/g, "")
    .replace("。", ".");
}

/** What of a text may stand in a number while it is typed: its first number, with the decimals that the field has. */
export function fitNumber(text: string, scale: number | undefined): string {
  const [number = ""] = /-?\d*\.?\d*/.exec(text.replace(/^[^\d.-]+/, "")) ?? [];
  const [whole = "", decimals] = number.split(".");
  return decimals === undefined ? whole : `${whole}.${decimals.slice(0, placesIn(scale))}`;
}

/** What to say of a text that did not fit as a whole; undefined = it did. */
export function cutNote(text: string, scale: number | undefined): string | undefined {
  const plain = plainDigits(text);
  if (fitNumber(plain, scale) === plain) return undefined;
  return /^-?\d*\.\d+$/.test(plain) ? messages.form.cutDecimals(placesIn(scale)) : messages.form.onlyDigits;
}

/** The number that was typed, also while its decimals are still to come; null while it is none. */
export const numberFrom = (text: string): number | null => numberOf(text.replace(/\.$/, ""));
