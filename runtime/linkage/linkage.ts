import { isTruthy } from "../expr/operators.ts";
import { compileBraced } from "../expr/template.ts";
import type { ResolvedModel, Row } from "../model/resolved-model.ts";
import { requiredMessage } from "../record/check-field.ts";
import { compute, recordScope, subRowScope, subRowsOf } from "../record/compute.ts";
import { isEmpty } from "../record/normalise.ts";
import { readsOf } from "../record/plan.ts";
import { createRecordRules, type RecordRules } from "../record/record-rules.ts";
import type { FieldError, ModelLookup, RecordContext } from "../record/record-types.ts";
import { rowDifference, stateDifference } from "./differences.ts";
import type { LinkageItem } from "./form-items.ts";
import { createGraph, type DependencyGraph } from "./graph.ts";

/** How a field, or a sub-table by its relation's name, stands in the form. */
export interface FieldState {
  readonly visible: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
}

/** Only what is different now; `value` of a relation is its list of rows. */
export interface FieldChange extends Partial<FieldState> {
  readonly field: string;
  readonly value?: unknown;
}

export interface Linkage {
  /** Ids of a cycle among values, first repeated at the end; undefined when there is none. */
  readonly cycle: readonly string[] | undefined;
  readonly rules: RecordRules;
  /** Starts a form on a row (for a new record: `rules.newRow`). */
  open(row: Row, context: RecordContext): LinkageSession;
}

export interface LinkageSession {
  /** The record as it would be saved: computed values in place, null where a field does not apply. */
  readonly row: Row;
  readonly context: RecordContext;
  /** Fields, relations and columns that the screen or the model names; others are visible and open. */
  state(id: string): FieldState;
  /** How a column stands in one sub-row; worked out on demand. */
  cellState(relation: string, index: number, column: string): FieldState;
  /**
   * Takes in values that a person or an action set (fields, or the whole list of a relation), evaluates what depends
   * on them once, in order, and answers every difference, the set values included. A value set for a computed field
   * is not taken.
   */
  set(values: Row): readonly FieldChange[];
  /** Changes one sub-row by position; undefined in `values` is not allowed, null empties. */
  setSubRow(relation: string, index: number, values: Row): readonly FieldChange[];
  /** The checks of the record; hidden fields are not checked, fields that the screen requires are. */
  check(): readonly FieldError[];
  /** The checks of one field, for a check while typing. */
  checkField(field: string): readonly FieldError[];
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
  const rules = createRecordRules(model, modelOf, { roots: ["form", "row"], screenValues });
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
    const closed = [...(isClosed ? [true] : []), ...(item?.disabled ?? [])];
    const demanded = [...(field ? [field.required] : []), ...(item?.required ?? [])];
    // What is said about the rows of a relation calls the record their `master`, as their own expressions do.
    const isRelation = plan.relations.has(id);
    const names = isRelation ? { ...plan, roots: [...plan.roots, "master"] } : plan;
    tests.set(id, {
      visible: all(shown, isRelation),
      disabled: any(closed, isRelation),
      required: any(demanded, isRelation),
    });
    const reads = (conditions: readonly (boolean | string)[]): readonly string[] =>
      conditions.flatMap((text) => (typeof text === "string" ? readsOf(text, undefined, names).ids : []));
    properties.push({ id, reads: [...reads(shown), ...reads(closed), ...reads(demanded)] });
  }
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

  return {
    cycle: rules.cycle,
    rules,
    open(start, context) {
      let input: Row = start;
      let row: Row = compute(plan, { input, row: start }, context).row;
      const states = new Map([...ids].map((id) => [id, stateOf(id, row, context)]));

      const apply = (changedIds: Set<string>, rows: Map<string, Set<number>>, before: Row): FieldChange[] => {
        const computed = compute(plan, { input, row }, context, { ids: changedIds, rows });
        row = computed.row;
        const changes = new Map<string, FieldChange>();
        for (const id of ids) {
          if (!Object.is(row[id], before[id])) changes.set(id, { field: id, value: row[id] });
        }
        for (const affected of stateGraph.affectedBy(computed.changed)) {
          const id = affected.slice(1);
          const old = states.get(id) ?? open;
          const state = stateOf(id, row, context);
          const difference = stateDifference(old, state);
          if (!difference) continue;
          states.set(id, state);
          changes.set(id, { ...(changes.get(id) ?? { field: id }), ...difference });
        }
        return [...changes.values()];
      };

      const session: LinkageSession = {
        get row() {
          return row;
        },
        context,
        state: (id) => states.get(id) ?? open,
        cellState: (relation, index, column) => {
          const subRow = subRowsOf(row, relation)[index] ?? {};
          const field = plan.relations.get(relation)?.model.fields.get(column);
          const item = byId.get(`${relation}.${column}`);
          const scope = subRowScope(plan, row, subRow, context);
          const holds = (condition: boolean | string): boolean =>
            typeof condition === "boolean" ? condition : isTruthy(compileBraced(condition)(scope));
          const isClosed =
            field !== undefined &&
            (field.readOnly || field.value !== undefined || screenValues.has(`${relation}.${column}`));
          const applies = field?.when === undefined || holds(field.when);
          const visible = applies && (item?.visible ?? []).every(holds);
          const table = states.get(relation) ?? open;
          return {
            visible,
            disabled: table.disabled || context.mode === "detail" || isClosed || (item?.disabled ?? []).some(holds),
            required: visible && ((field ? holds(field.required) : false) || (item?.required ?? []).some(holds)),
          };
        },
        set: (values) => {
          const before = row;
          const changedIds = new Set<string>();
          const rows = new Map<string, Set<number>>();
          const nextInput: Record<string, unknown> = { ...input };
          const nextRow: Record<string, unknown> = { ...row };
          for (const [id, value] of Object.entries(values)) {
            if (plan.relations.has(id) && Array.isArray(value)) {
              const difference = rowDifference(subRowsOf(row, id), value, subRowsOf(input, id));
              rows.set(id, difference.positions);
              for (const column of difference.columns) changedIds.add(`${id}.${column}`);
              if (difference.moved) changedIds.add(id);
              nextInput[id] = difference.input;
              nextRow[id] = value;
            } else if (ids.has(id) && !isComputed(id)) {
              nextInput[id] = value ?? null;
              nextRow[id] = value ?? null;
              changedIds.add(id);
            }
          }
          input = nextInput;
          row = nextRow;
          // A condition may hold a set value back: those fields are computed from the new input again.
          for (const id of Object.keys(values)) if (plan.nodes.has(id)) row = heldBack(id);
          return apply(changedIds, rows, before);
        },
        setSubRow: (relation, index, values) => {
          const merged = subRowsOf(row, relation).map((subRow, position) =>
            position === index ? { ...subRow, ...values } : subRow,
          );
          return session.set({ [relation]: merged });
        },
        check: () =>
          [...rules.check(row, context), ...screenRequirements(byId.keys())].filter(
            (error) => (states.get(error.relation ?? error.field) ?? open).visible,
          ),
        checkField: (field) => {
          if (!(states.get(field) ?? open).visible) return [];
          const own = rules.checkOne(field, row, context);
          return own.length > 0 ? own : screenRequirements([field]);
        },
      };

      const isComputed = (id: string): boolean => plan.nodes.get(id)?.value !== undefined;

      const heldBack = (id: string): Row => {
        const node = plan.nodes.get(id);
        if (!node?.applies || node.relation !== undefined) return row;
        return isTruthy(node.applies(recordScope(plan, row, context))) ? row : { ...row, [id]: null };
      };

      return session;

      /** What only the screen requires, of whole fields and of the columns of sub-rows. */
      function screenRequirements(named: Iterable<string>): FieldError[] {
        const errors: FieldError[] = [];
        for (const id of named) {
          const [relation = "", column] = id.split(".");
          if (column !== undefined) {
            errors.push(...columnRequirements(relation, column));
            continue;
          }
          const field = model.fields.get(id);
          if (!field || !states.get(id)?.required || !isEmpty(row[id]) || rules.isRequired(id, row, context)) continue;
          errors.push({ field: id, message: requiredMessage(field), level: "error" });
        }
        return errors;
      }

      function columnRequirements(relation: string, column: string): FieldError[] {
        const field = plan.relations.get(relation)?.model.fields.get(column);
        if (!field || field.required === true || (byId.get(`${relation}.${column}`)?.required.length ?? 0) === 0)
          return [];
        return subRowsOf(row, relation).flatMap((subRow, index) =>
          isEmpty(subRow[column]) && session.cellState(relation, index, column).required
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
    },
  };
}

/** Columns (`details.qty`) have a state per row, not one of their own. */
const isWhole = (id: string): boolean => !id.includes(".");

const open: FieldState = { visible: true, disabled: false, required: false };
