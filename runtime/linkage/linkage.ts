import { isTruthy } from "../expr/operators.ts";
import { compileBraced } from "../expr/template.ts";
import type { ResolvedModel, Row } from "../model/resolved-model.ts";
import { checkField, requiredMessage } from "../record/check-field.ts";
import { compute, recordScope, subRowScope, subRowsOf } from "../record/compute.ts";
import { createGraph, type DependencyGraph } from "../record/graph.ts";
import { isEmpty } from "../record/normalise.ts";
import { readsOf } from "../record/plan.ts";
import { createRecordRules, type RecordRules } from "../record/record-rules.ts";
import type { FieldError, ModelLookup, RecordContext } from "../record/record-types.ts";
import type { LinkageItem } from "./form-items.ts";
import { heldOf, inputOf } from "./held-back.ts";
import { rowDifference } from "./row-difference.ts";

/** How a field, or a sub-table by its relation's name, stands in the form. */
export interface FieldState {
  readonly visible: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
}

/** What an evaluation moved: another value (of a relation its list of rows), or the state as it is now. */
export interface FieldChange {
  readonly field: string;
  readonly value?: unknown;
  readonly state?: FieldState;
}

/** What an open form holds. */
export interface FormRecord {
  /** The record as it would be saved: computed values in place, null where a field does not apply. */
  readonly row: Row;
  /** What was put into fields that do not apply now, of a relation row by row: it comes back when they do. */
  readonly held: Row;
}

export interface Evaluation extends FormRecord {
  /** Every value that is another one, and the state of every field that depends on one. */
  readonly changes: readonly FieldChange[];
}

/** The rules of a form as functions of its record; nothing is kept between two calls. */
export interface Linkage {
  /** Ids of a cycle among values, first repeated at the end; undefined when there is none. */
  readonly cycle: readonly string[] | undefined;
  readonly rules: RecordRules;
  /** The record of a form that opens on a row (for a new record: `rules.newRow`). */
  open(row: Row, context: RecordContext): FormRecord;
  /**
   * Takes in values that a person or an action set (fields, or the whole list of a relation) and evaluates what
   * depends on them once, in order. A value set for a computed field is not taken.
   */
  evaluate(record: FormRecord, edits: Row, context: RecordContext): Evaluation;
  /** Fields, relations and columns that the screen or the model names; others are visible and open. */
  state(id: string, row: Row, context: RecordContext): FieldState;
  /** How a column stands in one sub-row. */
  cellState(cell: CellPlace, row: Row, context: RecordContext): FieldState;
  /** The checks of the record; hidden fields are not checked, fields that the screen requires are. */
  check(row: Row, context: RecordContext): readonly FieldError[];
  /** The checks of one field, for a check when it is left. */
  checkField(field: string, row: Row, context: RecordContext): readonly FieldError[];
}

export interface CellPlace {
  readonly relation: string;
  readonly index: number;
  readonly column: string;
}

type Property = keyof FieldState;
type StateTest = (row: Row, context: RecordContext) => boolean;

/**
 * Joins a model's rules with what a screen says about its fields. The screen narrows and never widens: a field is
 * visible when model and screen agree, disabled or required when either says so, and a value that the model
 * computes is computed by the model alone.
 */
export function createLinkage(model: ResolvedModel, modelOf: ModelLookup, items: readonly LinkageItem[]): Linkage {
  const screenValues = new Map(
    items.flatMap((item) => (item.value === undefined ? [] : [[item.id, item.value] as const])),
  );
  const rules = createRecordRules(model, modelOf, { roots: ["form", "row"], screenValues, keepsFindings: true });
  const { plan } = rules;
  const byId = new Map(items.map((item) => [item.id, item]));

  const tests = new Map<string, Readonly<Record<Property, StateTest>>>();
  const properties: { id: string; reads: readonly string[] }[] = [];
  const ids = new Set([...model.fields.keys(), ...plan.relations.keys(), ...[...byId.keys()].filter(isWhole)]);
  for (const id of ids) {
    const field = model.fields.get(id);
    const item = byId.get(id);
    const shown = [...(field?.when === undefined ? [] : [field.when]), ...(item?.visible ?? [])];
    const isClosed = field !== undefined && (field.readOnly || field.value !== undefined || screenValues.has(id));
    const locked = field?.locked === undefined ? [] : [field.locked];
    const closed = [...(isClosed ? [true] : []), ...(item?.disabled ?? [])];
    const demanded = [...(field ? [field.required] : []), ...(item?.required ?? [])];
    // What is said about the rows of a relation calls the record their `master`, as their own expressions do.
    const isRelation = plan.relations.has(id);
    const names = isRelation ? { ...plan, roots: [...plan.roots, "master"] } : plan;
    const [isOff, isLocked] = [any(closed, isRelation), any(locked, isRelation)];
    tests.set(id, {
      visible: all(shown, isRelation),
      // Only what is stored can be locked.
      disabled: (row, context) => isOff(row, context) || (context.mode === "edit" && isLocked(row, context)),
      required: any(demanded, isRelation),
    });
    const reads = (conditions: readonly (boolean | string)[]): readonly string[] =>
      conditions.flatMap((text) => (typeof text === "string" ? readsOf(text, undefined, names).ids : []));
    properties.push({ id, reads: [...reads(shown), ...reads(closed), ...reads(locked), ...reads(demanded)] });
  }
  const conditional = [...plan.nodes.values()].filter((node) => node.applies && !node.value);
  /** Which fields' states to look at again when values changed. */
  const stateGraph: DependencyGraph = createGraph(
    properties.map((property) => ({ id: `#${property.id}`, reads: property.reads })),
  );

  function all(conditions: readonly (boolean | string)[], isRelation: boolean): StateTest {
    const tests = conditions.map((condition) => conditionOf(condition, isRelation));
    return (row, context) => tests.every((test) => test(row, context));
  }
  function any(conditions: readonly (boolean | string)[], isRelation: boolean): StateTest {
    const tests = conditions.map((condition) => conditionOf(condition, isRelation));
    return (row, context) => tests.some((test) => test(row, context));
  }
  function conditionOf(condition: boolean | string, isRelation: boolean): StateTest {
    if (typeof condition === "boolean") return () => condition;
    const evaluate = compileBraced(condition);
    return (row, context) => {
      const scope = recordScope(plan, row, context);
      return isTruthy(evaluate(isRelation ? { ...scope, master: row } : scope));
    };
  }

  function stateOf(id: string, row: Row, context: RecordContext): FieldState {
    const test = tests.get(id);
    if (!test) return open;
    const visible = test.visible(row, context);
    return {
      visible,
      disabled: context.mode === "detail" || test.disabled(row, context),
      required: visible && test.required(row, context),
    };
  }

  function cellState({ relation, index, column }: CellPlace, row: Row, context: RecordContext): FieldState {
    const subRow = subRowsOf(row, relation)[index] ?? {};
    const field = plan.relations.get(relation)?.model.fields.get(column);
    const item = byId.get(`${relation}.${column}`);
    const scope = subRowScope(plan, row, subRow, context);
    const holds = (condition: boolean | string): boolean =>
      typeof condition === "boolean" ? condition : isTruthy(compileBraced(condition)(scope));
    const isClosed =
      field !== undefined && (field.readOnly || field.value !== undefined || screenValues.has(`${relation}.${column}`));
    const applies = field?.when === undefined || holds(field.when);
    const visible = applies && (item?.visible ?? []).every(holds);
    const isLocked =
      field?.locked !== undefined && context.mode === "edit" && !isEmpty(subRow.id) && holds(field.locked);
    const isOff = isClosed || isLocked || (item?.disabled ?? []).some(holds);
    const disabled = stateOf(relation, row, context).disabled || isOff;
    const required = visible && ((field ? holds(field.required) : false) || (item?.required ?? []).some(holds));
    return { visible, disabled, required };
  }

  const isComputed = (id: string): boolean => plan.nodes.get(id)?.value !== undefined;

  /** Whether a condition keeps a field of the record empty. */
  const isHeldBack = (id: string, row: Row, context: RecordContext): boolean => {
    const node = plan.nodes.get(id);
    return (
      node?.applies !== undefined &&
      node.relation === undefined &&
      !isTruthy(node.applies(recordScope(plan, row, context)))
    );
  };

  function evaluate(record: FormRecord, edits: Row, context: RecordContext): Evaluation {
    const before = record.row;
    const ownIds = new Set<string>();
    const rows = new Map<string, Set<number>>();
    const input: Record<string, unknown> = { ...inputOf(record) };
    const set: Record<string, unknown> = { ...before };
    for (const [id, value] of Object.entries(edits)) {
      if (plan.relations.has(id) && Array.isArray(value)) {
        const difference = rowDifference(subRowsOf(before, id), value, subRowsOf(input, id));
        rows.set(id, difference.positions);
        for (const column of difference.columns) ownIds.add(`${id}.${column}`);
        if (difference.moved) ownIds.add(id);
        input[id] = difference.input;
        set[id] = value;
      } else if (ids.has(id) && !isComputed(id)) {
        input[id] = value ?? null;
        set[id] = value ?? null;
        ownIds.add(id);
      }
    }
    for (const id of Object.keys(edits)) if (isHeldBack(id, set, context)) set[id] = null;
    const { row, changed } = compute(plan, { input, row: set }, context, { ids: ownIds, rows });
    const changes = new Map<string, FieldChange>();
    for (const id of ids) {
      if (!Object.is(row[id], before[id])) changes.set(id, { field: id, value: row[id] });
    }
    for (const affected of stateGraph.affectedBy(changed)) {
      const id = affected.slice(1);
      changes.set(id, { ...(changes.get(id) ?? { field: id }), state: stateOf(id, row, context) });
    }
    return { row, held: heldOf(conditional, input, row), changes: [...changes.values()] };
  }

  function check(row: Row, context: RecordContext): readonly FieldError[] {
    const isVisible = (id: string): boolean => stateOf(id, row, context).visible;
    const own = rules.check(row, context);
    const wrong = new Set(own.map((error) => error.field));
    const further = screenErrors(byId.keys(), row, context).filter((error) => !wrong.has(error.field));
    return [...own, ...further].filter((error) => isVisible(error.relation ?? error.field));
  }

  function checkOne(field: string, row: Row, context: RecordContext): readonly FieldError[] {
    if (!stateOf(field, row, context).visible) return [];
    const own = rules.checkOne(field, row, context);
    return own.length > 0 ? own : screenErrors([field], row, context);
  }

  /** What only the screen demands, of whole fields and of the columns of sub-rows. */
  function screenErrors(named: Iterable<string>, row: Row, context: RecordContext): FieldError[] {
    return [...named].flatMap((id) => {
      const [relation = "", column] = id.split(".");
      return column === undefined ? fieldErrors(id, row, context) : columnRequirements(relation, column, row, context);
    });
  }

  function fieldErrors(id: string, row: Row, context: RecordContext): FieldError[] {
    const field = model.fields.get(id);
    const item = byId.get(id);
    if (!field || !item) return [];
    const { required, disabled } = stateOf(id, row, context);
    if (isEmpty(row[id])) {
      return required ? [{ field: id, message: requiredMessage(field), level: "error" }] : [];
    }
    if (item.rules.length === 0 || disabled) return [];
    const scope = recordScope(plan, row, context);
    const findings = checkField({ ...field, rules: item.rules }, row[id], false, scope, context, context.before?.[id]);
    return findings.map((finding) => ({ field: id, ...finding }));
  }

  function columnRequirements(relation: string, column: string, row: Row, context: RecordContext): FieldError[] {
    const field = plan.relations.get(relation)?.model.fields.get(column);
    if (!field || field.required === true || (byId.get(`${relation}.${column}`)?.required.length ?? 0) === 0) return [];
    return subRowsOf(row, relation).flatMap((subRow, index) =>
      isEmpty(subRow[column]) && cellState({ relation, index, column }, row, context).required
        ? [
            {
              field: `${relation}[${index}].${column}`,
              message: requiredMessage(field),
              level: "error" as const,
              relation,
              index,
              column,
            },
          ]
        : [],
    );
  }

  return {
    cycle: rules.cycle,
    rules,
    open: (start, context) => {
      const { row } = compute(plan, { input: start, row: start }, context);
      return { row, held: heldOf(conditional, start, row) };
    },
    evaluate,
    state: stateOf,
    cellState,
    check,
    checkField: checkOne,
  };
}

/** Columns (`details.qty`) have a state per row, not one of their own. */
const isWhole = (id: string): boolean => !id.includes(".");

const open: FieldState = { visible: true, disabled: false, required: false };
