import type { Scope } from "../../runtime/expr/compile.ts";
import { compileBraced, isExpression } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { always, type Bound, type Condition, every, never } from "../../runtime/query/condition.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import type { RowFilter } from "../../runtime/schema/types.gen.ts";

/**
 * What the filters of a post ask of a row. A filter with an empty value asks nothing, so an unanswered question narrows
 * nothing; a value that the field can't hold fits no row.
 */
export function filterCondition(model: ResolvedModel, filters: readonly RowFilter[], scope: Scope): Condition {
  return every(...filters.map((filter) => oneFilter(model, filter, scope)));
}

function oneFilter(model: ResolvedModel, { field: name, op, value: stated }: RowFilter, scope: Scope): Condition {
  const field = model.fields.get(name);
  const value = isExpression(stated) ? compileBraced(stated)(scope) : stated;
  if (value === null || value === undefined || value === "") return always;
  if (!field) return never;
  if (op === "in") return inCondition(field, String(value).split(","));
  const typed = typedValue(field, String(value));
  return typed === undefined ? never : { kind: "compare", field: name, op, value: typed };
}

function inCondition(field: ResolvedField, texts: readonly string[]): Condition {
  if (field.multiple) return { kind: "holdsAny", field: field.name, values: texts };
  const values = texts.map((text) => typedValue(field, text)).filter((typed): typed is Bound => typed !== undefined);
  return { kind: "in", field: field.name, values, negate: false };
}
