import { numberOf } from "../../../runtime/expr/decimal.ts";

/** What may stand in a number while it is typed; anything else is not taken. */
export function isPartOfNumber(text: string, scale: number | undefined): boolean {
  if (scale === 0) return /^-?\d*$/.test(text);
  return new RegExp(`^-?\\d*(\\.\\d{0,${Math.min(scale ?? 6, 10)}})?$`).test(text);
}

/** Full-width digits of a Chinese input method; thousands separators of a copied amount are left out. */
export function plainDigits(text: string): string {
  return text
    .replace(/[０-９．－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[,，¥￥\s]/g, "")
    .replace("。", ".");
}

/** The number that was typed, also while its decimals are still to come; null while it is none. */
export const numberFrom = (text: string): number | null => numberOf(text.replace(/\.$/, ""));
