/** More digits than a number can hold without rounding. */
const mostDigits = 15;

/**
 * The bounds of a decimal column of that many digits: 12 with 2 places → 9999999999.99 on both sides of 0. None where the
 * length says nothing: former systems write 0, or fewer digits than places.
 */
export function boundsOf(length: number, scale: number): { readonly minimum?: number; readonly maximum?: number } {
  if (length < Math.max(1, scale) || length > mostDigits) return {};
  const maximum = Number(`${"9".repeat(length - scale)}.${"9".repeat(scale)}`);
  return { minimum: -maximum, maximum };
}

/** The length whose bounds these are; undefined when none has them. */
export function lengthOfBounds(
  { minimum, maximum }: { readonly minimum?: number | undefined; readonly maximum?: number | undefined },
  scale: number,
): number | undefined {
  if (maximum === undefined || minimum !== -maximum) return undefined;
  const lengths = Array.from({ length: mostDigits }, (_, index) => index + 1);
  return lengths.find((length) => boundsOf(length, scale).maximum === maximum);
}
