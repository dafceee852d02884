import { parseExpression } from "../../expr/parse.ts";
import { isExpression } from "../../expr/template.ts";
import { isNumberType, type OnlineFormDefinition } from "../definition.ts";
import { bare, conditionOf, readsOf, readsOfRow } from "./conditions.ts";
import { type FormRule, type RuleEffect, rulesOf, targetsOf } from "./form-rule.ts";
import { ruleMessages as texts } from "./rule-messages.ts";

export interface RuleFinding {
  readonly severity: "error" | "warning";
  /** From 1. */
  readonly rule: number;
  /** Chinese, with the number of the rule and the place in it. */
  readonly message: string;
}

type Tell = (rule: number, message: string, severity?: "warning") => void;

/** What is wrong with the rules of a form: unknown fields, missing values, rules that contradict or wait for each other. */
export function checkRules(definition: Pick<OnlineFormDefinition, "head" | "fields" | "subs">): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  const tell: Tell = (rule, message, severity) => {
    findings.push({ severity: severity ?? "error", rule, message: texts.atRule(rule, message) });
  };
  const rules = rulesOf(definition.head);
  const titles = titlesOf(definition);
  for (const [at, rule] of rules.entries()) checkOne(rule, at + 1, titles, tell);
  contradictions(rules, titles, tell);
  circles(rules, titles, tell);
  return findings;
}

interface Titles {
  readonly fields: ReadonlyMap<string, string>;
  readonly tables: ReadonlyMap<string, string>;
  /** Whose values are numbers. */
  readonly numbers: ReadonlySet<string>;
}

function titlesOf({ fields, subs }: Pick<OnlineFormDefinition, "fields" | "subs">): Titles {
  return {
    fields: new Map(fields.map(({ dbFieldName, dbFieldTxt }) => [dbFieldName, dbFieldTxt || dbFieldName])),
    tables: new Map(subs.map(({ head }) => [head.tableName, head.tableTxt])),
    numbers: new Set(fields.flatMap(({ dbFieldName, dbType }) => (isNumberType(dbType) ? [dbFieldName] : []))),
  };
}

const isBlank = (value: unknown): boolean => String(value ?? "").trim() === "";

const isNoNumber = (value: unknown): boolean => !isBlank(value) && !Number.isFinite(Number(value));

function checkOne(rule: FormRule, no: number, titles: Titles, tell: Tell): void {
  if (rule.formula) checkFormula(rule.formula, (reason) => tell(no, texts.badFormula(texts.condition, reason)));
  else if (rule.when.length === 0) tell(no, texts.noCondition);
  for (const [at, { field, op, value }] of rule.when.entries()) {
    const place = texts.test(at + 1);
    if (!titles.fields.has(field)) tell(no, texts.noField(place, field));
    else if (op !== "empty" && op !== "filled" && isBlank(value)) tell(no, texts.noValue(place));
    else if (titles.numbers.has(field) && [value].flat().some(isNoNumber)) tell(no, texts.noNumber(place));
  }
  if (rule.then.length === 0) tell(no, texts.noEffect);
  for (const [at, effect] of rule.then.entries()) checkEffect(effect, texts.effect(at + 1), { no, titles, tell });
}

function checkEffect(
  effect: RuleEffect,
  place: string,
  { no, titles, tell }: { readonly no: number; readonly titles: Titles; readonly tell: Tell },
): void {
  const takesTables = effect.do === "show" || effect.do === "hide" || effect.do === "lock";
  const targets = targetsOf(effect);
  if (targets.length === 0 && effect.do !== "refuse") tell(no, texts.noTarget(place));
  for (const name of targets) {
    if (titles.fields.has(name) || (takesTables && titles.tables.has(name))) continue;
    tell(
      no,
      titles.tables.has(name) ? texts.noTable(place, titles.tables.get(name) ?? name) : texts.noField(place, name),
    );
  }
  if ((effect.do === "hint" || effect.do === "refuse") && isBlank(effect.message)) tell(no, texts.noMessage(place));
  if (effect.do === "options" && effect.values.length === 0) tell(no, texts.noValue(place));
  if (effect.do === "set" && String(effect.value ?? "").includes("{{")) tell(no, texts.asFormula(place));
  else if (effect.do === "set" && titles.numbers.has(effect.field) && isNoNumber(effect.value)) {
    tell(no, texts.noNumber(place));
  }
  if (effect.do === "compute") checkFormula(effect.formula, (reason) => tell(no, texts.badFormula(place, reason)));
}

function checkFormula(formula: string, tell: (reason: string) => void): void {
  const [first] = isExpression(formula.trim()) ? parseExpression(bare(formula)).diagnostics : [undefined];
  if (!isExpression(formula.trim())) tell(texts.braces);
  else if (first) tell(first.message);
}

/** Under one condition a field is both shown and hidden, or gets two values. */
const opposites: readonly (readonly [RuleEffect["do"], RuleEffect["do"]])[] = [
  ["show", "hide"],
  ["require", "hide"],
];

function contradictions(rules: readonly FormRule[], titles: Titles, tell: Tell): void {
  const seen = new Map<string, { readonly no: number; readonly value: string }>();
  for (const [at, rule] of rules.entries()) {
    const no = at + 1;
    const condition = conditionOf(rule);
    for (const effect of rule.then) {
      for (const target of targetsOf(effect)) {
        const keyOf = (kind: string) => `${condition}\n${target}\n${kind}`;
        for (const [one, other] of opposites) {
          const against = effect.do === one ? other : effect.do === other ? one : undefined;
          const found = against && seen.get(keyOf(against));
          if (found) tell(no, texts.contradicts(found.no, titleOf(titles, target)), "warning");
        }
        const isSetting = effect.do === "set" || effect.do === "compute";
        const kind = isSetting ? "set" : effect.do;
        const value = isSetting ? JSON.stringify(effect) : "";
        const same = seen.get(keyOf(kind));
        if (isSetting && same && same.value !== value)
          tell(no, texts.contradicts(same.no, titleOf(titles, target)), "warning");
        if (!same) seen.set(keyOf(kind), { no, value });
      }
    }
  }
}

const titleOf = ({ fields, tables }: Titles, name: string): string => fields.get(name) ?? tables.get(name) ?? name;

/** A field that a rule empties or writes must not decide, over other rules, about itself. */
function circles(rules: readonly FormRule[], titles: Titles, tell: Tell): void {
  const edges = new Map<string, { readonly to: string; readonly no: number }[]>();
  for (const [at, rule] of rules.entries()) {
    for (const effect of rule.then) {
      if (!["show", "hide", "set", "compute"].includes(effect.do)) continue;
      const sources = [...readsOf(rule), ...(effect.do === "compute" ? readsOfRow(bare(effect.formula)) : [])];
      for (const from of sources) {
        const known = edges.get(from) ?? [];
        edges.set(from, [...known, ...targetsOf(effect).map((to) => ({ to, no: at + 1 }))]);
      }
    }
  }
  const told = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[], numbers: readonly number[]): void => {
    const start = path.indexOf(name);
    if (start >= 0) {
      const circle = path.slice(start);
      const key = [...circle].sort().join("\n");
      if (told.has(key)) return;
      told.add(key);
      const steps = [...circle, name].map((step) => titleOf(titles, step)).join(" → ");
      tell(numbers.at(-1) ?? 1, texts.circle(steps));
      return;
    }
    if (done.has(name)) return;
    for (const { to, no } of edges.get(name) ?? []) visit(to, [...path, name], [...numbers, no]);
    done.add(name);
  };
  for (const name of edges.keys()) visit(name, [], []);
}

/** The form without the rules that cannot be used, to show the rest of it. */
export function withUsableRules<Of extends Pick<OnlineFormDefinition, "head" | "fields" | "subs">>(definition: Of): Of {
  const rules = rulesOf(definition.head);
  if (rules.length === 0) return definition;
  const wrong = new Set(checkRules(definition).flatMap(({ severity, rule }) => (severity === "error" ? [rule] : [])));
  return { ...definition, head: { ...definition.head, rules: rules.filter((_, at) => !wrong.has(at + 1)) } };
}
