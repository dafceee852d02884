/** The first word of a statement, in small letters. */
export function verbOf(text: string): string {
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "";
}

/** A transaction begins with it. Sent with the statement that follows, it costs no round trip of its own. */
export const beginsTransaction = (verb: string): boolean => verb === "begin" || verb === "start";

const ends = new Set(["commit", "rollback", "end", "abort"]);
export const endsTransaction = (verb: string): boolean => ends.has(verb);

/** What a statement that never went to the database answers. */
export function emptyResult(text: string): { command: string; rowCount: number; rows: Record<string, unknown>[] } {
  return { command: verbOf(text).toUpperCase(), rowCount: 0, rows: [] };
}
