import { linkageItems } from "../linkage/form-items.ts";
import { createLinkage } from "../linkage/linkage.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { planRecord } from "../record/plan.ts";
import type { View } from "../schema/types.gen.ts";
import type { Report } from "./report.ts";

/**
 * LC2005: computed fields that wait for each other, also through sub-rows and their master; found in the same graph that
 * forms and server evaluate. A cycle among columns alone is reported at their own model.
 */
export function checkLinkage(model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>, report: Report): void {
  const whole = planRecord(model, (id) => models.get(id)).graph.cycle;
  // A cycle among the columns of a relation must not hide one of the model's own.
  const cycle = whole?.some(isOwn) ? whole : planRecord({ ...model, relations: {} }, () => undefined).graph.cycle;
  const own = cycle?.find(isOwn);
  if (!cycle || own === undefined) return;
  const kind = model.fields.get(own)?.value ? "value" : "when";
  report({ code: "LC2005", message: waiting(cycle), path: ["fields", own, kind] });
}

/** LC2005 in a screen: values that its forms compute and that wait for each other, or for what the model computes. */
export function checkViewLinkage(
  screen: Readonly<Record<string, unknown>>,
  model: ResolvedModel,
  models: ReadonlyMap<string, ResolvedModel>,
  report: Report,
): void {
  const views = (screen.views ?? {}) as Readonly<Record<string, View>>;
  const places = Object.entries(views).map(([name, view]) => ({ path: ["views", name], view }));
  if (screen.view !== undefined) places.push({ path: ["view"], view: screen.view as View });
  for (const { path, view } of places) {
    const items = linkageItems(view.items ?? [], view.override ?? {});
    if (!items.some((item) => item.value !== undefined)) continue;
    const { cycle } = createLinkage(model, (id) => models.get(id), items);
    // What goes round in the model alone is reported there.
    if (cycle?.some((id) => items.some((item) => item.id === id && item.value !== undefined))) {
      report({ code: "LC2005", message: waiting(cycle), path });
    }
  }
}

const isOwn = (id: string): boolean => !id.includes(".");

const waiting = (cycle: readonly string[]): string => `计算互相等待：${cycle.join(" → ")}`;
