import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import { printJson } from "../../runtime/schema/print-json.ts";
import { isObject } from "./part-values.ts";

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

/** What a key says of itself; `example` is what some document writes. */
interface KeyRow {
  readonly property: string;
  readonly value: string;
  readonly default: string;
  readonly meaning: string;
  readonly example: string;
}

const columns: readonly (readonly [keyof KeyRow, string])[] = [
  ["property", "Property"],
  ["value", "Value"],
  ["default", "Default"],
  ["meaning", "Meaning"],
  ["example", "Example"],
];

/**
 * A row for each property; those of an object that is written in its place follow it as `menu.path`. A column in which
 * nothing stands is left out.
 *
 * @param values objects with these properties, as documents write them: examples are taken from them
 */
export function keyTable(
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[] = [],
  values: readonly unknown[] = [],
): string {
  const rows = rowsOf(properties, required, "", values);
  const shown = columns.filter(([name]) => name === "value" || rows.some((row) => row[name] !== ""));
  const lineOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    lineOf(shown.map(([, title]) => title)),
    lineOf(shown.map(() => "---")),
    ...rows.map((row) => lineOf(shown.map(([name]) => row[name]))),
    "",
  ].join("\n");
}

function rowsOf(
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[],
  above: string,
  values: readonly unknown[],
): readonly KeyRow[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const mark = required.includes(name) ? " \\*" : "";
    const own = values.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []));
    const row: KeyRow = {
      property: `\`${above}${name}\`${mark}`,
      value: typeOf(schema),
      ...describe(schema.description ?? ""),
      example: exampleOf(schema, own),
    };
    return [row, ...(above.split(".").length > 3 ? [] : rowsBelow(schema, `${above}${name}`, own))];
  });
}

function rowsBelow(schema: MetaSchema, path: string, values: readonly unknown[]): readonly KeyRow[] {
  if (schema.properties) return rowsOf(schema.properties, schema.required ?? [], `${path}.`, values);
  if (schema.items?.properties) {
    return rowsOf(schema.items.properties, schema.items.required ?? [], `${path}[].`, values.flat());
  }
  const entry = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  if (entry?.properties) {
    const entries = values.flatMap((value) => (isObject(value) ? Object.values(value) : []));
    return rowsOf(entry.properties, entry.required ?? [], `${path}.*.`, entries);
  }
  return [schema.then, schema.else].flatMap((one) => (one?.properties ? rowsBelow(one, path, values) : []));
}

/** A part of a description that says what holds where nothing is written: `缺省 10`, `缺省：字段的名称`. */
const defaultPart = /^缺省(?![的项列查树，])[：为\s]*(.+)$/;

function describe(description: string): Pick<KeyRow, "default" | "meaning"> {
  const parts = description.split("；");
  const stated = parts.flatMap((part) => defaultPart.exec(part)?.[1] ?? []);
  const meaning = parts.filter((part) => !defaultPart.test(part)).join("；");
  return { default: escapeCell(stated.join("；")), meaning: escapeCell(meaning) };
}

/** Longest example in a table, characters. */
const longest = 90;

/** The shortest value that says something; of a flag or one of a few words the column beside it says all there is. */
function exampleOf(schema: MetaSchema, values: readonly unknown[]): string {
  if (schema.type === "boolean" || schema.enum || schema.const !== undefined) return "";
  const texts = values.map((value) => printJson(value).replaceAll(/\s*\n\s*/g, " "));
  const isTelling = (text: string) => text.length <= longest && !/^(""|true|false|null|\[ ?\]|\{ ?\})$/.test(text);
  const [first] = texts.filter(isTelling).sort((one, other) => one.length - other.length);
  return first === undefined ? "" : `\`${escapeCell(first.replaceAll("`", "'"))}\``;
}
