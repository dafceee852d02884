import { parseExpression } from "../expr/parse.ts";
import { sourceOf } from "../expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { fieldsOfModel, relatedModelId } from "./fields-of.ts";
import type { Report } from "./report.ts";

/**
 * LC2005: computed fields that wait for each other, also through sub-rows and their master. Reported at the first
 * field of the cycle that belongs to the model.
 */
export function checkLinkage(model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>, report: Report): void {
  const done = new Set<string>();
  const reported = new Set<string>();
  for (const field of model.fields.values()) {
    const cycle = findCycle(nodeName(model.id, field.name), models, done);
    if (!cycle) continue;
    const key = [...cycle].sort().join();
    const own = cycle.map(splitName).find(([id]) => id === model.id)?.[1];
    if (reported.has(key) || own === undefined) continue;
    reported.add(key);
    const shown = [...cycle, cycle[0] ?? ""].map((node) => {
      const [id, name] = splitName(node);
      return id === model.id ? name : `${id}.${name}`;
    });
    const kind = model.fields.get(own)?.value ? "value" : "when";
    report({ code: "LC2005", message: `计算互相等待：${shown.join(" → ")}`, path: ["fields", own, kind] });
  }
}

const nodeName = (model: string, field: string) => `${model}#${field}`;
const splitName = (node: string): [string, string] => {
  const at = node.indexOf("#");
  return [node.slice(0, at), node.slice(at + 1)];
};

function findCycle(
  start: string,
  models: ReadonlyMap<string, ResolvedModel>,
  done: Set<string>,
): readonly string[] | undefined {
  const trail: string[] = [];
  const visit = (node: string): readonly string[] | undefined => {
    const seenAt = trail.indexOf(node);
    if (seenAt >= 0) return trail.slice(seenAt);
    if (done.has(node)) return undefined;
    trail.push(node);
    for (const next of dependencies(node, models)) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    trail.pop();
    done.add(node);
    return undefined;
  };
  return visit(start);
}

function dependencies(node: string, models: ReadonlyMap<string, ResolvedModel>): string[] {
  const [modelId, fieldName] = splitName(node);
  const model = models.get(modelId);
  const field = model?.fields.get(fieldName);
  if (!model || !field) return [];
  return readsOf(field).flatMap((path) => {
    const [root = "", ...members] = path.filter((step) => !/^\d+$/.test(step));
    const [first, second] = members;
    if (first === undefined) return [];
    if (root === "master") return mastersOf(model, models).map((master) => nodeName(master.id, first));
    if (root !== "row") return [];
    if (model.fields.has(first)) return [nodeName(model.id, first)];
    const related = relatedModelId(fieldsOfModel(model), first);
    return related !== undefined && second !== undefined ? [nodeName(related, second)] : [];
  });
}

function readsOf({ value, when }: ResolvedField): (readonly string[])[] {
  return [value, when].flatMap((text) => {
    const source = text === undefined ? undefined : sourceOf(text);
    return source === undefined ? [] : [...parseExpression(source).refs];
  });
}

function mastersOf(model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>): ResolvedModel[] {
  return [...models.values()].filter((other) =>
    Object.values(other.relations).some((relation) => relation.kind !== "tree" && relation.model === model.id),
  );
}
