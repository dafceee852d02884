import { commaParts } from "../../runtime/format/text.ts";
import {
  isSuperGroup,
  type MatchType,
  type SuperNode,
  type SuperQuery,
  type SuperRule,
  superQueryLimits,
  superRules,
} from "../../runtime/query/super-query.ts";
import { conditionParts, rulesOf, type SuperField, superType, valueEditor } from "./query-fields.ts";

/** A line of the builder; `key` keeps it apart from the others while it is edited. */
export interface BuilderRow {
  readonly kind: "row";
  readonly key: number;
  /** Empty = not chosen yet. */
  readonly field: string;
  readonly rule: SuperRule | "";
  readonly value: unknown;
  /** Words of a picked value. */
  readonly text: string | undefined;
}

export interface BuilderGroup {
  readonly kind: "group";
  readonly key: number;
  readonly matchType: MatchType;
  readonly nodes: readonly BuilderNode[];
}

export type BuilderNode = BuilderRow | BuilderGroup;

let lastKey = 0;
const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const emptyRow = (): BuilderRow => ({
  kind: "row",
  key: nextKey(),
  field: "",
  rule: "",
  value: null,
  text: undefined,
});
export const emptyGroup = (): BuilderGroup => ({
  kind: "group",
  key: nextKey(),
  matchType: "and",
  nodes: [emptyRow()],
});

/** The builder's lines of a query; one empty line for none. */
export function builderOf(query: SuperQuery | undefined): BuilderGroup {
  if (!query) return emptyGroup();
  return { kind: "group", key: nextKey(), matchType: query.matchType, nodes: query.conditions.map(builderNode) };
}

function builderNode(node: SuperNode): BuilderNode {
  if (isSuperGroup(node)) return builderOf(node);
  const rule = superRules.find((known) => known === node.rule) ?? "";
  return { kind: "row", key: nextKey(), field: node.field, rule, value: node.val, text: node.text };
}

/** The query that the lines mean, incomplete ones included: `wholeQuery` leaves those out. */
export function queryOf(group: BuilderGroup, fields: ReadonlyMap<string, SuperField>): SuperQuery {
  return { matchType: group.matchType, conditions: group.nodes.map((node) => superNode(node, fields)) };
}

function superNode(node: BuilderNode, fields: ReadonlyMap<string, SuperField>): SuperNode {
  if (node.kind === "group") return queryOf(node, fields);
  const known = fields.get(node.field);
  const editor = known && node.rule ? valueEditor(known, node.rule) : undefined;
  return {
    field: node.field,
    rule: node.rule,
    val: Array.isArray(node.value) ? node.value.join(",") : (node.value ?? ""),
    type: known && editor ? superType(known, editor) : "string",
    ...(node.text ? { text: node.text } : {}),
    ...(known && editor ? conditionParts(known, editor) : {}),
  };
}

/** Replaces one node wherever it stands; `undefined` removes it, and a group that it leaves empty with it. */
export function changeNode(
  group: BuilderGroup,
  key: number,
  change: (node: BuilderNode) => BuilderNode | undefined,
): BuilderGroup {
  if (group.key === key) return (change(group) as BuilderGroup | undefined) ?? emptyGroup();
  const nodes = group.nodes.flatMap((node): BuilderNode[] => {
    if (node.key === key) return [change(node) ?? []].flat();
    if (node.kind === "row") return [node];
    const inner = changeNode(node, key, change);
    return inner.nodes.length > 0 ? [inner] : [];
  });
  return { ...group, nodes };
}

/** A line about another field: its rule stays when that field has it, its value does not. */
export function withField(row: BuilderRow, field: SuperField | undefined): BuilderRow {
  if (!field) return { ...row, field: "", rule: "", value: null, text: undefined };
  const rules = rulesOf(field);
  const kept = rules.find((rule) => rule === row.rule);
  return { ...row, field: field.name, rule: kept ?? rules[0] ?? "eq", value: null, text: undefined };
}

/** QRY-01: leaving “in” keeps the first value only. */
export function withRule(row: BuilderRow, rule: SuperRule): BuilderRow {
  if (row.rule !== "in" || rule === "in") return { ...row, rule };
  const [first] = commaParts(row.value);
  return { ...row, rule, value: first ?? null, text: row.text?.split(",")[0] };
}

export const countRows = (group: BuilderGroup): number =>
  group.nodes.reduce((sum, node) => sum + (node.kind === "row" ? 1 : countRows(node)), 0);

/** Whether a group `depth` levels down (0 = the whole query) may hold another one. */
export const mayNest = (depth: number): boolean => depth + 1 < superQueryLimits.depth;
