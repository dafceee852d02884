import { createHash } from "node:crypto";

const maxLength = 63;

/** `_key` unique, `_idx` plain, `_search` bigrams, `_list` entries of a comma list: indexes with these endings belong to the models. */
export type IndexSuffix = "key" | "idx" | "search" | "list";

/**
 * Name of an index over `columns`; what PostgreSQL would cut off is replaced by a hash, so names stay different.
 *
 * @example indexName("member", ["mobile"], "key") // "member_mobile_key"
 */
export function indexName(table: string, columns: readonly string[], suffix: IndexSuffix): string {
  const whole = `${[table, ...columns].join("_")}_${suffix}`;
  if (whole.length <= maxLength) return whole;
  const hash = createHash("sha256").update(whole).digest("hex").slice(0, 8);
  const tail = `_${hash}_${suffix}`;
  return whole.slice(0, maxLength - tail.length) + tail;
}

export function isOwnIndex(table: string, name: string): boolean {
  return name.startsWith(`${table.slice(0, 40)}`) && /_(key|idx|search|list)$/.test(name);
}
