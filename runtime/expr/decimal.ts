/**
 * Decimal arithmetic on JSON numbers: a number means the decimal text it is written as, so 1.005 is exactly
 * 1.005 and 0.1 + 0.2 is 0.3. Sums, differences and products keep every decimal place of their operands as
 * long as the result has at most 15 significant digits; quotients are rounded to 15 significant digits.
 */

interface Decimal {
  readonly digits: bigint;
  /** Places after the point; negative when the text has an exponent that adds zeros. */
  readonly scale: number;
}

const numericText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** The number that a value stands for, or null: numbers and numeric text (spaces around it allowed), nothing else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.length > 64) return null;
  const text = value.trim();
  if (!numericText.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function decimalOf(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Decimal places of the shortest text of a number: 1.50 → 1, 1e-7 → 7. */
export function placesOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  // Amounts have one or two places; their text need not be written to know it.
  if (Math.abs(value) < 1e12 && Math.round(value * 100) / 100 === value) {
    return Math.round(value * 10) / 10 === value ? 1 : 2;
  }
  return Math.max(decimalOf(value).scale, 0);
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

/** Takes the binary tail off a result that must be a decimal with `places` places. */
function settle(value: number, places: number): number | null {
  if (Number.isInteger(value) || !Number.isFinite(value)) return finite(value);
  const exact = places <= 15 ? Number(value.toFixed(places)) : value;
  return finite(Number(exact.toPrecision(15)));
}

export const add = (a: number, b: number): number | null => settle(a + b, Math.max(placesOf(a), placesOf(b)));
export const subtract = (a: number, b: number): number | null => settle(a - b, Math.max(placesOf(a), placesOf(b)));
export const multiply = (a: number, b: number): number | null => settle(a * b, placesOf(a) + placesOf(b));

export function divide(a: number, b: number): number | null {
  return b === 0 ? null : finite(Number((a / b).toPrecision(15)));
}

/** The remainder with the sign of the dividend, exact on decimals: 5.5 % 0.1 is 0. */
export function remainder(a: number, b: number): number | null {
  if (b === 0) return null;
  if (Number.isInteger(a) && Number.isInteger(b)) return finite(a % b);
  const left = decimalOf(a);
  const right = decimalOf(b);
  const scale = Math.max(left.scale, right.scale, 0);
  if (scale > 60) return finite(a % b);
  const rest = widen(left, scale) % widen(right, scale);
  return finite(Number(`${rest}e${-scale}`));
}

const widen = (value: Decimal, scale: number): bigint => value.digits * 10n ** BigInt(scale - value.scale);

type Direction = "half-up" | "down" | "up";

/**
 * Rounds on the decimal text, not on the binary value: 1.005 to two places is 1.01.
 * Half goes away from zero, as PostgreSQL's numeric does; `down` and `up` are floor and ceiling.
 *
 * @param places −15…15; negative places round to tens, hundreds, …
 */
export function roundTo(value: number, places: number, direction: Direction = "half-up"): number | null {
  if (!Number.isFinite(value)) return null;
  const kept = Math.max(-15, Math.min(15, Math.trunc(places)));
  const { digits, scale } = decimalOf(value);
  if (scale <= kept) return value + 0;
  const cut = scale - kept;
  if (cut > 400) return 0;
  const unit = 10n ** BigInt(cut);
  let quotient = digits / unit;
  const rest = digits % unit;
  if (direction === "half-up" && (rest < 0n ? -rest : rest) * 2n >= unit) quotient += digits < 0n ? -1n : 1n;
  if (direction === "down" && rest < 0n) quotient -= 1n;
  if (direction === "up" && rest > 0n) quotient += 1n;
  return finite(Number(`${quotient}e${-kept}`));
}

/** The exact sum: integer cents while every number has at most two places, big integers otherwise. */
export function sumOf(numbers: readonly number[]): number | null {
  let cents = 0;
  for (const number of numbers) {
    const scaled = Math.round(number * 100);
    if (scaled / 100 !== number || Math.abs(cents + scaled) > Number.MAX_SAFE_INTEGER) return exactSum(numbers);
    cents += scaled;
  }
  return finite(cents / 100);
}

function exactSum(numbers: readonly number[]): number | null {
  const decimals = numbers.map(decimalOf);
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal.scale), 0);
  if (scale > 60) return finite(numbers.reduce((total, number) => total + number, 0));
  const total = decimals.reduce((sum, decimal) => sum + widen(decimal, scale), 0n);
  return finite(Number(`${total}e${-scale}`));
}

/** The number as plain digits, without an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  const { digits, scale } = decimalOf(value);
  if (scale <= 0) return String(digits * 10n ** BigInt(-scale));
  const sign = digits < 0n ? "-" : "";
  const plain = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return `${sign}${plain.slice(0, -scale)}.${plain.slice(-scale)}`;
}
