import { createForm, type Field, type Form, isField } from "@formily/core";
import { isBlank } from "../../runtime/format/cell-text.ts";
import type { FieldChange } from "../../runtime/linkage/linkage.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";
import { isSame } from "./changes.ts";
import type { FormLogic } from "./form-logic.ts";
import type { CheckedTable } from "./validate-form.ts";

/** Who shows the rows of a relation. */
export interface RowsView {
  /** Rows, or how the record stands, are others now. */
  changed(): void;
  /** Everything was checked, here or by the server: these are the errors of the rows, by place. */
  showErrors(errors: readonly RowError[], problem: string | undefined): void;
  /** Rules of the table's own, those that ask the server included; wrong cells are shown. */
  validate(): Promise<boolean>;
}

export interface RowError {
  readonly index: number;
  /** Empty for the row as a whole. */
  readonly column: string;
  readonly message: string;
}

/**
 * One open form: Formily holds values and field states, our rules decide them. Every value that a person
 * puts in goes to the rules first; what follows from it comes back as changes and is applied in one batch.
 */
export class FormSession {
  readonly form: Form;
  readonly logic: FormLogic;
  #start: Row;
  readonly #held = new Map<string, string>();
  /** Fields that a control has given a value. */
  readonly #answered = new Set<string>();
  readonly #views = new Map<string, RowsView>();
  readonly #listeners = new Set<() => void>();

  constructor(logic: FormLogic) {
    this.logic = logic;
    this.#start = logic.row;
    const values = Object.entries(logic.row).filter(([, value]) => !Array.isArray(value));
    this.form = createForm({ values: Object.fromEntries(values), validateFirst: true });
  }

  /** Whether the person changed something; closing then asks. */
  get isDirty(): boolean {
    return Object.keys(this.changes()).length > 0;
  }

  /** The values that differ from those the form was opened with. */
  changes(): Row {
    const { row } = this.logic;
    return Object.fromEntries(Object.entries(row).filter(([name, value]) => !isSame(value, this.#start[name])));
  }

  /** Calls back after every change of a value; the answer ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A value from a control. */
  input(name: string, value: unknown): void {
    this.#answered.add(name);
    this.set({ [name]: value });
    if (this.#field(name)?.selfErrors.length) this.touch(name);
  }

  /** Values from an action, a picked reference or the server. */
  set(values: Row): void {
    const changes = this.logic.set(values);
    for (const change of changes) this.#apply(change);
    if (changes.length === 0) return;
    for (const view of this.#views.values()) view.changed();
    for (const listener of this.#listeners) listener();
  }

  /** The rows of a relation are shown; the answer ends it. */
  attach(relation: string, view: RowsView): () => void {
    this.#views.set(relation, view);
    return () => {
      if (this.#views.get(relation) === view) this.#views.delete(relation);
    };
  }

  /** Values that came after the form was opened: neither they nor what follows from them are changes of the person's. */
  load(values: Row): void {
    const { row: before } = this.logic;
    const untouched = Object.keys({ ...before, ...values }).filter((name) => isSame(before[name], this.#start[name]));
    this.set(values);
    const { row } = this.logic;
    this.#start = { ...this.#start, ...Object.fromEntries(untouched.map((name) => [name, row[name]])) };
  }

  /** What stands here is stored now: nothing of it is a change any more. */
  settle(): void {
    this.#start = this.logic.row;
    for (const listener of this.#listeners) listener();
  }

  /** Relations whose rows are shown, known and, in an edit, not as they were. */
  changedRows(isAdd: boolean): readonly string[] {
    const { row } = this.logic;
    return [...this.#views.keys()].filter((name) => {
      const rows = row[name];
      if (!Array.isArray(rows) || !this.logic.state(name).visible) return false;
      return isAdd ? rows.length > 0 : !isSame(rows, this.#start[name]);
    });
  }

  /** The rows of a relation as they were opened or read. */
  openedRows(relation: string): readonly Row[] {
    const rows = this.#start[relation];
    return Array.isArray(rows) ? rows : [];
  }

  /** What is wrong now with the rows of a relation. */
  checkRows(relation: string): { readonly errors: readonly RowError[]; readonly problem: string | undefined } {
    return errorsOfRows(relation, this.logic.check());
  }

  /** While a reason stands, the form is not saved; the reason is shown beside the field. */
  hold(name: string, reason: string | undefined): void {
    const wasHeld = this.#held.has(name);
    if (reason !== undefined) this.#held.set(name, reason);
    else this.#held.delete(name);
    if (wasHeld && reason === undefined) this.touch(name);
  }

  /** The person leaves a field. One that was only passed through, empty as it was, is no mistake yet. */
  leave(name: string): void {
    if (this.#answered.has(name) || !isBlank(this.logic.row[name])) this.touch(name);
  }

  /** Checks one field. */
  touch(name: string): void {
    const errors = this.logic.checkField(name).filter((error) => error.field === name);
    this.#showErrors(name, errors);
  }

  /** Checks everything and shows what is wrong; the first wrong field comes first. */
  check(): readonly FieldError[] {
    const held = [...this.#held].map(([field, message]): FieldError => ({ field, message, level: "error" }));
    const errors = [...held, ...this.logic.check()];
    this.showAll(errors);
    return errors.filter((error) => error.level === "error");
  }

  /** Errors that stand beside no control: their field is neither in sight in the view nor one of its rows. */
  unplaced(errors: readonly FieldError[]): readonly FieldError[] {
    return errors.filter(({ field }) => !this.#isShown(field));
  }

  #isShown(name: string): boolean {
    const [own = name] = name.split(/[[.]/);
    if (this.#views.has(own)) return this.logic.state(own).visible;
    return this.#field(own)?.display === "visible";
  }

  /** The shown relations as tables to check, in the order in which they were opened. */
  tables(): readonly CheckedTable[] {
    return [...this.#views]
      .filter(([name]) => this.logic.state(name).visible)
      .map(([name, view]) => ({ paneKey: name, validate: () => view.validate() }));
  }

  /** Shows errors beside their fields and clears the others; those without a field are the caller's to tell. */
  showAll(errors: readonly FieldError[]): void {
    const byField = groupByField(errors);
    this.form.query("*").forEach((field) => {
      if (isField(field)) this.#showErrors(String(field.path), byField.get(String(field.path)) ?? []);
    });
    for (const [relation, view] of this.#views) {
      const found = errorsOfRows(relation, errors);
      view.showErrors(found.errors, found.problem);
    }
  }

  #showErrors(name: string, errors: readonly FieldError[]): void {
    const field = this.#field(name);
    if (!field) return;
    const text = (level: FieldError["level"]) =>
      errors.filter((error) => error.level === level).map((error) => error.message);
    field.setFeedback({ type: "error", code: "ValidateError", messages: text("error") });
    field.setFeedback({ type: "warning", code: "ValidateWarning", messages: text("warning") });
  }

  #apply(change: FieldChange): void {
    // Rows are shown by their own table; Formily would make each of their cells observable.
    if (Array.isArray(change.value)) return;
    if ("value" in change) this.form.setValuesIn(change.field, change.value);
    const field = this.#field(change.field);
    if (!field) return;
    if (change.visible !== undefined) field.setDisplay(change.visible ? "visible" : "hidden");
    if (change.disabled !== undefined) field.setPattern(change.disabled ? "disabled" : "editable");
    if (change.required !== undefined) field.setDecoratorProps({ required: change.required });
    if (change.visible === false) this.#showErrors(change.field, []);
  }

  #field(name: string): Field | undefined {
    const field = this.form.query(name).take();
    return field && isField(field) ? field : undefined;
  }
}

/** Picks out `details[0].qty`, `details[0]` and `details`; warnings do not mark cells. */
function errorsOfRows(
  relation: string,
  errors: readonly FieldError[],
): { errors: RowError[]; problem: string | undefined } {
  const found: RowError[] = [];
  let problem: string | undefined;
  for (const { field, message, level } of errors) {
    if (level !== "error" || !field.startsWith(relation)) continue;
    const rest = field.slice(relation.length);
    if (rest === "") problem ??= message;
    const [, index, column] = /^\[(\d+)\](?:\.(\w+))?$/.exec(rest) ?? [];
    if (index !== undefined) found.push({ index: Number(index), column: column ?? "", message });
  }
  return { errors: found, problem };
}

function groupByField(errors: readonly FieldError[]): Map<string, FieldError[]> {
  const groups = new Map<string, FieldError[]>();
  for (const error of errors) groups.set(error.field, [...(groups.get(error.field) ?? []), error]);
  return groups;
}
