/** One condition of an advanced query as the wire knows it. The server reads field, rule and val. */
export interface SuperCondition {
  /** Wire name, or `relation,field` for a field of sub-rows. */
  readonly field: string;
  readonly rule: string;
  /** Lists are comma-joined. */
  readonly val: unknown;
  /** What kind of control holds the value: string, number, date, datetime, select, sel_search, … */
  readonly type: string;
  /** Words of the value, for reading the query. */
  readonly text?: string;
  readonly dictCode?: string;
  readonly dictTable?: string;
  /** The choices that stood before the person, where a dictionary gave them. */
  readonly options?: readonly { readonly value: string; readonly text: string }[];
  /** What a picker of users or departments returned: `id`, `username`, `orgCode`. */
  readonly customReturnField?: string;
  /** The report that a popup chose from: its code, its columns and the fields they went to, comma-joined. */
  readonly popup?: { readonly code: string; readonly orgFields: string; readonly destFields: string };
}

/** Conditions with a joint of their own, inside others: our extension of the flat wire form. */
export interface SuperGroup {
  readonly matchType: MatchType;
  readonly conditions: readonly SuperNode[];
}

export type SuperNode = SuperCondition | SuperGroup;
export type MatchType = "and" | "or";

/** An applied advanced query: one bracketed group after all other conditions. */
export interface SuperQuery {
  readonly matchType: MatchType;
  readonly conditions: readonly SuperNode[];
}

/** As many conditions, and groups inside groups, as the server takes. */
export const superQueryLimits = { conditions: 100, depth: 5 } as const;

export const isSuperGroup = (node: SuperNode): node is SuperGroup => "conditions" in node;

/** The ten rules of the contract; `right_like` starts with, `left_like` ends with. */
export const superRules = ["eq", "like", "right_like", "left_like", "in", "ne", "gt", "ge", "lt", "le"] as const;
export type SuperRule = (typeof superRules)[number];

/** A condition without field, rule or value asks nothing. */
export function isWhole(condition: SuperCondition): boolean {
  const { field, rule, val } = condition;
  return field !== "" && rule !== "" && textOf(val) !== "";
}

/** The query without empty conditions and groups, or those that are not kept; undefined when nothing is left. */
export function wholeQuery(
  query: SuperQuery | undefined,
  keeps: (condition: SuperCondition) => boolean = isWhole,
): SuperQuery | undefined {
  const conditions = keptNodes(query?.conditions ?? [], keeps);
  return query && conditions.length > 0 ? { matchType: query.matchType, conditions } : undefined;
}

function keptNodes(nodes: readonly SuperNode[], keeps: (condition: SuperCondition) => boolean): SuperNode[] {
  return nodes.flatMap((node): SuperNode[] => {
    if (!isSuperGroup(node)) return keeps(node) ? [node] : [];
    const conditions = keptNodes(node.conditions, keeps);
    return conditions.length > 0 ? [{ matchType: node.matchType, conditions }] : [];
  });
}

/** All conditions of a query and its groups, in the order they are read. */
export function superConditions(query: { readonly conditions: readonly SuperNode[] }): readonly SuperCondition[] {
  return query.conditions.flatMap((node) => (isSuperGroup(node) ? superConditions(node) : [node]));
}

/** What the server gets: groups as they are, conditions without what is only there to be read again. */
export function wireConditions(nodes: readonly SuperNode[]): readonly unknown[] {
  return nodes.map((node) => {
    if (isSuperGroup(node)) return { matchType: node.matchType, conditions: wireConditions(node.conditions) };
    const { text: _text, options: _options, ...condition } = node;
    return condition;
  });
}

/** The query as an address carries it: readable, and shorter than the wire's form. */
export function writeSuperText(query: SuperQuery): string {
  return JSON.stringify({ matchType: query.matchType, conditions: wireConditions(query.conditions) });
}

/** A query from an address or a store; undefined for anything that is none. */
export function readSuperText(text: string | null | undefined): SuperQuery | undefined {
  if (!text || text.length > 50_000) return undefined;
  try {
    return readSuperQuery(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Checks the shape of what came from outside; the field names and values are the server's to check. */
export function readSuperQuery(source: unknown): SuperQuery | undefined {
  const group = readGroup(source, 0);
  const whole = wholeQuery(group);
  return whole && superConditions(whole).length <= superQueryLimits.conditions ? whole : undefined;
}

function readGroup(source: unknown, depth: number): SuperGroup | undefined {
  if (typeof source !== "object" || source === null || depth > superQueryLimits.depth) return undefined;
  const { matchType, conditions } = source as Record<string, unknown>;
  if ((matchType !== "and" && matchType !== "or") || !Array.isArray(conditions)) return undefined;
  return { matchType, conditions: conditions.flatMap((each) => readNode(each, depth + 1) ?? []) };
}

function readNode(source: unknown, depth: number): SuperNode | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  if ("conditions" in source) return readGroup(source, depth);
  const { field, rule, val, type, options, popup, ...rest } = source as Record<string, unknown>;
  if (typeof field !== "string" || typeof rule !== "string") return undefined;
  if (val !== null && typeof val === "object" && !Array.isArray(val)) return undefined;
  return {
    field,
    rule,
    val: Array.isArray(val) ? val.map(textOf).join(",") : val,
    type: typeof type === "string" ? type : "string",
    ...textsOf(rest),
    ...(isOptions(options) ? { options } : {}),
    ...(isPopup(popup) ? { popup } : {}),
  };
}

/** The parts of a condition that are texts. */
function textsOf(source: Readonly<Record<string, unknown>>): Partial<SuperCondition> {
  const names = ["text", "dictCode", "dictTable", "customReturnField"];
  return Object.fromEntries(names.flatMap((name) => (typeof source[name] === "string" ? [[name, source[name]]] : [])));
}

const holdsTexts = (value: unknown, names: readonly string[]): boolean =>
  typeof value === "object" &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === "string");

const isOptions = (value: unknown): value is NonNullable<SuperCondition["options"]> =>
  Array.isArray(value) && value.every((option) => holdsTexts(option, ["value", "text"]));

const isPopup = (value: unknown): value is NonNullable<SuperCondition["popup"]> =>
  holdsTexts(value, ["code", "orgFields", "destFields"]);

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value).trim();
}
