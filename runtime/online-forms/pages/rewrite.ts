/** A document with every text that is exactly a known name replaced; keys of its objects stay. */
export function rewrite(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rewrite(entry, names)]));
}
