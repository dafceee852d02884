import type { Action, Field, ModelDocument } from "../../schema/types.gen.ts";
import type { OnlineFormHead } from "../definition.ts";
import { fieldNameOf } from "../form-columns.ts";
import {
  anyOf,
  bare,
  conditionOf,
  listLiteral,
  literal,
  negated,
  readsOf,
  readsOfRow,
  withRoot,
} from "./conditions.ts";
import { type FormRule, type RuleEffect, rulesOf, type StateEffect, targetsOf } from "./form-rule.ts";

type Head = Pick<OnlineFormHead, "rules">;
type FieldPart = Pick<Field, "when" | "required" | "locked" | "choices">;
type ItemPart = { readonly tip?: string; readonly on?: { readonly change: readonly Action[] } };

const braced = (source: string): string => `{{ ${source} }}`;

function rulesWith(head: Head, kind: StateEffect, name: string): readonly FormRule[] {
  return rulesOf(head).filter(({ then }) => then.some((effect) => effect.do === kind && effect.fields.includes(name)));
}

/** Shown while a rule shows it and none hides it; undefined where no rule says anything. */
function shownWhen(head: Head, name: string): string | undefined {
  const [show, hide] = [rulesWith(head, "show", name), rulesWith(head, "hide", name)];
  if (hide.length === 0) return show.length === 0 ? undefined : anyOf(show);
  return show.length === 0 ? `!(${anyOf(hide)})` : `(${anyOf(show)}) && !(${anyOf(hide)})`;
}

/** What the rules say of a field of the model: the form and the server do the same. */
export function fieldRules(head: Head, name: string, field: Pick<Field, "required">): FieldPart {
  const when = shownWhen(head, name);
  const required = rulesWith(head, "require", name);
  const locked = rulesWith(head, "lock", name);
  const choices = casesOf(head, "options", name, ({ values }) => listLiteral(values), "null");
  return {
    ...(when === undefined ? {} : { when: braced(when) }),
    ...(required.length > 0 && field.required !== true ? { required: braced(anyOf(required)) } : {}),
    ...(locked.length > 0 ? { locked: braced(anyOf(locked)) } : {}),
    ...(choices === undefined ? {} : { choices: braced(choices) }),
  };
}

/** `if(first, 'a', if(second, 'b', ''))`: the first rule that holds gives the value. */
function casesOf<Kind extends RuleEffect["do"]>(
  head: Head,
  kind: Kind,
  name: string,
  write: (effect: Extract<RuleEffect, { readonly do: Kind }>) => string,
  otherwise: string,
): string | undefined {
  const cases = effectsOf(head, kind).filter(({ effect }) => targetsOf(effect).includes(name));
  if (cases.length === 0) return undefined;
  return cases.reduceRight(
    (rest, { rule, effect }) => `if(${conditionOf(rule)}, ${write(effect)}, ${rest})`,
    otherwise,
  );
}

function effectsOf<Kind extends RuleEffect["do"]>(head: Head, kind: Kind) {
  return rulesOf(head).flatMap((rule) =>
    rule.then.flatMap((effect) =>
      effect.do === kind ? [{ rule, effect: effect as Extract<RuleEffect, { readonly do: Kind }> }] : [],
    ),
  );
}

/** What refuses a record as a whole. */
export function recordRules(head: Head): Pick<ModelDocument, "rules"> {
  const rules = effectsOf(head, "refuse").map(({ rule, effect: { field, message } }) => ({
    expr: braced(negated(conditionOf(rule))),
    ...(field ? { field: fieldNameOf(field) } : {}),
    message,
  }));
  return rules.length > 0 ? { rules } : {};
}

/** What the rules add to the place of a field in a form: its hint, and the values that follow from it. */
export function itemRules(head: Head, name: string): ItemPart {
  const change = settings(head)
    .filter(({ sources }) => sources.includes(fieldNameOf(name)))
    .map(({ test, field, value }) => ifAction(withRoot(test, "row", "form"), field, formulaOver(value, "form")));
  return { ...hintRules(head, name), ...(change.length > 0 ? { on: { change } } : {}) };
}

/** What the rules say beside a field, in a form and in the cells of rows. */
export function hintRules(head: Head, name: string): { readonly tip?: string } {
  const tip = casesOf(head, "hint", name, ({ message }) => literal(message), "''");
  return tip === undefined ? {} : { tip: braced(tip) };
}

/** The values that follow from a change of a row, where rows are entered in a table. */
export function rowChanges(head: Head): readonly Action[] {
  return settings(head).map(({ test, field, value }) => ifAction(test, field, value));
}

/** How the rules let the rows of a sub-form stand in the form of their master. */
export function tableRules(head: Head, table: string): { readonly visible?: string; readonly editable?: string } {
  const shown = shownWhen(head, table);
  const locked = rulesWith(head, "lock", table);
  return {
    ...(shown === undefined ? {} : { visible: ofMaster(shown) }),
    ...(locked.length > 0 ? { editable: ofMaster(`!(${anyOf(locked)})`) } : {}),
  };
}

/** Beside rows the record is their master. */
const ofMaster = (source: string): string => braced(withRoot(source, "row", "master"));

/** Every value that a rule writes, in the order of the rules, with the fields whose change writes it. */
function settings(head: Head) {
  return rulesOf(head).flatMap((rule) =>
    rule.then.flatMap((effect) => {
      if (effect.do !== "set" && effect.do !== "compute") return [];
      const value = effect.do === "set" ? (effect.value ?? null) : effect.formula;
      const further = effect.do === "compute" ? readsOfRow(bare(effect.formula)) : [];
      const sources = [...new Set([...readsOf(rule), ...further])].filter((name) => name !== fieldNameOf(effect.field));
      return [{ test: conditionOf(rule), field: fieldNameOf(effect.field), value, sources }];
    }),
  );
}

const formulaOver = (value: unknown, root: string): unknown =>
  typeof value === "string" && value.startsWith("{{") ? braced(withRoot(bare(value), "row", root)) : value;

const ifAction = (test: string, field: string, value: unknown): Action =>
  ({ type: "if", test: braced(test), then: [{ type: "setValue", field, value }] }) as Action;
