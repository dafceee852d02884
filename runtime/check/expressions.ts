import { functionTable } from "../expr/functions.ts";
import { parseExpression } from "../expr/parse.ts";
import { isExpression, splitTemplate } from "../expr/template.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { PathStep } from "../schema/source-document.ts";
import type { CheckContext } from "./context.ts";
import { type Fields, hasField, relatedModelId, relationNames, renamedTo } from "./fields-of.ts";
import { type Report, renamedField, unknownName } from "./report.ts";
import type { Site } from "./walk.ts";
import { fieldsIn } from "./world.ts";

/** What an expression may read of the signed-in user. */
export const userMembers = ["id", "username", "realname", "welcome", "orgCode", "orgCodes", "roles", "tenantId"];
const selectionMembers = ["keys", "rows"];

/** Values of a panel are worked out over its rows: of the page around it only the query is there. */
const panelPlaces: ReadonlySet<string> = new Set(["panel.value", "panel.compare"]);
const panelRoots: ReadonlySet<string> = new Set(["rows", "row", "totals", "query", "user", "now"]);
/** Roots that are one row. */
const singleRows: ReadonlySet<string> = new Set(["row", "form", "master", "item", "before"]);

/** LC2004: expressions that cannot be read, and names in them that do not exist at their place. */
export function checkExpressions(site: Site, report: Report): void {
  const { definition, value, path } = site;
  const context = panelPlaces.has(site.place) ? { ...site.context, roots: panelRoots } : site.context;
  if (definition === "expr") checkWhole(value, path, context, report);
  else if (definition === "template") checkParts(value, path, context, report);
  else if (definition === "json" && site.role === "value") checkJson(value, path, context, report);
  else if (definition === "action") checkAddress(value, path, context, report);
  else if (definition === "generator") checkMatches(value, path, context, report);
}

/** What a sample row is matched by is a path, or an expression. */
function checkMatches(value: unknown, path: readonly PathStep[], context: CheckContext, report: Report): void {
  const { match = {}, near = [] } = value as { readonly match?: object; readonly near?: readonly { match: object }[] };
  const matches = [match, ...near.map((one) => one.match)];
  for (const [at, one] of matches.entries()) {
    const place = at === 0 ? [...path, "match"] : [...path, "near", at - 1, "match"];
    checkJson(one, place, context, report);
  }
}

/** An address may carry expressions, whatever else it has to look like. */
function checkAddress(value: unknown, path: readonly PathStep[], context: CheckContext, report: Report): void {
  const { type, to } = value as { readonly type: unknown; readonly to?: unknown };
  if (type === "navigate") checkParts(to, [...path, "to"], context, report);
}

function checkWhole(value: unknown, path: readonly PathStep[], context: CheckContext, report: Report): void {
  if (typeof value !== "string") return;
  if (isExpression(value)) checkSource(value.slice(2, -2), 2, path, context, report);
  else report({ code: "LC2004", message: "这里须是一个完整的表达式 {{ … }}", path });
}

function checkParts(value: unknown, path: readonly PathStep[], context: CheckContext, report: Report): void {
  if (typeof value !== "string" || !value.includes("{{")) return;
  for (const part of splitTemplate(value)) {
    if (part.kind === "expression") checkSource(part.source, part.offset, path, context, report);
    else if (part.text.includes("{{")) report({ code: "LC2004", message: "{{ 没有对应的 }}", path });
  }
}

/** Any JSON: texts that are one expression are evaluated, everything else stays as it is. */
function checkJson(value: unknown, path: readonly PathStep[], context: CheckContext, report: Report): void {
  if (isExpression(value)) {
    checkSource(value.slice(2, -2), 2, path, context, report);
  } else if (typeof value === "string" && value.includes("{{")) {
    report({ code: "LC2004", severity: "warning", message: "整个值须是一个表达式，否则按原样的文字处理", path });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkJson(item, [...path, index], context, report);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) checkJson(item, [...path, key], context, report);
  }
}

/** @param start where the source begins in the string value */
function checkSource(
  source: string,
  start: number,
  path: readonly PathStep[],
  context: CheckContext,
  report: Report,
): void {
  const { diagnostics, references } = parseExpression(source);
  for (const { offset, length, message } of diagnostics) {
    const word = source.slice(offset, offset + length);
    const isCall = message.startsWith("没有函数");
    report({
      code: "LC2004",
      message: isCall ? `没有函数 ${quoted(word)}` : message,
      suggestion: isCall ? nearest(word, functionTable.keys()) : undefined,
      path,
      range: { offset: start + offset, length },
    });
  }
  for (const reference of references) {
    const [root = "", ...members] = reference.path;
    const found = context.roots.has(root)
      ? wrongMember(root, members, context)
      : { at: 0, ...unknownName("LC2004", "这里不能使用", root, context.roots) };
    if (!found) continue;
    const name = reference.path[found.at] ?? root;
    const offset = placeOfStep(source, reference.offset, reference.path, found.at);
    const { at: _at, ...finding } = found;
    report({ ...finding, path, range: { offset: start + offset, length: name.length } });
  }
}

interface WrongStep {
  /** Index in the reference's path. */
  readonly at: number;
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

function wrongMember(root: string, members: readonly string[], context: CheckContext): WrongStep | undefined {
  const names = members.filter((member) => !/^\d+$/.test(member));
  const [first] = names;
  if (singleRows.has(root) && /^\d+$/.test(members[0] ?? "")) {
    const suggestion = context.roots.has("rows") ? "rows" : undefined;
    return { at: 0, code: "LC2004", message: `${quoted(root)} 是一行，没有第 ${members[0]} 项`, suggestion };
  }
  if (first === undefined || first === "length") return undefined;
  const at = members.indexOf(first) + 1;
  if (root === "user" || root === "selection") {
    const known = root === "user" ? userMembers : selectionMembers;
    if (!known.includes(first)) return { at, ...unknownName("LC2004", `${root} 没有`, first, known) };
    if (root === "user" || first !== "rows") return undefined;
    return wrongField(context.own, members, at + 1, context);
  }
  return wrongField(fieldsOfRoot(root, context), members, at, context);
}

function fieldsOfRoot(root: string, context: CheckContext): Fields | undefined {
  switch (root) {
    case "row":
    case "rows":
      return context.row;
    case "before":
      return context.before;
    case "form":
      return context.form;
    case "master":
      return context.master;
    case "item":
      return context.item;
    default:
      return undefined;
  }
}

/** Follows `details.0.qty` through the relations of a model. */
function wrongField(
  fields: Fields | undefined,
  members: readonly string[],
  from: number,
  context: CheckContext,
): WrongStep | undefined {
  let current = fields;
  for (let at = from; at <= members.length; at++) {
    const name = members[at - 1] ?? "";
    if (/^\d+$/.test(name) || name === "length") continue;
    if (!current) return undefined;
    const related = relatedModelId(current, name);
    if (related !== undefined) {
      current = fieldsIn(context.world, related);
    } else if (hasField(current, name)) {
      context.world.usage.use(current.model?.id, name);
      return undefined; // whatever follows is inside a JSON value
    } else {
      const renamed = renamedTo(current, name);
      if (renamed !== undefined) {
        context.world.usage.use(current.model?.id, renamed);
        return { at, ...renamedField(current, name, renamed) };
      }
      const suggestion = nearest(name, [...current.names, ...relationNames(current)]);
      if (current.isOpen && suggestion === undefined) return undefined;
      context.world.usage.miss(current.model?.id, name, suggestion);
      return { at, code: "LC2004", message: `${current.title}没有字段 ${quoted(name)}`, suggestion };
    }
  }
  return undefined;
}

/** Where a step of a reference is written: after the steps before it. */
function placeOfStep(source: string, offset: number, path: readonly string[], step: number): number {
  let place = offset;
  for (let at = 1; at <= step; at++) {
    const previous = path[at - 1] ?? "";
    const next = source.indexOf(path[at] ?? "", place + previous.length);
    if (next < 0) return place;
    place = next;
  }
  return place;
}
