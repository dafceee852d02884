import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";

/** `张三丰` → `张三`, `三丰`; each pair once. A text of fewer than two characters has none. */
export function bigrams(text: string): string[] {
  const letters = Array.from(text);
  const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  return [...new Set(pairs)];
}

/** What a search index of a column is built over; a query must say the same to use the index. */
export function searchColumn(column: Expression<unknown>): RawBuilder<string[]> {
  return sql<string[]>`text_bigrams(${column})`;
}

/**
 * True for every row whose column contains `text`, and for few others: add the exact comparison.
 *
 * @returns undefined for a text too short to be looked up
 */
export function mayContain(column: Expression<unknown>, text: string): Expression<SqlBool> | undefined {
  const pairs = bigrams(text);
  if (pairs.length === 0) return undefined;
  const list = sql.join(pairs.map((pair) => sql`cast(${pair} as text)`));
  return sql<SqlBool>`${searchColumn(column)} @> array[${list}]`;
}
