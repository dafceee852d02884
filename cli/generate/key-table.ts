import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";

/** Pages of the renderers; everything else that has a name stands in `parts.md`. */
const rendererPages: Readonly<Record<string, string>> = {
  cell: "cells.md",
  editor: "editors.md",
  action: "actions.md",
  actions: "actions.md",
  panel: "panels.md",
};

const nameOf = (schema: MetaSchema): string => schema.$ref?.slice("#/$defs/".length) ?? "";
export const escapeCell = (text: string): string => text.replaceAll("|", "\\|");

/** What a value may be, in a few words; a named part is a link to it. */
export function typeOf(schema: MetaSchema): string {
  if (schema.$ref) {
    const name = nameOf(schema);
    return `[\`${name}\`](${rendererPages[name] ?? `parts.md#${name.toLowerCase()}`})`;
  }
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.if) return [schema.then, schema.else].flatMap((one) => (one ? [typeOf(one)] : [])).join(" or ");
  const tag = schema.discriminator?.propertyName;
  if (schema.oneOf && tag !== undefined) {
    return `object, \`${tag}\` is ${schema.oneOf.map((branch) => `\`${String(branch.properties?.[tag]?.const)}\``).join(", ")}`;
  }
  if (schema.type === "array") return `array of ${schema.items ? typeOf(schema.items) : "values"}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object") {
    return `map to ${typeOf(schema.additionalProperties)}`;
  }
  return schema.type === undefined ? "value" : [schema.type].flat().join(" or ");
}

/** A row for each property; those of an object that is written in its place follow it as `menu.path`. */
export function keyTable(properties: Readonly<Record<string, MetaSchema>>, required: readonly string[] = []): string {
  return `| Property | Value | Meaning |\n| --- | --- | --- |\n${rowsOf(properties, required, "").join("\n")}\n`;
}

function rowsOf(
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[],
  above: string,
): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const mark = required.includes(name) ? " \\*" : "";
    const row = `| \`${above}${name}\`${mark} | ${typeOf(schema)} | ${escapeCell(schema.description ?? "")} |`;
    return [row, ...(above.split(".").length > 3 ? [] : rowsBelow(schema, `${above}${name}`))];
  });
}

function rowsBelow(schema: MetaSchema, path: string): readonly string[] {
  if (schema.properties) return rowsOf(schema.properties, schema.required ?? [], `${path}.`);
  if (schema.items?.properties) return rowsOf(schema.items.properties, schema.items.required ?? [], `${path}[].`);
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  if (values?.properties) return rowsOf(values.properties, values.required ?? [], `${path}.*.`);
  return [schema.then, schema.else].flatMap((one) => (one?.properties ? rowsBelow(one, path) : []));
}
