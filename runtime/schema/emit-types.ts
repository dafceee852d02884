import type { MetaSchema } from "./meta-schema.ts";

const pascal = (name: string) => name.replace(/(^|[-_])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (schema: MetaSchema, indent: string) => {
  const text = schema.description ?? schema.title;
  return text ? `${indent}/** ${text} */\n` : "";
};

/**
 * TypeScript declarations of meta-schemas: one exported type per `$defs` entry and per document.
 * `if/then/else` becomes the union of its two branches, `oneOf` a union; definitions that several
 * documents share are written once.
 *
 * @param documents exported type name -> composed meta-schema
 * @returns source text of a module without imports
 */
export function emitTypes(documents: Readonly<Record<string, MetaSchema>>): string {
  const definitions = new Map<string, string>();
  for (const [name, schema] of Object.entries(documents)) {
    for (const [def, body] of Object.entries(schema.$defs ?? {}))
      definitions.set(pascal(def), declare(pascal(def), body));
    definitions.set(name, declare(name, schema));
  }
  return [...definitions.values()].join("\n");
}

function declare(name: string, schema: MetaSchema): string {
  return `${comment(schema, "")}export type ${name} = ${write(schema, "")};\n`;
}

function write(schema: MetaSchema, indent: string): string {
  if (schema.$ref) return pascal(schema.$ref.replace(/^#\/\$defs\//, ""));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.oneOf) return schema.oneOf.map((branch) => `\n${indent}  | ${write(branch, `${indent}    `)}`).join("");
  if (schema.then && schema.else) return unique([write(schema.then, indent), write(schema.else, indent)]).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => write({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return `readonly (${schema.items ? write(schema.items, indent) : "unknown"})[]`;
    case "object":
      return writeObject(schema, indent);
    default:
      return "unknown";
  }
}

function writeObject(schema: MetaSchema, indent: string): string {
  if (!schema.properties) {
    const { additionalProperties: value } = schema;
    return `Readonly<Record<string, ${typeof value === "object" ? write(value, indent) : "unknown"}>>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties).map(
    ([name, property]) =>
      `${comment(property, inner)}${inner}readonly ${key(name)}${schema.required?.includes(name) ? "" : "?"}: ${write(property, inner)};\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
