const firstSeconds = 10;
const mostSeconds = 4 * 3_600;
/** Tries in all, over some 13 hours. */
export const mostAttempts = 15;

/**
 * Seconds before the next try: doubled each time, and anywhere in the upper half of that, so that receivers that come back
 * are not met by everything at once. Undefined: given up.
 *
 * @param attempts tries made so far
 */
export function retryWait(attempts: number, random: () => number = Math.random): number | undefined {
  if (attempts >= mostAttempts) return undefined;
  const whole = Math.min(firstSeconds * 2 ** (attempts - 1), mostSeconds);
  return Math.round(whole * (0.5 + random() / 2));
}
