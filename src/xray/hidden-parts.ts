import type { Condition } from "../../runtime/compile/expression.ts";
import type { PartPlace } from "../../runtime/compile/part-place.ts";
import type { ButtonPlan, ScreenPlan } from "../../runtime/compile/plan.ts";
import type { Scope } from "../../runtime/expr/compile.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { maySee } from "../../runtime/react/field-rights.ts";
import { isTrue } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { xrayMessages as texts } from "./xray-messages.ts";

type Rights = Pick<ConsoleServices, "hasPermission" | "permissions" | "dictionaries">;

/** A part that the document has and the page does not show. */
export interface HiddenPart {
  readonly kind: keyof typeof texts.kinds;
  readonly title: string;
  readonly place: PartPlace;
  readonly reason: string;
}

interface Candidate {
  readonly kind: HiddenPart["kind"];
  readonly title: string;
  readonly place?: PartPlace;
  readonly visible: Condition;
  readonly permission?: string | undefined;
  readonly field?: ResolvedField;
  readonly states?: readonly string[] | undefined;
}

/**
 * What a page's document has and nobody sees, each with the first reason that holds.
 *
 * @param shown places that are drawn
 * @param scope what the page's expressions read
 */
export function hiddenParts(
  plan: ScreenPlan,
  shown: ReadonlySet<string>,
  services: Rights,
  scope: Scope,
): readonly HiddenPart[] {
  const model = "model" in plan ? plan.model : undefined;
  return candidatesOf(plan).flatMap(({ place, ...part }): HiddenPart[] => {
    if (!place || shown.has(place.at)) return [];
    return [{ kind: part.kind, title: part.title, place, reason: reasonOf(part, services, model, scope) }];
  });
}

function candidatesOf(plan: ScreenPlan): readonly Candidate[] {
  if ("panels" in plan) {
    return plan.panels.flatMap((panel): Candidate[] =>
      panel.kind === "panel" ? [{ ...panel, kind: "panel", title: panel.title ?? panel.panel.type }] : [],
    );
  }
  if (!("table" in plan)) return [];
  const buttons = (kind: "toolbar" | "row", all: readonly ButtonPlan[]) =>
    all.map((button): Candidate => ({ ...button, kind, title: button.label }));
  return [
    ...plan.query.items.map((item): Candidate => ({ ...item, kind: "query" })),
    ...buttons("toolbar", plan.toolbar),
    ...plan.table.columns.map((column): Candidate => ({ ...column, kind: "column" })),
    ...buttons("row", plan.rowActions.items),
  ];
}

function reasonOf(
  { kind, permission, visible, field, states }: Omit<Candidate, "place">,
  services: Rights,
  model: ResolvedModel | undefined,
  scope: Scope,
): string {
  const { reasons } = texts;
  if (permission !== undefined && !services.hasPermission(permission)) return reasons.permission(permission);
  if (field && model && !maySee(services, model, field)) return reasons.field;
  if (visible === false) return reasons.off;
  if (typeof visible !== "boolean" && !isTrue(visible, scope)) return reasons.condition(visible.source);
  return states ? reasons.state(stateNames(states, model, services).join("、")) : reasons[kind];
}

/** States in words where their dictionary is known. */
function stateNames(states: readonly string[], model: ResolvedModel | undefined, { dictionaries }: Rights) {
  const dict = model?.states && model.fields.get(model.states.field)?.dict;
  const options = dict?.kind === "code" ? dictionaries.peek(dict.code) : undefined;
  return states.map((state) => options?.find(({ value }) => value === state)?.text ?? state);
}
