import type { Evaluate } from "../expr/compile.ts";
import { isForbiddenName } from "../expr/names.ts";
import { parseExpression } from "../expr/parse.ts";
import { compileBraced, sourceOf } from "../expr/template.ts";
import { type ChildRelation, isPart, type ResolvedField, type ResolvedModel } from "../model/resolved-model.ts";
import { createGraph, type DependencyGraph, type GraphNode } from "./graph.ts";
import type { ModelLookup } from "./record-types.ts";

export interface RelationPlan {
  readonly name: string;
  readonly relation: ChildRelation;
  readonly model: ResolvedModel;
}

/**
 * A field whose value is not simply what was put in: it is computed, or it exists only under a condition.
 * Ids are `amount` for the record and `details.amount` for a column of its sub-rows.
 */
export interface ValueNode extends GraphNode {
  readonly field: ResolvedField;
  /** The relation of a column; undefined for a field of the record. */
  readonly relation: string | undefined;
  readonly applies: Evaluate | undefined;
  readonly value: Evaluate | undefined;
  /** Ids that a column reads of the record or of its siblings: when one changes, all rows are computed. */
  readonly readsBeyond: readonly string[];
}

/** Everything about a model that its rules need, worked out once. */
export interface RecordPlan {
  readonly model: ResolvedModel;
  readonly relations: ReadonlyMap<string, RelationPlan>;
  readonly nodes: ReadonlyMap<string, ValueNode>;
  readonly graph: DependencyGraph;
  /** Names under which expressions see the record: `row` in a model, `form` and `row` in a screen, `form` in an ask. */
  readonly roots: readonly string[];
  /** Relations that a node's value depends on, through other nodes too. */
  relationsBehind(id: string): ReadonlySet<string>;
}

export interface PlanOptions {
  readonly roots?: readonly string[];
  /** `{{ … }}` values that a screen adds for fields (`remark`) or columns (`details.remark`) that the model leaves plain. */
  readonly screenValues?: ReadonlyMap<string, string>;
}

export function planRecord(model: ResolvedModel, modelOf: ModelLookup, options: PlanOptions = {}): RecordPlan {
  const roots = options.roots ?? ["row"];
  const relations = new Map<string, RelationPlan>();
  for (const [name, relation] of Object.entries(model.relations)) {
    const detail = relation.kind === "tree" ? undefined : modelOf(relation.model);
    if (detail && relation.kind !== "tree") relations.set(name, { name, relation, model: detail });
  }
  const names: PlanNames = { model, relations, roots };
  const nodes: ValueNode[] = [];
  const addNode = (field: ResolvedField, relation: string | undefined): void => {
    const id = relation === undefined ? field.name : `${relation}.${field.name}`;
    const value = field.value ?? options.screenValues?.get(id);
    if ((value === undefined && field.when === undefined) || isForbiddenName(field.name)) return;
    const sources = [field.when, value].filter((text): text is string => text !== undefined);
    const reads = sources.map((text) => readsOf(text, relation, names));
    nodes.push({
      id,
      field,
      relation,
      // A column always depends on which rows there are, so that a new row gets its values.
      reads: [...new Set([...(relation === undefined ? [] : [relation]), ...reads.flatMap((part) => part.ids)])],
      applies: field.when === undefined ? undefined : compileBraced(field.when),
      value: value === undefined ? undefined : compileBraced(value),
      readsBeyond: relation === undefined ? [] : reads.flatMap((part) => part.beyond),
    });
  };
  for (const { name, relation, model: detail } of relations.values()) {
    // Rows that only point here have a master of their own, which is the one that their columns read.
    if (!isPart(relation)) continue;
    for (const field of detail.fields.values()) addNode(field, name);
  }
  for (const field of model.fields.values()) addNode(field, undefined);

  const byId = new Map(nodes.map((node) => [node.id, node]));
  const graph = createGraph(nodes);
  const behind = new Map<string, Set<string>>();
  for (const id of graph.order) {
    const found = new Set<string>();
    for (const source of byId.get(id)?.reads ?? []) {
      if (relations.has(source)) found.add(source);
      for (const name of behind.get(source) ?? []) found.add(name);
    }
    behind.set(id, found);
  }
  return { model, relations, nodes: byId, graph, roots, relationsBehind: (id) => behind.get(id) ?? new Set() };
}

export interface PlanNames {
  readonly model: ResolvedModel;
  readonly relations: ReadonlyMap<string, RelationPlan>;
  readonly roots: readonly string[];
}

export interface Reads {
  /** Field names, relation names (the set of rows) and `relation.column`. */
  readonly ids: readonly string[];
  /** Those of them that a sub-row reads of the record or of its siblings. */
  readonly beyond: readonly string[];
}

/**
 * What a `{{ … }}` text reads of the record, as node and input ids.
 *
 * @param relation the relation whose row the text belongs to; undefined for the record itself
 */
export function readsOf(text: string, relation: string | undefined, names: PlanNames): Reads {
  const ids: string[] = [];
  const beyond: string[] = [];
  for (const [root = "", key, ...rest] of parseExpression(sourceOf(text) ?? "").refs) {
    if (relation !== undefined && root === "row") {
      ids.push(relation, ...columnIds(relation, key, names));
    } else if (relation === undefined ? names.roots.includes(root) : root === "master" || isFormRoot(root, names)) {
      beyond.push(...recordIds(key, rest, names));
    }
  }
  return { ids: [...ids, ...beyond], beyond };
}

const isFormRoot = (root: string, names: PlanNames): boolean => root === "form" && names.roots.includes("form");

function recordIds(key: string | undefined, rest: readonly string[], names: PlanNames): readonly string[] {
  if (key === undefined) {
    const fields = [...names.model.fields.keys()];
    return [...fields, ...[...names.relations.keys()].flatMap((name) => recordIds(name, [], names))];
  }
  if (!names.relations.has(key)) return [key];
  const column = rest.find((part) => !/^\d+$/.test(part));
  return [key, ...columnIds(key, column === "length" ? undefined : column, names)];
}

function columnIds(relation: string, column: string | undefined, names: PlanNames): readonly string[] {
  if (column !== undefined) return [`${relation}.${column}`];
  return [...(names.relations.get(relation)?.model.fields.keys() ?? [])].map((name) => `${relation}.${name}`);
}
