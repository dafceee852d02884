import { isObject, isSame, type Json, type JsonObject } from "../overlay/overlay.ts";
import type { Diagnostic } from "../schema/diagnostic.ts";
import { quoted } from "../schema/messages.ts";
import { diagnosticAt, nodeAtPath, type SourceDocument } from "../schema/source-document.ts";

/** What the console may change of a model; the rest decides how rows are stored, computed and who sees them. */
const openKeys = new Set([
  "title",
  "description",
  "titleField",
  "sort",
  "fields",
  "timeline",
  "comments",
  "groupRules",
]);
const openFieldKeys = new Set([
  ...["title", "tip", "required", "requiredMessage", "default", "rules", "widget", "cell", "when", "hidden"],
  ...["minLength", "minItems", "maxItems", "minimum", "maximum"],
]);

/** What only a file may change of a screen: who may do what on it. */
const closedScreenKeys = ["access"];

/** A part that only a file may change: JSON pointer steps to it. */
export type ClosedPart = readonly string[];

/** Parts of a model that differ and that a published change must not touch. */
export function closedParts(before: JsonObject, after: JsonObject): readonly ClosedPart[] {
  const found: ClosedPart[] = [];
  for (const key of keysOf(before, after)) {
    if (!openKeys.has(key) && !isSame(before[key], after[key])) found.push([key]);
  }
  const [old, next] = [objectOf(before.fields), objectOf(after.fields)];
  for (const name of keysOf(old, next)) {
    const [was, is] = [old[name], next[name]];
    if (!isObject(was) || !isObject(is)) found.push(["fields", name]);
    else {
      for (const key of keysOf(was, is)) {
        if (!openFieldKeys.has(key) && !isSame(was[key], is[key])) found.push(["fields", name, key]);
      }
    }
  }
  return found;
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const keysOf = (one: JsonObject, other: JsonObject) => new Set([...Object.keys(one), ...Object.keys(other)]);

/** LC2024: what only a file may change, at its place in the changed document. */
export function closedFindings(before: JsonObject, source: SourceDocument): Diagnostic[] {
  const after = source.value as Json;
  if (!isObject(after)) return [];
  const parts =
    source.kind === "model"
      ? closedParts(before, after)
      : closedScreenKeys.filter((key) => !isSame(before[key], after[key])).map((key) => [key]);
  return parts.map((steps) => {
    const node = nodeAtPath(source.tree, steps) ?? nodeAtPath(source.tree, steps.slice(0, -1)) ?? source.tree;
    return diagnosticAt(source, node, {
      code: "LC2024",
      severity: "error",
      path: `/${steps.join("/")}`,
      message: `${quoted(steps.join("."))} 决定数据怎样存储、谁能看到，只能在文件里修改`,
    });
  });
}
