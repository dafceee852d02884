import { getNodeValue, type Node as JsonNode, parseTree } from "jsonc-parser";
import type { PartPlace } from "../../runtime/compile/part-place.ts";
import type { Node } from "../../runtime/expr/ast.ts";
import { childrenOf } from "../../runtime/expr/ast-walk.ts";
import { compileExpression, type Scope } from "../../runtime/expr/compile.ts";
import { parseExpression } from "../../runtime/expr/parse.ts";
import { splitTemplate } from "../../runtime/expr/template.ts";
import { nodeAtPointer, pointerOf, positionAt, readPointer } from "../../runtime/schema/source-document.ts";

/** A document as it is in force, and as its file has it: where they differ, somebody published a change. */
export interface DocumentText {
  readonly text: string;
  readonly fileText: string;
}

/** A place in a document. */
export interface Origin {
  readonly kind: "file" | "published" | "model";
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
}

/** One property of a part, with what it was written as. */
export interface Property {
  readonly name: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** An expression of a part, with what it gives here and what it read for that. */
export interface Reading {
  readonly source: string;
  readonly result: unknown;
  readonly reads: readonly { readonly name: string; readonly value: unknown }[];
}

export interface Explanation {
  /** Where the part is written; undefined for one that the page leaves to its model. */
  readonly at: Origin | undefined;
  readonly properties: readonly Property[];
}

/**
 * What documents say of a part: what its page writes, then what its model gives and the page does not override.
 *
 * @param textOf documents by file; undefined for one that cannot be read
 */
export function explainPart(place: PartPlace, textOf: (file: string) => DocumentText | undefined): Explanation {
  const own = partIn(place.at, textOf, "file");
  const inherited = place.from === undefined ? undefined : partIn(place.from, textOf, "model");
  const written = new Set(own?.properties.map(({ name }) => name));
  const rest = inherited?.properties.filter(({ name }) => !written.has(name)) ?? [];
  return { at: own?.origin, properties: [...(own?.properties ?? []), ...rest] };
}

interface Part {
  readonly origin: Origin;
  readonly properties: readonly Property[];
}

function partIn(
  place: string,
  textOf: (file: string) => DocumentText | undefined,
  usual: "file" | "model",
): Part | undefined {
  const { file, pointer } = splitPlace(place);
  const document = textOf(file);
  const tree = document && parseTree(document.text);
  if (!document || !tree) return undefined;
  const found = nodeAtPointer(tree, pointer);
  if (found.path.length < readPointer(pointer).length) return undefined;
  const fileTree = document.text === document.fileText ? undefined : parseTree(document.fileText);
  const originOf = (at: string, node: JsonNode): Origin => ({
    kind: fileTree && isChanged(fileTree, at, node) ? "published" : usual,
    file,
    line: positionAt(document.text, node.offset).line,
    pointer: at,
  });
  const properties = (found.node.type === "object" ? (found.node.children ?? []) : []).flatMap(
    ({ children: [key, value] = [] }): Property[] => {
      const name = String(key?.value);
      if (!value) return [];
      return [{ name, value: getNodeValue(value), origin: originOf(`${pointer}${pointerOf([name])}`, value) }];
    },
  );
  return { origin: originOf(pointer, found.node), properties };
}

/** `file#pointer` in its two halves. */
export function splitPlace(place: string): { readonly file: string; readonly pointer: string } {
  const [file = "", pointer = ""] = place.split("#");
  return { file, pointer };
}

function isChanged(fileTree: JsonNode, pointer: string, node: JsonNode): boolean {
  const before = nodeAtPointer(fileTree, pointer);
  if (before.path.length < readPointer(pointer).length) return true;
  return JSON.stringify(getNodeValue(before.node)) !== JSON.stringify(getNodeValue(node));
}

/** Every `{{ … }}` within a value, evaluated here. */
export function readingsOf(value: unknown, scope: Scope): readonly Reading[] {
  if (typeof value === "string") return value.includes("{{") ? readText(value, scope) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one) => readingsOf(one, scope));
}

function readText(text: string, scope: Scope): readonly Reading[] {
  return splitTemplate(text).flatMap((part): Reading[] => {
    if (part.kind === "text") return [];
    const { ast } = parseExpression(part.source);
    const names = new Set(ast ? pathsIn(ast) : []);
    const reads = [...names].map((name) => ({ name, value: compileExpression(name)(scope) }));
    return [{ source: part.source.trim(), result: compileExpression(part.source)(scope), reads }];
  });
}

/** `row.status`, `user.orgCode`: the longest written paths of names, each once. */
function pathsIn(node: Node): readonly string[] {
  const path = pathOf(node);
  return path === undefined ? childrenOf(node).flatMap(pathsIn) : [path];
}

function pathOf(node: Node): string | undefined {
  if (node.type === "name") return node.name;
  if (node.type !== "member" || node.key.type !== "literal") return undefined;
  const object = pathOf(node.object);
  return object === undefined ? undefined : `${object}.${String(node.key.value)}`;
}
