import { randomUUID } from "node:crypto";
import { renderTemplate } from "../render-template.ts";
import type { ShapeTree } from "./sms-shape.ts";

/** What `${name}` stands for in a shape. */
export interface ShapeValues {
  readonly texts: Readonly<Record<string, string>>;
  /** `${params}` alone is an object, `${paramList}` alone a list of the values, in the order of the template. */
  readonly params: Readonly<Record<string, string>>;
}

interface Filled {
  readonly [name: string]: unknown;
}

/** Fills the tree that goes to the gateway. Texts are leaves of JSON or fields of a form, so nothing has to be escaped. */
export function fillBody(body: { readonly [name: string]: ShapeTree }, values: ShapeValues): Filled {
  return Object.fromEntries(Object.entries(body).map(([name, tree]) => [name, fill(tree, values)]));
}

function fill(tree: ShapeTree, values: ShapeValues): unknown {
  if (tree === "${params}") return values.params;
  if (tree === "${paramList}") return Object.values(values.params);
  if (typeof tree === "string") return renderTemplate(tree, values.texts, "text");
  if (isList(tree)) return tree.map((item) => fill(item, values));
  return fillBody(tree, values);
}

const isList = (tree: ShapeTree): tree is readonly ShapeTree[] => Array.isArray(tree);

/** Time and a number that is used once, as the providers want them. */
export function timeValues(now: Date): Readonly<Record<string, string>> {
  const iso = `${now.toISOString().slice(0, 19)}Z`;
  return {
    isoTime: iso,
    date: iso.slice(0, 10),
    timestamp: String(Math.floor(now.getTime() / 1_000)),
    nonce: randomUUID(),
  };
}
