import { type Node, parseTree } from "jsonc-parser";
import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";

/** A word of a document that a person may misspell: where it stands and what it is. */
export interface Target {
  readonly file: string;
  readonly kind: "key" | "type" | "name";
  readonly word: string;
  /** Place of the bare word in the text, 0-based. */
  readonly offset: number;
}

/** Maps whose keys are the author's own words. */
const freeMaps = new Set([
  ..."fields relations transitions views measures data query values weights current result ruleParams with".split(" "),
  ..."params where map set ask override colors dicts row given rows".split(" "),
]);
/** Keys whose value is a word of the language. */
const tagKeys = new Set("type kind preset op as do check align fixed selection level method summary skew".split(" "));
/** Keys whose value names a field, a relation, a transition, a model. */
const nameKeys = new Set(
  "field model relation foreignKey order from transition titleField masterField pid hasChild".split(" "),
);
/** Arrays whose texts are field names. */
const nameLists = new Set("columns items totals fields except".split(" "));

/** Parts that hold the author's own values. */
const unread = new Set("data with params values given".split(" "));

/** Every word of a document that the checks should recognise when it is misspelt. */
export function typoTargets({ path: file, text }: SourceFile): Target[] {
  const found: Target[] = [];
  const isData = file.endsWith(".data.json");
  const add = (kind: Target["kind"], node: Node) => {
    const word = String(node.value);
    if (/^[A-Za-z][A-Za-z0-9/_-]{2,}$/.test(word)) found.push({ file, kind, word, offset: node.offset + 1 });
  };
  const visit = (node: Node, key: string, parentKey: string): void => {
    if (node.type === "array") {
      for (const child of node.children ?? []) {
        if (child.type === "string" && nameLists.has(key) && parentKey !== "sample") add("name", child);
        visit(child, key, parentKey);
      }
    }
    if (node.type !== "object") return;
    const isTable = parentKey !== "" && freeMaps.has(key) && !isLanguage(node, key);
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (!name || !value) continue;
      const word = String(name.value);
      if (isData && key === "rows") add("name", name);
      else if (!isTable && word !== "$schema") add("key", name);
      else if (key === "override" || key === "set") add("name", name);
      if (value.type === "string" && !(isData && key === "rows")) {
        if (tagKeys.has(word) && !isTable) add("type", value);
        if (nameKeys.has(word) && !isTable && !isFree(word, key, value)) add("name", value);
        addExpressionWords(value);
      }
      if (!(isData && key === "rows") && !unread.has(word)) visit(value, word, key || "root");
    }
  };
  const addExpressionWords = (value: Node) => {
    const written = text.slice(value.offset, value.offset + value.length);
    if (!written.includes("{{") || written.includes("\\")) return;
    for (const match of written.matchAll(/\b(?:row|master|user)\.([A-Za-z]+)|\b([a-z][A-Za-z]+)\(/g)) {
      const word = match[1] ?? match[2] ?? "";
      const offset = value.offset + match.index + match[0].indexOf(word, match[1] ? match[0].indexOf(".") : 0);
      if (word.length > 2 && word !== "length") found.push({ file, kind: "name", word, offset });
    }
  };
  const tree = parseTree(text);
  if (tree) visit(tree, "", "");
  return found;
}

/** Some words are map names in one place and words of the language in another. */
function isLanguage(node: Node, key: string): boolean {
  const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value));
  if (key === "query") return keys.some((name) => ["items", "collapsedCount", "override", "advanced"].includes(name));
  return false;
}

/** `order: "desc"` is a direction, `from` of a transition a state. */
function isFree(key: string, parentKey: string, value: Node): boolean {
  if (key === "order") return value.value === "asc" || value.value === "desc";
  return key === "from" && parentKey !== "snapshot";
}

/** A small random number generator (mulberry32), so that a seed names a run. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One slip of the fingers: two letters swapped, one left out, one doubled, one wrong. */
export function misspell(word: string, random: () => number): string {
  for (;;) {
    const at = 1 + Math.floor(random() * (word.length - 1));
    const before = word.slice(0, at);
    const slips = [
      before.slice(0, -1) + (word[at] ?? "") + (before.at(-1) ?? "") + word.slice(at + 1),
      before + word.slice(at + 1),
      before + (word[at] ?? "") + word.slice(at),
      `${before}${"abcdefghijklmnopqrstuvwxyz"[Math.floor(random() * 26)]}${word.slice(at + 1)}`,
    ];
    const slip = slips[Math.floor(random() * slips.length)] ?? word;
    if (slip !== word && slip.toLowerCase() !== word.toLowerCase()) return slip;
  }
}
