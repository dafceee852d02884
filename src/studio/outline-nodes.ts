import { isObject, type Json, type JsonObject, keyOf, shownKey } from "../../runtime/overlay/overlay.ts";
import type { Path } from "./edit-text.ts";
import { studioMessages } from "./studio-messages.ts";

const { parts } = studioMessages;

export interface OutlineNode {
  /** The path as JSON: unique, and the way back to it. */
  readonly key: string;
  readonly title: string;
  readonly path: Path;
  /** A list that takes more entries. */
  readonly isList: boolean;
  readonly children: readonly OutlineNode[];
}

/** Parts of a document that people think of as its parts; everything else is a property of them. */
const lists = new Set(["columns", "items", "toolbar", "panels", "tabs", "details", "indexes"]);
const maps = new Set(["fields", "relations", "views"]);
const holders = new Set(["table", "query", "rowActions", "menu"]);

/** The document as a tree of its columns, filters, buttons, views and form items. */
export function outlineOf(document: JsonObject, nameOf: (field: string) => string | undefined): readonly OutlineNode[] {
  return childrenOf(document, [], nameOf);
}

type NameOf = (field: string) => string | undefined;

function childrenOf(value: JsonObject, path: Path, nameOf: NameOf): readonly OutlineNode[] {
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, key];
    const title = parts[key] ?? key;
    if (lists.has(key) && Array.isArray(child)) {
      const children = (child as readonly Json[]).map((one, index) => entry(one, [...at, index], nameOf));
      return [node(at, title, children, true)];
    }
    if (!isObject(child)) return [];
    if (maps.has(key)) {
      const children = Object.entries(child).map(([name, one]) => entry(one, [...at, name], nameOf, name));
      return [node(at, title, children)];
    }
    return holders.has(key) ? [node(at, title, childrenOf(child, at, nameOf))] : [];
  });
}

function entry(value: Json, path: Path, nameOf: NameOf, name?: string): OutlineNode {
  const children = isObject(value) ? childrenOf(value, path, nameOf) : [];
  return node(path, titleOf(value, nameOf, name), children);
}

function titleOf(value: Json, nameOf: NameOf, name?: string): string {
  const said = isObject(value) ? (value.label ?? value.title) : undefined;
  const key = name ?? keyOf(value) ?? "";
  const word = typeof said === "string" ? shortOf(said) : nameOf(key);
  return word === undefined || word === key ? shownKey(key) : `${word} ${name ?? ""}`.trim();
}

/** A title may be as long as a text; of one that is, its beginning is enough to know it by. */
const longest = 40;
const shortOf = (title: string): string => (title.length > longest ? `${title.slice(0, longest)}…` : title);

const node = (path: Path, title: string, children: readonly OutlineNode[], isList = false): OutlineNode => ({
  ...{ key: JSON.stringify(path), title, path, isList, children },
});
