import { parseMoment } from "../expr/calendar.ts";

const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const idCardDigits = "10X98765432";

/** A resident identity number: 18 characters with birth date and check digit (GB 11643), or the old 15 digits. */
export function isIdCard(value: string): boolean {
  if (/^[1-9]\d{14}$/.test(value)) {
    return parseMoment(`19${value.slice(6, 8)}-${value.slice(8, 10)}-${value.slice(10, 12)}`) !== null;
  }
  if (!/^[1-9]\d{16}[\dXx]$/.test(value)) return false;
  const born = parseMoment(`${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`);
  if (!born || born.year < 1800) return false;
  const total = idCardWeights.reduce((sum, weight, index) => sum + weight * Number(value.charAt(index)), 0);
  return idCardDigits.charAt(total % 11) === value.charAt(17).toUpperCase();
}

const creditAlphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** A unified social credit code: 18 characters of its alphabet with check character (GB 32100). */
export function isCreditCode(value: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value)) return false;
  const total = creditWeights.reduce(
    (sum, weight, index) => sum + weight * creditAlphabet.indexOf(value.charAt(index)),
    0,
  );
  return creditAlphabet.charAt((31 - (total % 31)) % 31) === value.charAt(17);
}
