import type { Node } from "../../expr/ast.ts";
import { parseExpression } from "../../expr/parse.ts";
import { sourceOf } from "../../expr/template.ts";
import type { Action, FormItem, ModelDocument } from "../../schema/types.gen.ts";
import { bare, conditionOf, negated, negatedPart, withRoot } from "./conditions.ts";
import type { FormRule, RuleEffect, RuleOp, RuleTest, RuleValue, StateEffect } from "./form-rule.ts";

export interface RuledPage {
  readonly model: Pick<ModelDocument, "fields" | "rules">;
  /** The items of its form by their fields, of rows in a table their columns. */
  readonly items: ReadonlyMap<string, FormItem | { readonly field: string; readonly tip?: string }>;
  /** How the rows of sub-forms stand in it, by their relation. */
  readonly tables: ReadonlyMap<string, { readonly visible?: unknown; readonly editable?: unknown }>;
  /** What a change of its rows does, where they are entered in a table. */
  readonly changes: readonly Action[];
}

/** One condition with what it does; those of a sequence keep their order. */
type Step = readonly [condition: Pick<FormRule, "match" | "when" | "formula">, effect: RuleEffect];

/** The rules of a form that does what the documents of a page say: `compile-rules.ts` backwards. */
export function readRules({ model, items, tables, changes }: RuledPage): readonly FormRule[] {
  const made: FormRule[] = [];
  const take = (steps: readonly Step[]) => {
    // Alternatives and cases are read in their order, so a rule joins an earlier one only behind the last.
    let last = -1;
    for (const [condition, effect] of steps) {
      const key = conditionOf({ ...condition, then: [] });
      const found = made.findIndex((rule, at) => at > last && conditionOf(rule) === key);
      const known = made[found];
      if (known) made[found] = { ...known, then: joined(known.then, effect) };
      else made.push({ ...condition, then: [effect] });
      last = known ? found : made.length - 1;
    }
  };
  for (const [name, field] of Object.entries(model.fields)) {
    take(shownSteps(name, field.when));
    if (typeof field.required === "string") take(stateSteps("require", name, field.required));
    take(stateSteps("lock", name, field.locked));
    take(caseSteps(field.choices, (values) => ({ do: "options", field: name, values })));
  }
  for (const [name, item] of items) {
    const tip = typeof item === "object" && "tip" in item && typeof item.tip === "string" ? item.tip : undefined;
    take(caseSteps(tip, ([message]) => ({ do: "hint", field: name, message: String(message) })));
  }
  for (const [relation, table] of tables) {
    const [visible, editable] = [table.visible, table.editable].map(ofRecord);
    take(shownSteps(relation, visible));
    const open = editable === undefined ? undefined : sourceOf(editable)?.trim();
    take(stateSteps("lock", relation, open === undefined ? undefined : `{{ ${negated(open)} }}`));
  }
  take(refusals(model.rules ?? []));
  take(settingSteps(items, changes));
  return made;
}

/** Beside rows the record is called their master. */
const ofRecord = (condition: unknown): string | undefined =>
  typeof condition === "string" ? `{{ ${withRoot(bare(condition), "master", "row")} }}` : undefined;

function joined(effects: readonly RuleEffect[], effect: RuleEffect): readonly RuleEffect[] {
  const at = effects.findIndex((one) => one.do === effect.do && "fields" in one);
  const one = effects[at];
  if (!one || !("fields" in one) || !("fields" in effect)) return [...effects, effect];
  return effects.with(at, { ...one, fields: [...new Set([...one.fields, ...effect.fields])] });
}

function shownSteps(name: string, when: unknown): readonly Step[] {
  const source = typeof when === "string" ? sourceOf(when)?.trim() : undefined;
  if (source === undefined) return [];
  const hidden = negatedPart(source);
  if (hidden !== undefined) return alternatives(hidden, { do: "hide", fields: [name] });
  const [, show = "", hide = ""] = /^\(([\s\S]*)\) && !\(([\s\S]*)\)$/.exec(source) ?? [];
  const isBoth = show !== "" && parseExpression(show).ast && parseExpression(hide).ast;
  if (!isBoth) return alternatives(source, { do: "show", fields: [name] });
  return [...alternatives(show, { do: "show", fields: [name] }), ...alternatives(hide, { do: "hide", fields: [name] })];
}

function stateSteps(kind: StateEffect, name: string, condition: string | undefined): readonly Step[] {
  const source = condition === undefined ? undefined : sourceOf(condition)?.trim();
  return source === undefined ? [] : alternatives(source, { do: kind, fields: [name] });
}

function alternatives(source: string, effect: RuleEffect): readonly Step[] {
  const branches = flatten(parseExpression(source).ast, "||").map((branch) => testsOf(branch));
  const whole = branches.every((tests) => tests !== undefined);
  if (whole && branches.length > 1) {
    const isAny = branches.every((tests) => tests.length === 1);
    const rules = isAny
      ? [{ match: "any" as const, when: branches.flat() }]
      : branches.map((when) => ({ match: "all" as const, when }));
    // Written in another way than ours it would come back as another text.
    const printed = conditionsOf(rules);
    if (printed === source) return rules.map((rule) => [rule, effect]);
  }
  return [[conditionFrom(source), effect]];
}

const conditionsOf = (rules: readonly Pick<FormRule, "match" | "when">[]): string =>
  rules.length === 1
    ? conditionOf({ ...(rules[0] as FormRule), then: [] })
    : rules
        .map((rule) => {
          const text = conditionOf({ ...rule, then: [] });
          return rule.when.length > 1 ? `(${text})` : text;
        })
        .join(" || ");

/** A condition as tests, else as the expression that it is. */
function conditionFrom(source: string): Step[0] {
  const { ast } = parseExpression(source);
  for (const match of ["all", "any"] as const) {
    const tests = flatten(ast, match === "all" ? "&&" : "||").map(testOf);
    const when = tests.filter((test) => test !== undefined);
    if (when.length !== tests.length) continue;
    const rule = { match, when };
    if (conditionOf({ ...rule, then: [] }) === source) return rule;
  }
  return { match: "all", when: [], formula: `{{ ${source} }}` };
}

function testsOf(node: Node): readonly RuleTest[] | undefined {
  const tests = flatten(node, "&&").map(testOf);
  const whole = tests.filter((test) => test !== undefined);
  return whole.length === tests.length ? whole : undefined;
}

function flatten(node: Node | undefined, operator: "&&" | "||"): readonly Node[] {
  if (!node) return [];
  if (node.type !== "binary" || node.operator !== operator) return [node];
  return [...flatten(node.left, operator), ...flatten(node.right, operator)];
}

const comparisons: Readonly<Record<string, RuleOp>> = {
  "==": "eq",
  "!=": "ne",
  ">": "gt",
  ">=": "ge",
  "<": "lt",
  "<=": "le",
};

function testOf(node: Node): RuleTest | undefined {
  if (node.type === "call" && node.name === "contains") {
    const [list, one] = node.args;
    return test(fieldOf(list), "contains", valueIn(one));
  }
  if (node.type !== "binary") return undefined;
  const { operator, left, right } = node;
  if (operator === "in") {
    const values = listOf(right);
    return values ? test(fieldOf(left), "in", values) : test(fieldOf(right), "has", valueIn(left));
  }
  const op = comparisons[operator];
  if (op === undefined) return undefined;
  if (left.type === "call" && left.name === "toText" && valueIn(right) === "") {
    const field = fieldOf(left.args[0]);
    const isKnown = field !== undefined && (op === "eq" || op === "ne");
    return isKnown ? { field, op: op === "eq" ? "empty" : "filled" } : undefined;
  }
  return test(fieldOf(left), op, valueIn(right));
}

const test = (
  field: string | undefined,
  op: RuleOp,
  value: RuleValue | readonly RuleValue[] | undefined,
): RuleTest | undefined => (field === undefined || value === undefined ? undefined : { field, op, value });

function fieldOf(node: Node | undefined): string | undefined {
  if (node?.type !== "member" || node.object.type !== "name" || node.object.name !== "row") return undefined;
  return node.key.type === "literal" && typeof node.key.value === "string" ? node.key.value : undefined;
}

const valueIn = (node: Node | undefined): RuleValue | undefined => {
  if (node?.type === "unary" && node.operator === "-" && node.operand.type === "literal") {
    return typeof node.operand.value === "number" ? -node.operand.value : undefined;
  }
  return node?.type === "literal" && node.value !== null ? node.value : undefined;
};

function listOf(node: Node | undefined): readonly RuleValue[] | undefined {
  if (node?.type !== "array") return undefined;
  const values = node.items.map(valueIn).filter((value) => value !== undefined);
  return values.length === node.items.length ? values : undefined;
}

/** `if(first, value, if(second, …, otherwise))` as the rules that it came from; anything else is no rule of ours. */
function caseSteps(text: string | undefined, effectOf: (values: readonly RuleValue[]) => RuleEffect): readonly Step[] {
  const steps: Step[] = [];
  let source = text === undefined ? undefined : sourceOf(text)?.trim();
  while (source !== undefined) {
    const { ast } = parseExpression(source);
    if (ast?.type !== "call" || ast.name !== "if") return steps;
    const [, value, rest] = ast.args;
    const values = listOf(value) ?? (valueIn(value) === undefined ? undefined : [valueIn(value) as RuleValue]);
    if (!value || !rest || !values) return steps;
    const condition = source.slice("if(".length, value.offset).replace(/,\s*$/, "");
    steps.push([conditionFrom(condition), effectOf(values)]);
    source = source.slice(rest.offset, -1);
  }
  return steps;
}

function refusals(rules: NonNullable<ModelDocument["rules"]>): readonly Step[] {
  return rules.flatMap(({ expr, field, message, level }): Step[] => {
    if (level === "warning") return [];
    const condition = conditionFrom(negated(bare(expr)));
    return [[condition, { do: "refuse", ...(field ? { field } : {}), message }]];
  });
}

/** One value may stand at several fields: each once, in an order that every field has. */
function settingSteps(items: RuledPage["items"], changes: readonly Action[]): readonly Step[] {
  const lists = [...items.values()].map((item) => {
    const on = typeof item === "object" && "on" in item ? item.on : undefined;
    return (on?.change ?? []).flatMap((action) => settingOf(action, "form"));
  });
  lists.push(changes.flatMap((action) => settingOf(action, "row")));
  const steps: Step[] = [];
  const waiting = lists.map((list) => list.map((step) => ({ step, key: JSON.stringify(step) })));
  for (;;) {
    const heads = waiting.flatMap(([head]) => (head ? [head] : []));
    if (heads.length === 0) return steps;
    const isFree = (key: string) => waiting.every((list) => list.findIndex((one) => one.key === key) <= 0);
    const next = heads.find(({ key }) => isFree(key)) ?? heads[0];
    if (!next) return steps;
    steps.push(next.step);
    for (const list of waiting) {
      const at = list.findIndex(({ key }) => key === next.key);
      if (at >= 0) list.splice(at, 1);
    }
  }
}

function settingOf(action: Action, root: string): readonly Step[] {
  if (action.type !== "if") return [];
  const { test: text, then, else: otherwise } = action as Extract<Action, { readonly type: "if" }>;
  const [set, ...more] = then;
  if (set?.type !== "setValue" || more.length > 0 || otherwise) return [];
  const { field, value } = set as { readonly field: string; readonly value?: unknown };
  const condition = conditionFrom(withRoot(bare(text), root, "row"));
  if (typeof value === "string" && value.startsWith("{{")) {
    return [[condition, { do: "compute", field, formula: `{{ ${withRoot(bare(value), root, "row")} }}` }]];
  }
  return [[condition, { do: "set", field, value: (value ?? null) as RuleValue | null }]];
}
