import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import { createLinkage, type FieldChange, type FieldState } from "../../runtime/linkage/linkage.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { createRecordRules } from "../../runtime/record/record-rules.ts";
import type { FieldError, RecordContext } from "../../runtime/record/record-types.ts";

/** The rules of one open form, whatever it edits. The server runs the same ones. */
export interface FormLogic {
  /** The record as it would be saved. */
  readonly row: Row;
  state(name: string): FieldState;
  /** Takes values in and answers everything that is different now. */
  set(values: Row): readonly FieldChange[];
  check(): readonly FieldError[];
  checkField(name: string): readonly FieldError[];
  /** How a column stands in one row of a relation. */
  cellState?(relation: string, index: number, column: string): FieldState;
  /** A new row of a relation with its defaults. */
  newSubRow?(relation: string, given: Row): Row;
}

/**
 * Rules of a record's form: the model's, narrowed by the view, with the fields that the row's state locks.
 *
 * @param masked fields that this person got masked: as long as the mask stands there it is not checked, and the
 *   server takes it as absent
 */
export function recordLogic(
  plan: ListPlan,
  view: ViewPlan,
  start: Row | undefined,
  context: RecordContext,
  masked: ReadonlySet<string>,
): FormLogic {
  const linkage = createLinkage(plan.model, (id) => plan.models.get(id), view.linkage);
  const stored = context.mode === "edit" || context.mode === "detail" ? start : undefined;
  const session = linkage.open(stored ?? linkage.rules.newRow(context, start ?? {}), context);
  const locked = stored ? lockedFields(plan.model, stored) : new Set<string>();
  const isMask = (name: string) => masked.has(name) && session.row[name] === start?.[name];
  return {
    get row() {
      return session.row;
    },
    state: (name) => (locked.has(name) ? { ...session.state(name), disabled: true } : session.state(name)),
    set: (values) =>
      session.set(values).map((change) => (locked.has(change.field) ? { ...change, disabled: true } : change)),
    check: () => session.check().filter((error) => !isMask(error.field)),
    checkField: (name) => (isMask(name) ? [] : session.checkField(name)),
    cellState: (relation, index, column) => session.cellState(relation, index, column),
    newSubRow: (relation, given) => linkage.rules.newSubRow(relation, session.row, context, given),
  };
}

/** Rules of the question that a transition asks: its answers are a small record beside the stored row. */
export function askLogic(model: ResolvedModel, items: readonly FieldItemPlan[], context: RecordContext): FormLogic {
  const answers: ResolvedModel = {
    ...model,
    fields: new Map(items.map((item) => [item.name, item.field])),
    relations: {},
    rules: [],
    states: undefined,
  };
  const rules = createRecordRules(answers, () => undefined, { roots: ["form"] });
  let row = rules.newRow(context);
  return {
    get row() {
      return row;
    },
    state: (name) => ({ visible: true, disabled: false, required: rules.isRequired(name, row, context) }),
    set(values) {
      row = { ...row, ...values };
      return Object.entries(values).map(([field, value]) => ({ field, value }));
    },
    check: () => rules.check(row, context),
    checkField: (name) => rules.checkOne(name, row, context),
  };
}

/** Fields whose plain value this person may not read. */
export function maskedFields(model: ResolvedModel, hasPermission: (code: string) => boolean): ReadonlySet<string> {
  const fields = [...model.fields.values()];
  const isMasked = ({ permission }: (typeof fields)[number]) =>
    permission.plain !== undefined && !hasPermission(permission.plain);
  return new Set(fields.filter(isMasked).map((field) => field.name));
}

/** Fields that nobody may change while the row stands in its present state. */
export function lockedFields(model: ResolvedModel, row: Row): ReadonlySet<string> {
  const state = model.states ? String(row[model.states.field] ?? "") : "";
  const locked = new Set<string>();
  for (const lock of model.states?.locks ?? []) {
    if (lock.unless.includes(state)) continue;
    const names = lock.fields ?? [...model.fields.keys(), ...Object.keys(model.relations)];
    for (const name of names) if (!lock.except?.includes(name)) locked.add(name);
  }
  return locked;
}
