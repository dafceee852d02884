const width = 140;

/**
 * JSON as our documents are written: two spaces, objects and arrays that fit into 140 columns on one line.
 * Printing what was parsed from its own output gives the same text.
 */
export function printJson(value: unknown, indent = "", used = indent.length): string {
  const flat = printFlat(value);
  if (typeof value !== "object" || value === null || used + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + printJson(item, inner))
    : Object.entries(value).map(([key, item]) => {
        const name = `${inner}${JSON.stringify(key)}: `;
        return name + printJson(item, inner, name.length);
      });
  return Array.isArray(value) ? `[\n${lines.join(",\n")}\n${indent}]` : `{\n${lines.join(",\n")}\n${indent}}`;
}

function printFlat(value: unknown): string {
  if (Array.isArray(value)) return value.length ? `[ ${value.map(printFlat).join(", ")} ]` : "[]";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (!entries.length) return "{}";
  return `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${printFlat(item)}`).join(", ")} }`;
}
