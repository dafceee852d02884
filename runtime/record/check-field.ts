import { cronProblem } from "../cron/parse-cron.ts";
import type { Scope } from "../expr/compile.ts";
import { compileBraced, compileBracedRule } from "../expr/template.ts";
import { shownText } from "../expr/text.ts";
import type { ResolvedField } from "../model/resolved-model.ts";
import type { Rule } from "../schema/types.gen.ts";
import { isEmpty, normaliseValue } from "./normalise.ts";
import { patternOf } from "./patterns.ts";
import { recordMessages as texts } from "./record-messages.ts";
import type { RecordContext } from "./record-types.ts";

export interface Finding {
  readonly message: string;
  readonly level: "error" | "warning";
}

/** Editors in which a value is picked rather than typed. */
const pickers = new Set([
  "select",
  "multi-select",
  "search-select",
  "suggest",
  "radio",
  "checkbox",
  "switch",
  "popup",
  "record-picker",
  "user-picker",
  "depart-picker",
  "role-picker",
  "position-picker",
  "tree-select",
  "category-select",
  "area",
  "icon",
  "cron",
]);

/** Of an earlier year digits are missing or wrong; a spreadsheet cannot hold it either. */
const firstDay = "1900-01-01";

/** What a missing value is asked for with: `请输入手机号`, `请选择门店`, `请上传凭证`. */
export function requiredMessage(field: ResolvedField): string {
  if (field.requiredMessage !== undefined) return field.requiredMessage;
  const widget = field.widget?.type;
  if (widget === "image-upload" || widget === "file-upload") return texts.upload(field.title);
  const isPicked =
    (widget !== undefined && pickers.has(widget)) ||
    field.dict !== undefined ||
    field.type === "date" ||
    field.type === "datetime" ||
    field.type === "time" ||
    field.type === "boolean";
  return isPicked ? texts.select(field.title) : texts.input(field.title);
}

/**
 * Checks one value against its field, in this order: required, type, length, range, dictionary, then the rules as
 * written. The first error ends the check; warnings before it are kept. An empty value is only ever "required", by the
 * field or by its rule `*`: other patterns, check rules and expressions skip it.
 *
 * @param scope the scope in which the field's rule expressions stand
 */
export function checkField(
  field: ResolvedField,
  value: unknown,
  isRequired: boolean,
  scope: Scope,
  context: RecordContext,
  before: unknown,
): readonly Finding[] {
  if (isEmpty(value)) return isRequired ? [{ message: requiredMessage(field), level: "error" }] : emptyFindings(field);
  const broken =
    shapeProblem(field, value, before) ??
    countProblem(field, value) ??
    dictionaryProblem(field, value, context, before) ??
    choiceProblem(field, value, scope, before) ??
    context.jsonProblem?.(field, value);
  if (broken !== undefined) return [{ message: broken, level: "error" }];
  const findings: Finding[] = [];
  for (const rule of field.rules) {
    const message = ruleProblem(rule, value, scope, context);
    if (message === undefined) continue;
    const level = rule.level ?? "error";
    findings.push({ message, level });
    if (level === "error") break;
  }
  return findings;
}

/** What the rule `*` (non-empty) says of a field that is not required; values that the server sets come later. */
function emptyFindings(field: ResolvedField): readonly Finding[] {
  const rule = field.rules.find((each) => "pattern" in each && each.pattern === "*");
  if (!rule || (field.readOnly && field.value === undefined)) return [];
  return [{ message: rule.message ?? requiredMessage(field), level: rule.level ?? "error" }];
}

/** Type, length and range; undefined when they fit. */
function shapeProblem(field: ResolvedField, value: unknown, before: unknown): string | undefined {
  const { message } = normaliseValue(field, value);
  if (message !== undefined) return message;
  const { minLength, maxLength, minimum, maximum } = field;
  if (typeof value === "string" && (field.type === "string" || field.type === "text")) {
    const length =
      maxLength !== undefined && value.length <= maxLength && minLength === undefined ? 0 : codePoints(value);
    if (maxLength !== undefined && length > maxLength) return texts.maxLength(maxLength);
    if (minLength !== undefined && length < minLength) return texts.minLength(minLength);
  }
  if (field.widget?.type === "cron" && typeof value === "string") return cronProblem(value);
  if ((field.type === "date" || field.type === "datetime") && shownText(value) < firstDay) return texts.tooEarly;
  if (field.widget?.type === "range" && typeof value === "string")
    return rangeProblem(field.widget.of ?? "date", value);
  // A text that a calendar writes: what a person types into it instead is none of it.
  if (field.type === "string" && typeof value === "string" && isMoment(field.widget?.type))
    return momentProblem(field.widget.type, value);
  // A value that stood there before a field got its bounds holds no other change up.
  if (typeof value === "number" && value !== before) {
    if (minimum !== undefined && value < minimum) return texts.minimum(minimum);
    if (maximum !== undefined && value > maximum) return texts.maximum(maximum);
  }
  return undefined;
}

const moments = ["date", "datetime", "time", "month"] as const;
type Moment = (typeof moments)[number];

const isMoment = (widget: string | undefined): widget is Moment => moments.some((moment) => moment === widget);

/** `2026-11` is a month as its first day is a date. */
function momentProblem(of: Moment, text: string): string | undefined {
  const one = { type: of === "month" ? "date" : of, multiple: false, scale: undefined } as const;
  return normaliseValue(one, of === "month" ? `${text}-01` : text).message;
}

/** Begin and end as one text, `2026-03-01,2026-03-31`: both there, both dates, in their order. */
function rangeProblem(of: Moment, text: string): string | undefined {
  const [begin = "", end = ""] = text.split(",");
  if (begin === "" || end === "") return texts.bothEnds;
  const problem = momentProblem(of, begin) ?? momentProblem(of, end);
  return problem ?? (begin > end ? texts.endFirst : undefined);
}

/** FRM-04: how many of several values were chosen. */
function countProblem(field: ResolvedField, value: unknown): string | undefined {
  if (!field.multiple) return undefined;
  const { minItems, maxItems } = field;
  const count = valuesOf(field, value).length;
  if (minItems !== undefined && count < minItems) return texts.minItems(minItems);
  if (maxItems !== undefined && count > maxItems) return texts.maxItems(maxItems);
  return undefined;
}

/** Characters as people count them in a database column: an emoji is one, not two. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function dictionaryProblem(
  field: ResolvedField,
  value: unknown,
  context: RecordContext,
  before: unknown,
): string | undefined {
  const { dict } = field;
  if (!dict || !context.dictHas) return undefined;
  const kept = new Set(valuesOf(field, before));
  const isUnknown = valuesOf(field, value).some((item) => !kept.has(item) && context.dictHas?.(dict, item) === false);
  return isUnknown ? texts.notOffered(field.title) : undefined;
}

/** A value that stood there before stays choosable, as in the control. */
function choiceProblem(field: ResolvedField, value: unknown, scope: Scope, before: unknown): string | undefined {
  if (field.choices === undefined) return undefined;
  const offered: unknown = compileBraced(field.choices)(scope);
  if (!Array.isArray(offered)) return undefined;
  const known = new Set([...offered.map(shownText), ...valuesOf(field, before)]);
  return valuesOf(field, value).every((item) => known.has(item)) ? undefined : texts.notOffered(field.title);
}

const valuesOf = (field: ResolvedField, value: unknown): readonly string[] => {
  const text = shownText(value);
  return field.multiple ? text.split(",").filter((item) => item !== "") : [text];
};

function ruleProblem(rule: Rule, value: unknown, scope: Scope, context: RecordContext): string | undefined {
  if ("pattern" in rule) {
    const pattern = patternOf(rule.pattern);
    return pattern.test(shownText(value)) ? undefined : (rule.message ?? pattern.message);
  }
  if ("checkRule" in rule) {
    const refused = context.checkRule?.(rule.checkRule, shownText(value));
    return refused === undefined ? undefined : (rule.message ?? refused);
  }
  return compileBracedRule(rule.expr)(scope) ? undefined : rule.message;
}
