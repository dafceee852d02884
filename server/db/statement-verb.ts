/** The first word of a statement, in small letters. */
export function verbOf(text: string): string {
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "";
}

/** A transaction begins with it. Sent with the statement that follows, it costs no round trip of its own. */
export const beginsTransaction = (verb: string): boolean => verb === "begin" || verb === "start";

const ends = new Set(["commit", "rollback", "end", "abort"]);

/** `rollback to savepoint x` stays inside the transaction. */
export const endsTransaction = (text: string): boolean => ends.has(verbOf(text)) && !isSavepoint(text);

const isSavepoint = (text: string): boolean => /^\s*rollback\s+(work\s+|transaction\s+)?to\b/i.test(text);

/** What a statement that never went to the database answers. */
export function emptyResult(text: string): { command: string; rowCount: number; rows: Record<string, unknown>[] } {
  return { command: verbOf(text).toUpperCase(), rowCount: 0, rows: [] };
}
