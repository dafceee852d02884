import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import {
  type CellPlace,
  createLinkage,
  type Evaluation,
  type FieldState,
  type FormRecord,
} from "../../runtime/linkage/linkage.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { createRecordRules } from "../../runtime/record/record-rules.ts";
import type { FieldError, RecordContext } from "../../runtime/record/record-types.ts";

/** The rules of one open form, whatever it edits, as functions of what it holds. The server runs the same ones. */
export interface FormLogic {
  /** What the form opens with. */
  readonly opened: FormRecord;
  evaluate(record: FormRecord, edits: Row): Evaluation;
  state(name: string, row: Row): FieldState;
  check(row: Row): readonly FieldError[];
  checkField(name: string, row: Row): readonly FieldError[];
  /** How a column stands in one row of a relation. */
  cellState?(cell: CellPlace, row: Row): FieldState;
  /** A new row of a relation with its defaults. */
  newSubRow?(relation: string, row: Row, given: Row): Row;
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
  // What the view says about the whole record is checked in this form alone.
  const model = { ...plan.model, rules: [...plan.model.rules, ...view.rules] };
  const linkage = createLinkage(model, (id) => plan.models.get(id), view.linkage);
  const stored = context.mode === "edit" || context.mode === "detail" ? start : undefined;
  const opened = linkage.open(stored ?? linkage.rules.newRow(context, start ?? {}), context);
  const locked = stored ? lockedFields(plan.model, stored) : new Set<string>();
  const isMask = (name: string, row: Row) => masked.has(name) && row[name] === start?.[name];
  const withLock = (name: string, state: FieldState) => (locked.has(name) ? { ...state, disabled: true } : state);
  return {
    opened,
    evaluate: (record, edits) => {
      const evaluation = linkage.evaluate(record, edits, context);
      const changes = evaluation.changes.map((change) =>
        change.state ? { ...change, state: withLock(change.field, change.state) } : change,
      );
      return { ...evaluation, changes };
    },
    state: (name, row) => withLock(name, linkage.state(name, row, context)),
    check: (row) => linkage.check(row, context).filter((error) => !isMask(error.field, row)),
    checkField: (name, row) => (isMask(name, row) ? [] : linkage.checkField(name, row, context)),
    cellState: (cell, row) => linkage.cellState(cell, row, context),
    newSubRow: (relation, row, given) => linkage.rules.newSubRow(relation, row, context, given),
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
  const state = (name: string, row: Row): FieldState => ({
    visible: rules.isApplicable(name, row, context),
    disabled: false,
    required: rules.isRequired(name, row, context),
  });
  const conditional = items.filter(({ field }) => field.when !== undefined).map(({ name }) => name);
  return {
    opened: { row: rules.newRow(context), held: {} },
    evaluate: ({ row }, edits) => {
      const answers = { ...row, ...edits };
      const values = Object.entries(edits).map(([field, value]) => ({ field, value }));
      const states = conditional.map((field) => ({ field, state: state(field, answers) }));
      return { row: answers, held: {}, changes: [...values, ...states] };
    },
    state,
    check: (row) => rules.check(row, context),
    checkField: (name, row) => rules.checkOne(name, row, context),
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
