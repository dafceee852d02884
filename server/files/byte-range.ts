/** First and last byte, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * One range of a file of `size` bytes, as a player or a reader asks for it.
 *
 * @returns undefined for no range or several: the whole file is sent; `beyond` for one that begins after its end
 * @example readRange("bytes=-500", 2_000) // { start: 1500, end: 1999 }
 */
export function readRange(header: string | undefined, size: number): ByteRange | "beyond" | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return "beyond";
  return start > end ? undefined : { start, end };
}
