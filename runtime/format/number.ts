/**
 * A number with thousands separators and a fixed number of decimals; rounding is half away from zero,
 * as the server's round() does. Texts that are no numbers come back unchanged.
 *
 * @example formatNumber(12460, 2) // "12,460.00"
 */
export function formatNumber(value: unknown, scale: number | undefined): string {
  const number = typeof value === "string" ? Number(value.trim() || Number.NaN) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return String(value);
  const fixed = scale === undefined ? String(number) : fixedText(number, scale);
  const [whole = "", fraction] = fixed.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const sign = fixed.startsWith("-") && Number(fixed) !== 0 ? "-" : "";
  return `${sign}${grouped}${fraction ? `.${fraction}` : ""}`;
}

/** toFixed on the shortest decimal text, so that 1.005 gives 1.01 and not 1.00. */
function fixedText(value: number, scale: number): string {
  const shifted = Number(`${value}e${scale}`);
  if (!Number.isFinite(shifted)) return value.toFixed(scale);
  const rounded = Math.sign(shifted) * Math.round(Math.abs(shifted));
  return Number(`${rounded}e-${scale}`).toFixed(scale);
}
