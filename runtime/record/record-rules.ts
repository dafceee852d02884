import type { Scope } from "../expr/compile.ts";
import { isTruthy } from "../expr/operators.ts";
import { compileBraced, compileBracedRule, resolveJson } from "../expr/template.ts";
import { words } from "../format/words.ts";
import { isPart, type ResolvedField, type ResolvedModel, type Row } from "../model/resolved-model.ts";
import { checkField } from "./check-field.ts";
import { compute, isRelationGiven, recordScope, subRowScope, subRowsOf } from "./compute.ts";
import { isEmpty, normaliseValue } from "./normalise.ts";
import { type PlanOptions, planRecord, type RecordPlan, type RelationPlan } from "./plan.ts";
import { recordMessages as texts } from "./record-messages.ts";
import type { FieldError, ModelLookup, RecordContext } from "./record-types.ts";
import { RowFindings, readBeyond, ruleTexts } from "./row-findings.ts";
import { togglePair } from "./toggle.ts";

export interface RecordResult {
  /** In wire form, with defaults, computed values, and null in fields that do not apply. Unknown keys are gone. */
  readonly row: Row;
  /** In field order; the row may be saved when none has level `error`. */
  readonly errors: readonly FieldError[];
}

export interface RecordRules {
  readonly plan: RecordPlan;
  /** Ids of a cycle among computed values, first repeated at the end; undefined when there is none. */
  readonly cycle: readonly string[] | undefined;
  /** A new record: defaults, computed values, `given` on top of the defaults. */
  newRow(context: RecordContext, given?: Row): Row;
  /** A new sub-row of a relation, for the record as it stands. */
  newSubRow(relation: string, row: Row, context: RecordContext, given?: Row): Row;
  /**
   * Normalises, fills defaults (mode `add`, and sub-rows without id), computes and checks one whole record.
   * For an edit the caller merges the stored row with the changes first. A relation that is absent stays
   * absent, and what is computed from it keeps its value.
   */
  apply(input: Row, context: RecordContext): RecordResult;
  /** The checks alone, on a row that `apply` or a form has computed. */
  check(row: Row, context: RecordContext): readonly FieldError[];
  /** The errors of one field of the record, for a check while typing. */
  checkOne(field: string, row: Row, context: RecordContext): readonly FieldError[];
  isApplicable(field: string, row: Row, context: RecordContext): boolean;
  isRequired(field: string, row: Row, context: RecordContext): boolean;
}

export interface RuleOptions extends PlanOptions {
  /** Sub-rows are never changed in place: what is found in one holds as long as it does. */
  readonly keepsFindings?: boolean;
}

/**
 * The rules of one model's records, compiled once. The browser form and the server run this same code.
 *
 * @param modelOf finds the models of sub-rows; a relation whose model is not found is passed through unchecked
 */
export function createRecordRules(model: ResolvedModel, modelOf: ModelLookup, options?: RuleOptions): RecordRules {
  const plan = planRecord(model, modelOf, options);
  const findings = options?.keepsFindings ? findingsOf(plan) : undefined;
  const fields = [...model.fields.values()];

  const apply = (input: Row, context: RecordContext): RecordResult => {
    const normalised = normaliseRow(fields, input);
    for (const name of Object.keys(model.relations)) {
      if (Object.hasOwn(input, name) && !plan.relations.has(name)) normalised[name] = input[name];
    }
    if (context.mode === "add") fillDefaults(fields, normalised, (row) => recordScope(plan, row, context));
    for (const { name, relation, model: detail } of plan.relations.values()) {
      const given = relation.kind === "one-to-one" && isRow(input[name]) ? [input[name]] : input[name];
      if (!Array.isArray(given)) continue;
      normalised[name] = given.map((subRow: unknown) => {
        const result = normaliseRow([...detail.fields.values()], isRow(subRow) ? subRow : {});
        if (isEmpty(result.id)) {
          fillDefaults([...detail.fields.values()], result, (row) => subRowScope(plan, normalised, row, context));
        }
        return result;
      });
    }
    const { row } = compute(plan, { input: normalised, row: normalised }, context);
    return { row, errors: check(row, context) };
  };

  const check = (row: Row, context: RecordContext): readonly FieldError[] => {
    const scope = recordScope(plan, row, context);
    const stored = storedRow(context.before, (before) => recordScope(plan, before, context));
    const errors = fields.flatMap((field) => fieldErrors(field, row, scope, context, stored));
    for (const relation of plan.relations.values()) {
      if (isPart(relation.relation) && isRelationGiven(row, relation.name))
        errors.push(...relationErrors(plan, relation, row, context, findings?.get(relation.name)));
    }
    for (const rule of model.rules) {
      const ruled = rule.field === undefined ? undefined : model.fields.get(rule.field);
      if (ruled && !applies(ruled, scope)) continue;
      if (compileBracedRule(rule.expr)(scope)) continue;
      errors.push({ field: rule.field ?? "", message: rule.message, level: rule.level ?? "error" });
    }
    return errors;
  };

  return {
    plan,
    cycle: plan.graph.cycle,
    apply,
    check,
    newRow: (context, given = {}) => {
      const row = normaliseRow(fields, given);
      fillDefaults(fields, row, (current) => recordScope(plan, current, context));
      for (const { name } of plan.relations.values()) row[name] = subRowsOf(given, name);
      return compute(plan, { input: row, row }, context).row;
    },
    newSubRow: (relation, row, context, given = {}) => {
      const detail = plan.relations.get(relation);
      if (!detail) return given;
      const columns = [...detail.model.fields.values()];
      const subRow = normaliseRow(columns, given);
      fillDefaults(columns, subRow, (current) => subRowScope(plan, row, current, context));
      return subRow;
    },
    checkOne: (name, row, context) => {
      const field = model.fields.get(name);
      const scope = recordScope(plan, row, context);
      const stored = storedRow(context.before, (before) => recordScope(plan, before, context));
      return field ? fieldErrors(field, row, scope, context, stored) : [];
    },
    isApplicable: (name, row, context) => {
      const field = model.fields.get(name);
      return field !== undefined && applies(field, recordScope(plan, row, context));
    },
    isRequired: (name, row, context) => {
      const field = model.fields.get(name);
      const scope = recordScope(plan, row, context);
      return field !== undefined && applies(field, scope) && requires(field, scope);
    },
  };
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Known fields only, in wire form; a value that has none is kept as it came and reported by the checks. */
function normaliseRow(fields: readonly ResolvedField[], input: Row): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const field of fields) {
    if (Object.hasOwn(input, field.name) && input[field.name] !== undefined) {
      row[field.name] = normaliseValue(field, input[field.name]).value;
    }
  }
  return row;
}

/**
 * Defaults in field order, so that one may use those before it; a switch that nobody touched is off. An explicit null
 * stays null.
 */
function fillDefaults(
  fields: readonly ResolvedField[],
  row: Record<string, unknown>,
  scopeOf: (row: Row) => Scope,
): void {
  for (const field of fields) {
    if (Object.hasOwn(row, field.name)) continue;
    const value = field.default ?? offOf(field);
    if (value !== undefined) row[field.name] = normaliseValue(field, resolveJson(value, scopeOf(row))).value;
  }
}

/** Values that are computed or that the server sets are nobody's to touch. */
const offOf = (field: ResolvedField) =>
  field.readOnly || field.value !== undefined || field.fill !== undefined ? undefined : togglePair(field)?.[1];

const applies = (field: ResolvedField, scope: Scope): boolean =>
  field.when === undefined || isTruthy(compileBraced(field.when)(scope));

export const requires = (field: ResolvedField, scope: Scope): boolean =>
  typeof field.required === "string" ? isTruthy(compileBraced(field.required)(scope)) : field.required;

/** Values that only the server sets may still be empty when a person saves. */
const isSetByServer = (field: ResolvedField): boolean => field.readOnly && field.value === undefined;

function fieldErrors(
  field: ResolvedField,
  row: Row,
  scope: Scope,
  context: RecordContext,
  stored: StoredState | undefined,
): FieldError[] {
  if (field.system || !applies(field, scope)) return [];
  const before = stored?.row[field.name];
  if (
    stored &&
    field.locked !== undefined &&
    !isSameValue(field, row[field.name], before) &&
    isLocked(field, scope) &&
    isLocked(field, stored.scope())
  ) {
    return [{ field: field.name, message: texts.locked(field.title), level: "error" }];
  }
  const isRequired = !isSetByServer(field) && requires(field, scope);
  return checkField(field, row[field.name], isRequired, scope, context, before).map((finding) => ({
    field: field.name,
    ...finding,
  }));
}

/** A row as it is stored, with what expressions see of it. */
interface StoredState {
  readonly row: Row;
  scope(): Scope;
}

const storedRow = (row: Row | undefined, scopeOf: (row: Row) => Scope): StoredState | undefined =>
  row && { row, scope: () => scopeOf(row) };

const isLocked = (field: ResolvedField, scope: Scope): boolean =>
  field.locked !== undefined && isTruthy(compileBraced(field.locked)(scope));

const isSameValue = (field: ResolvedField, one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) ||
  JSON.stringify(normaliseValue(field, one).value) === JSON.stringify(normaliseValue(field, other).value);

/** What the checks of one sub-row find. */
interface RowFound {
  readonly errors: readonly (Pick<FieldError, "message" | "level"> & { readonly column: string })[];
  /** Its values under each unique rule of its model, as one text; undefined where one is empty. */
  readonly keys: readonly (string | undefined)[];
}

const findingsOf = (plan: RecordPlan): ReadonlyMap<string, RowFindings<RowFound>> =>
  new Map(
    [...plan.relations].map(([name, { model }]) => [name, new RowFindings(readBeyond(ruleTexts(model), name, plan))]),
  );

function relationErrors(
  plan: RecordPlan,
  { name, relation, model }: RelationPlan,
  row: Row,
  context: RecordContext,
  kept: RowFindings<RowFound> | undefined,
): FieldError[] {
  const rows = subRowsOf(row, name);
  const errors: FieldError[] = [];
  const title = relation.title ?? model.title;
  if (relation.kind === "one-to-many") {
    const { min, max } = relation;
    if (min !== undefined && rows.length < min) {
      errors.push({ field: name, message: texts.minRows(title, min), level: "error", relation: name });
    }
    if (max !== undefined && rows.length > max) {
      errors.push({ field: name, message: texts.maxRows(title, max), level: "error", relation: name });
    }
  } else if (rows.length > 1) {
    errors.push({ field: name, message: texts.oneRow(title), level: "error", relation: name });
  }
  const stored = new Map(subRowsOf(context.before ?? {}, name).map((subRow) => [subRow.id, subRow]));
  const columns = [...model.fields.values()].filter((field) => field.name !== relation.foreignKey);
  const uniques = uniquesOf(model, relation.foreignKey);
  const find = (subRow: Row): RowFound => {
    const scope = subRowScope(plan, row, subRow, context);
    const before = isEmpty(subRow.id) ? undefined : stored.get(subRow.id);
    const state = storedRow(before, (was) => subRowScope(plan, context.before ?? row, was, context));
    const found = columns.flatMap((field): RowFound["errors"] => {
      return fieldErrors(field, subRow, scope, context, state).map(({ message, level }) => ({
        column: field.name,
        message,
        level,
      }));
    });
    for (const rule of model.rules) {
      const ruled = rule.field === undefined ? undefined : model.fields.get(rule.field);
      if (ruled && !applies(ruled, scope)) continue;
      if (compileBracedRule(rule.expr)(scope)) continue;
      found.push({ column: rule.field ?? "", message: rule.message, level: rule.level ?? "error" });
    }
    return { errors: found, keys: uniques.map(({ fields }) => keyOf(fields.map((field) => subRow[field]))) };
  };
  const ofRows = rows.map((subRow) => (kept ? kept.of(subRow, row, context, () => find(subRow)) : find(subRow)));
  const tell = (index: number, column: string, message: string, level: FieldError["level"]) => {
    const field = column === "" ? `${name}[${index}]` : `${name}[${index}].${column}`;
    errors.push({ field, message, level, relation: name, index, column });
  };
  ofRows.forEach(({ errors: own }, index) => {
    for (const { column, message, level } of own) tell(index, column, message, level);
  });
  // Of rows with the same values the second and later ones.
  uniques.forEach(({ column, message }, at) => {
    const seen = new Set<string>();
    ofRows.forEach(({ keys }, index) => {
      const key = keys[at];
      if (key === undefined) return;
      if (seen.has(key)) tell(index, column, message, "error");
      seen.add(key);
    });
  });
  return errors;
}

const keyOf = (values: readonly unknown[]): string | undefined =>
  values.some(isEmpty) ? undefined : JSON.stringify(values);

/** Unique fields and unique indexes that sub-rows keep among themselves, and the column that a double is told at. */
function uniquesOf(model: ResolvedModel, foreignKey: string) {
  const single = [...model.fields.values()]
    .filter((field) => field.unique && !field.system)
    .map((field) => ({ fields: [field.name], message: texts.notUnique(field.title) }));
  const indexes = model.indexes
    .filter((index) => index.unique)
    .map((index) => {
      const fields = index.fields.filter((field) => field !== foreignKey);
      const titles = fields.map((field) => model.fields.get(field)?.title ?? field).join(words.listComma);
      return { fields, message: index.message ?? texts.notUnique(titles) };
    });
  return [...single, ...indexes].flatMap(({ fields, message }) => {
    const [column] = fields;
    return column === undefined ? [] : [{ fields, message, column }];
  });
}
