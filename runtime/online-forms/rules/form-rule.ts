import type { OnlineFormHead } from "../definition.ts";

/** How a condition compares; `has` looks into a field of several values. */
export const ruleOps = [
  ...(["eq", "ne", "gt", "ge", "lt", "le"] as const),
  ...(["contains", "has", "in", "empty", "filled"] as const),
] as const;
export type RuleOp = (typeof ruleOps)[number];
export type RuleValue = string | number | boolean;

/** One condition over a field of the form. */
export interface RuleTest {
  readonly field: string;
  readonly op: RuleOp;
  /** As the field stores it; a list for `in`, absent for `empty` and `filled`. */
  readonly value?: RuleValue | readonly RuleValue[] | null;
  /** The words of a picked value. */
  readonly text?: string | null;
}

/** What happens to fields or, by their table, to the rows of a sub-form. */
export const stateEffects = ["show", "hide", "require", "lock"] as const;
export type StateEffect = (typeof stateEffects)[number];

export type RuleEffect =
  | { readonly do: StateEffect; readonly fields: readonly string[] }
  /** Written when a field that the rule reads was changed. */
  | { readonly do: "set"; readonly field: string; readonly value?: RuleValue | null; readonly text?: string | null }
  | { readonly do: "compute"; readonly field: string; readonly formula: string }
  | { readonly do: "options"; readonly field: string; readonly values: readonly RuleValue[] }
  | { readonly do: "hint"; readonly field: string; readonly message: string }
  /** The record is not saved; without a field the message stands at the top. */
  | { readonly do: "refuse"; readonly field?: string | null; readonly message: string };
export type EffectKind = RuleEffect["do"];
export const effectKinds = [...stateEffects, "set", "compute", "options", "hint", "refuse"] as const;

/** 当 … 则 …: what the fields of a form do under a condition. Data of the definition, compiled into its documents. */
export interface FormRule {
  readonly match: "all" | "any";
  readonly when: readonly RuleTest[];
  /** `{{ … }}` in the place of the tests: a condition that documents brought along and that is more than comparisons. */
  readonly formula?: string | null;
  readonly then: readonly RuleEffect[];
}

/** The rules of a stored head in their order. */
export const rulesOf = ({ rules }: Pick<OnlineFormHead, "rules">): readonly FormRule[] =>
  Array.isArray(rules) ? rules : [];

/** The fields, or tables, that an effect is about. */
export function targetsOf(effect: RuleEffect): readonly string[] {
  if ("fields" in effect) return effect.fields;
  return effect.field ? [effect.field] : [];
}
