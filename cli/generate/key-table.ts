import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import { printJson } from "../../runtime/schema/print-json.ts";
import { isObject, type Written, within } from "./part-values.ts";
import { wordSchemas } from "./words.ts";

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
 * @param written objects with these properties, as documents write them: examples are taken from them
 */
export function keyTable(
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[] = [],
  written: Written = [],
): string {
  const rows = rowsOf(properties, required, "", written);
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
  written: Written,
): readonly KeyRow[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const mark = required.includes(name) ? " \\*" : "";
    const own = within(written, (value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []));
    const row: KeyRow = {
      property: `\`${above}${name}\`${mark}`,
      value: typeOf(schema),
      ...describe(schema.description ?? ""),
      example: exampleOf(schema, own),
    };
    return [row, ...(above.split(".").length > 3 ? [] : rowsBelow(schema, `${above}${name}`, own))];
  });
}

function rowsBelow(schema: MetaSchema, path: string, written: Written): readonly KeyRow[] {
  if (schema.properties) return rowsOf(schema.properties, schema.required ?? [], `${path}.`, written);
  if (schema.items?.properties) {
    const items = within(written, (value) => (Array.isArray(value) ? value : [value]));
    return rowsOf(schema.items.properties, schema.items.required ?? [], `${path}[].`, items);
  }
  const entry = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  if (entry?.properties) {
    const entries = within(written, (value) => (isObject(value) ? Object.values(value) : []));
    return rowsOf(entry.properties, entry.required ?? [], `${path}.*.`, entries);
  }
  return [schema.then, schema.else].flatMap((one) => (one?.properties ? rowsBelow(one, path, written) : []));
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
const longest = 92;

/** Written where an example is due and no document has one; a test keeps it out of the pages. */
export const noExample = "**no example**";

/**
 * Whether the column "Value" leaves open what to write. It does not for a flag or one of a few words; a named part has a
 * section with an example, and the properties of an object written in its place have rows of their own.
 */
export function needsExample(schema: MetaSchema): boolean {
  const meant = wordOr(schema);
  if (meant.$ref || isChoice(meant) || meant.properties || meant.oneOf) return false;
  const entry = entryOf(meant);
  return entry === undefined || (entry.$ref || entry.oneOf ? needsExample(entry) : !entry.properties);
}

/** What a word stands for; any other part keeps its name. */
const wordOr = (schema: MetaSchema): MetaSchema => wordSchemas.get(nameOf(schema)) ?? schema;

/** What a list or a map holds. */
function entryOf(schema: MetaSchema): MetaSchema | undefined {
  const entry = schema.type === "array" ? schema.items : schema.additionalProperties;
  return typeof entry === "object" ? entry : undefined;
}

const isChoice = (schema: MetaSchema): boolean =>
  schema.type === "boolean" || schema.enum !== undefined || schema.const !== undefined;

/** The shortest value that says something; of a list or a map that is too long, one of its entries. */
function exampleOf(schema: MetaSchema, written: Written): string {
  if (isChoice(schema)) return "";
  for (const textsOf of cutsOf(schema)) {
    for (const values of written) {
      const example = shortest(values.flatMap(textsOf));
      if (example !== undefined) return `\`${escapeCell(example.replaceAll("`", "'"))}\``;
    }
  }
  return needsExample(schema) ? noExample : "";
}

/** A value as a document writes it, or as what is left of it when it is cut. */
type TextsOf = (value: unknown) => readonly string[];

/** From the whole value to one entry of an entry. An object with properties of its own says nothing in parts. */
function cutsOf(schema: MetaSchema): readonly TextsOf[] {
  const entry = entryOf(wordOr(schema));
  return [wholeValue, ...(entry ? cutsOf(entry).map(oneEntry) : [])];
}

const wholeValue: TextsOf = (value) => [printJson(value).replaceAll(/\s*\n\s*/g, " ")];

const oneEntry =
  (textsOf: TextsOf): TextsOf =>
  (value) => {
    if (Array.isArray(value)) return value.flatMap(textsOf).map((text) => `[ ${text}, … ]`);
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([key, entry]) =>
      textsOf(entry).map((text) => `{ ${JSON.stringify(key)}: ${text}, … }`),
    );
  };

function shortest(texts: readonly string[]): string | undefined {
  const isTelling = (text: string) => text.length <= longest && !/^(""|true|false|null|\[ ?\]|\{ ?\})$/.test(text);
  return texts.filter(isTelling).sort((one, other) => one.length - other.length)[0];
}
