import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { DocumentKind } from "./compose.ts";
import type { MetaSchema } from "./meta-schema.ts";
import { branchesFor, follow } from "./schema-walk.ts";
import { metaSchemas } from "./validators.ts";

const width = 140;
/** Fields of a model and shipped rows read like a table when each keeps its line. */
const rowWidth = 400;

/**
 * A document as we write them: keys in the order of the meta-schema (the tag first), two spaces, short objects and
 * arrays on one line, small values side by side, blank lines of the author kept. Values keep their spelling;
 * formatting twice changes nothing.
 *
 * @param text JSON; a text that is none is returned as it is
 */
export function formatDocument(text: string, kind: DocumentKind): string {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  return tree && errors.length === 0 ? `${new DocumentPrinter(text, kind).print(tree)}\n` : text;
}

interface Property {
  readonly key: string;
  readonly name: Node;
  readonly value: Node;
  readonly schema: MetaSchema | undefined;
}

class DocumentPrinter {
  readonly #text: string;
  readonly #meta: MetaSchema;
  readonly #isData: boolean;

  constructor(text: string, kind: DocumentKind) {
    this.#text = text;
    this.#meta = metaSchemas[kind];
    this.#isData = kind === "data";
  }

  print(root: Node): string {
    return root.type === "object" ? this.#tall(root, this.#meta, "") : this.#flat(root, this.#meta);
  }

  /** @param used columns that are taken before the value; @param limit last column that it may use */
  #value(node: Node, schema: MetaSchema | undefined, indent: string, used: number, limit = width): string {
    const flat = this.#flat(node, schema);
    if (!node.children?.length || used + flat.length <= limit) return flat;
    return this.#tall(node, schema, indent);
  }

  #tall(node: Node, schema: MetaSchema | undefined, indent: string): string {
    const inner = `${indent}  `;
    const parts =
      node.type === "array" ? this.#itemParts(node, schema, inner) : this.#propertyParts(node, schema, inner);
    const lines: string[] = [];
    for (const [index, { text, isSmall, isApart }] of parts.entries()) {
      const last = lines.at(-1);
      const joins = isSmall && parts[index - 1]?.isSmall && !isApart && indent !== "";
      if (joins && last !== undefined && last.length + text.length + 2 < width) {
        lines[lines.length - 1] = `${last} ${text},`;
      } else {
        lines.push(`${isApart && index > 0 ? "\n" : ""}${inner}${text},`);
      }
    }
    const body = lines.join("\n").replace(/,$/, "");
    return node.type === "array" ? `[\n${body}\n${indent}]` : `{\n${body}\n${indent}}`;
  }

  #itemParts(node: Node, schema: MetaSchema | undefined, inner: string) {
    const items = node.children ?? [];
    const itemSchema = shapeOf(this.#meta, schema, node)?.items;
    const areWords = items.every((item) => !item.children);
    const isRows = this.#isData && node.parent?.parent?.parent === undefined;
    return items.map((item) => ({
      text: this.#value(item, itemSchema, inner, inner.length, isRows && !hasLists(item) ? rowWidth : width),
      isSmall: areWords,
      isApart: false,
    }));
  }

  #propertyParts(node: Node, schema: MetaSchema | undefined, inner: string) {
    const isFieldMap = schema?.$ref === "#/$defs/fields";
    return this.#ordered(node, schema).map(({ key, name, value, schema: own }) => ({
      text: `${key}: ${this.#value(value, own, inner, inner.length + key.length + 2, isFieldMap ? rowWidth : width)}`,
      isSmall: isSmall(value),
      isApart: /\n[ \t]*\r?\n[ \t]*$/.test(this.#text.slice(0, name.offset)),
    }));
  }

  #flat(node: Node, schema: MetaSchema | undefined): string {
    if (node.type === "array") {
      const itemSchema = shapeOf(this.#meta, schema, node)?.items;
      const items = (node.children ?? []).map((child) => this.#flat(child, itemSchema));
      return items.length ? `[ ${items.join(", ")} ]` : "[]";
    }
    if (node.type !== "object") return this.#text.slice(node.offset, node.offset + node.length);
    const properties = this.#ordered(node, schema).map(
      ({ key, value, schema: own }) => `${key}: ${this.#flat(value, own)}`,
    );
    return properties.length ? `{ ${properties.join(", ")} }` : "{}";
  }

  /** Properties in the order of the schema; keys that it does not know keep their order at the end. */
  #ordered(node: Node, schema: MetaSchema | undefined): Property[] {
    const shape = shapeOf(this.#meta, schema, node);
    const known = keyOrder(shape);
    const rest = typeof shape?.additionalProperties === "object" ? shape.additionalProperties : undefined;
    const properties = (node.children ?? []).flatMap((property) => {
      const [name, value] = property.children ?? [];
      if (!name || !value) return [];
      const word = String(name.value);
      const own = shape?.properties && Object.hasOwn(shape.properties, word) ? shape.properties[word] : rest;
      const key = this.#text.slice(name.offset, name.offset + name.length);
      return [{ key, name, value, schema: own, rank: known.includes(word) ? known.indexOf(word) : known.length }];
    });
    return properties.sort((a, b) => a.rank - b.rank);
  }
}

/** Texts, numbers and lists of them stand side by side. */
const isSmall = (node: Node) => node.type !== "object" && (node.children ?? []).every((item) => !item.children);

const hasLists = (node: Node) => (node.children ?? []).some((property) => property.children?.[1]?.type === "array");

/** The branch of a schema that describes a node. */
function shapeOf(meta: MetaSchema, start: MetaSchema | undefined, node: Node | undefined): MetaSchema | undefined {
  let schema = follow(meta, start);
  for (let depth = 0; schema && depth < 8; depth++) {
    if (schema.if) {
      const wanted = schema.if.type === "string" ? node?.type === "string" : hasKeys(node, schema.if.required ?? []);
      schema = follow(meta, wanted ? schema.then : schema.else);
    } else if (schema.oneOf) {
      const [branch, ...others] = branchesFor(schema, valuesOf(node));
      if (others.length) return undefined;
      schema = branch;
    } else {
      return schema;
    }
  }
  return schema;
}

function hasKeys(node: Node | undefined, keys: readonly string[]): boolean {
  const present = valuesOf(node);
  return node?.type === "object" && keys.every((key) => Object.hasOwn(present, key));
}

/** The scalar properties of an object node. */
function valuesOf(node: Node | undefined): Readonly<Record<string, unknown>> {
  const pairs = (node?.type === "object" ? (node.children ?? []) : []).map(
    (property) => [String(property.children?.[0]?.value), property.children?.[1]?.value] as const,
  );
  return Object.fromEntries(pairs);
}

/** `$schema` and the version, then the tag (the property that has a constant), then the others as they stand. */
function keyOrder(schema: MetaSchema | undefined): string[] {
  const names = Object.keys(schema?.properties ?? {});
  const isHead = (name: string) => name === "$schema" || name === "schemaVersion";
  const isTag = (name: string) => !isHead(name) && schema?.properties?.[name]?.const !== undefined;
  return [...names.filter(isHead), ...names.filter(isTag), ...names.filter((name) => !isHead(name) && !isTag(name))];
}
