import { createForm, type Field, type Form, isField, onFieldInputValueChange } from "@formily/core";
import { batch, observable, raw } from "@formily/reactive";
import { isBlank } from "../../runtime/format/cell-text.ts";
import type { CellPlace, FieldChange, FieldState } from "../../runtime/linkage/linkage.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";
import type { ServerCheck } from "./ask-server.ts";
import { isSame } from "./changes.ts";
import type { FormLogic } from "./form-logic.ts";
import type { CheckedTable } from "./validate-form.ts";

/** Who shows the rows of a relation; several tables may show other columns of the same rows. */
export interface RowsView {
  /** Pane of the form in which they stand; undefined = the relation's name. */
  readonly pane?: string;
  /** How much is wrong with the rows as they are shown. */
  readonly wrong?: WrongRows;
  /** Whether a column stands in it; undefined = every one. */
  has?(column: string): boolean;
  /** Whether a person may write a column in it, so that it tells what is wrong there. */
  mayFill?(column: string): boolean;
  /** Rows, or how the record stands, are others now. */
  changed(): void;
  /** Everything was checked, here or by the server: these are the errors of the rows, by place. */
  showErrors(errors: readonly RowError[], problem: string | undefined): void;
  /** Rules of the table's own, those that ask the server included; wrong cells are shown. */
  validate(): Promise<boolean>;
  /** The rows are stored as they stand here. */
  saved?(): void;
  /** Somebody else has saved the record: takes its rows in. False = what was done here stands against it. */
  merge?(): Promise<boolean>;
}

export interface WrongRows {
  readonly title: string;
  count(): number;
  /** Calls back when the count may be another one; the answer ends it. */
  onChange(listener: () => void): () => void;
}

export interface RowError {
  readonly index: number;
  /** Empty for the row as a whole. */
  readonly column: string;
  readonly message: string;
}

/**
 * One open form. Formily holds what it knows: values, the values it was opened with, display, pattern and feedback of
 * its fields. The rules are functions of that; one effect evaluates them after every input and writes what follows.
 */
export class FormSession {
  readonly form: Form;
  readonly #logic: FormLogic;
  readonly #askServer: ServerCheck;
  /** What was put into fields that do not apply now: no value of the record. */
  #held: Row;
  /** Inputs that are no value yet. */
  readonly #waiting = new Map<string, string>();
  /** By relation, in the order in which they were opened. */
  readonly #views = new Map<string, readonly RowsView[]>();
  /** Titles of the tables in the order in which they stand in the view; they are opened in any. */
  tableOrder: readonly string[] = [];
  readonly #listeners = new Set<() => void>();

  /** @param askServer what is asked when a field is left with another value and nothing is wrong with it here */
  constructor(logic: FormLogic, askServer: ServerCheck = async () => []) {
    this.#logic = logic;
    this.#askServer = askServer;
    const { row, held } = logic.opened;
    this.#held = held;
    this.form = createForm({
      // Shallow: rows of relations and stored lists are kept as they are, Formily would copy and watch each cell.
      values: observable.shallow({ ...row }),
      initialValues: observable.shallow({ ...row }),
      effects: () =>
        onFieldInputValueChange("*", (field) => {
          const name = String(field.path);
          this.#evaluate({ [name]: field.value });
          this.#tell();
          if (field.selfErrors.length > 0) this.touch(name);
        }),
    });
  }

  /** The record as it would be saved, to read at once: later values come into the same object. */
  get row(): Row {
    return raw(this.form.values);
  }

  get #start(): Record<string, unknown> {
    return raw(this.form.initialValues);
  }

  /** Whether the person changed something; closing then asks. */
  get isDirty(): boolean {
    return Object.keys(this.changes()).length > 0;
  }

  /** The values that differ from those the form was opened with. */
  changes(): Row {
    const start = this.#start;
    return Object.fromEntries(Object.entries(this.row).filter(([name, value]) => !isSame(value, start[name])));
  }

  /** Calls back after every change of a value; the answer ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The field of a name; it stands as the rules have it when it is first asked for, and follows them. */
  field(name: string): Field {
    const known = this.#field(name);
    if (known) return known;
    const field = this.form.createField({ name });
    this.#show(field, this.#logic.state(name, this.row));
    return field;
  }

  /** How a field, or the rows of a relation, stand in the form. */
  state(name: string): FieldState {
    const { display, pattern, decoratorProps } = this.field(name);
    return {
      visible: display === "visible",
      disabled: pattern !== "editable",
      required: decoratorProps.asterisk === true,
    };
  }

  /** How a column stands in one row of a relation. */
  cellState(cell: CellPlace): FieldState {
    return this.#logic.cellState?.(cell, this.row) ?? { visible: true, disabled: false, required: false };
  }

  /** A new row of a relation with its defaults. */
  newSubRow(relation: string, given: Row): Row {
    return this.#logic.newSubRow?.(relation, this.row, given) ?? given;
  }

  /** A value from a control. */
  input(name: string, value: unknown): void {
    void this.field(name).onInput(value);
  }

  /** Values from an action, a picked reference or the server. */
  set(values: Row): void {
    if (this.#evaluate(values).length > 0) this.#tell();
  }

  /** Writes what the rules make of values that were put in. */
  #evaluate(edits: Row): readonly FieldChange[] {
    const { held, changes } = this.#logic.evaluate({ row: this.row, held: this.#held }, edits);
    this.#held = held;
    batch(() => {
      for (const change of changes) this.#apply(change);
    });
    return changes;
  }

  #tell(): void {
    for (const view of [...this.#views.values()].flat()) view.changed();
    for (const listener of this.#listeners) listener();
  }

  /** The rows of a relation are shown; the answer ends it. */
  attach(relation: string, view: RowsView): () => void {
    const placeOf = ({ wrong }: RowsView) => this.tableOrder.indexOf(wrong?.title ?? "");
    const views = [...this.#viewsOf(relation), view].sort((one, other) => placeOf(one) - placeOf(other));
    this.#views.set(relation, views);
    return () => {
      const others = this.#viewsOf(relation).filter((each) => each !== view);
      if (others.length > 0) this.#views.set(relation, others);
      else this.#views.delete(relation);
    };
  }

  /** Whether another table over the same rows tells of a column's mistakes: one that stands in several counts once. */
  isToldElsewhere(relation: string, column: string, view: RowsView): boolean {
    const first = this.#viewsOf(relation).find((one) => one.mayFill?.(column));
    return first !== undefined && first !== view;
  }

  #viewsOf(relation: string): readonly RowsView[] {
    return this.#views.get(relation) ?? [];
  }

  /** Values that came after the form was opened: neither they nor what follows from them are changes of the person's. */
  load(values: Row): void {
    const { row } = this;
    const start = this.#start;
    const untouched = Object.keys({ ...row, ...values }).filter((name) => isSame(row[name], start[name]));
    this.set(values);
    for (const name of untouched) start[name] = row[name];
  }

  /**
   * A row that somebody else has saved: neither it nor what follows from it is a change of the person's.
   *
   * @param rows of the relation as they stand with it
   * @param opened those rows as they are stored now
   */
  hearRows(relation: string, rows: readonly Row[], opened: readonly Row[]): void {
    const isMine = !isSame(this.row[relation], this.#start[relation]);
    this.load({ [relation]: rows });
    if (isMine) this.#start[relation] = opened;
  }

  /** Takes in the rows that somebody else has saved with the record. False = not all of them could be. */
  async mergeRows(): Promise<boolean> {
    for (const view of [...this.#views.values()].flat()) {
      // Tables over one relation take in what the first of them has read.
      if (view.merge && !(await view.merge())) return false;
    }
    return true;
  }

  /** The record as somebody else has stored it: fields that were not touched here follow, the others stay changes. */
  hear(stored: Row): void {
    const { row } = this;
    const start = this.#start;
    const mine = new Set(Object.keys(stored).filter((name) => !isSame(row[name], start[name])));
    this.load(Object.fromEntries(Object.entries(stored).filter(([name]) => !mine.has(name))));
    for (const name of mine) start[name] = stored[name];
  }

  /** What stands here is stored now: nothing of it is a change any more. */
  settle(): void {
    for (const view of [...this.#views.values()].flat()) view.saved?.();
    Object.assign(this.#start, this.row);
    for (const listener of this.#listeners) listener();
  }

  /** Relations whose rows are shown, known and, in an edit, not as they were. */
  changedRows(isAdd: boolean): readonly string[] {
    return [...this.#views.keys()].filter((name) => {
      const rows = this.row[name];
      if (!Array.isArray(rows) || !this.state(name).visible) return false;
      return isAdd ? rows.length > 0 : !isSame(rows, this.#start[name]);
    });
  }

  /** The rows of a relation as they were opened or read. */
  openedRows(relation: string): readonly Row[] {
    const rows = this.#start[relation];
    return Array.isArray(rows) ? rows : [];
  }

  /** What is wrong now with the rows of a relation, as a view of them shows it. */
  checkRows(relation: string, view?: RowsView): RowErrors {
    return this.#errorsFor(view, relation, this.#logic.check(this.row));
  }

  /** Each view shows what is wrong with its columns; the first one also what stands in none. */
  #errorsFor(view: RowsView | undefined, relation: string, all: readonly FieldError[]): RowErrors {
    const found = errorsOfRows(relation, all);
    const views = this.#viewsOf(relation);
    if (!view || views.length < 2) return found;
    const isFirst = views[0] === view;
    const shows = (one: RowsView, column: string) => one.has?.(column) ?? true;
    const isHere = ({ column }: RowError) =>
      shows(view, column) || (isFirst && !views.some((one) => shows(one, column)));
    return {
      errors: found.errors.filter(isHere),
      warnings: found.warnings.filter(isHere),
      problem: isFirst ? found.problem : undefined,
    };
  }

  /** While a reason stands, the form is not saved; the reason is shown beside the field. */
  hold(name: string, reason: string | undefined): void {
    const wasHeld = this.#waiting.has(name);
    if (reason !== undefined) this.#waiting.set(name, reason);
    else this.#waiting.delete(name);
    if (wasHeld && reason === undefined) this.touch(name);
  }

  /** The person leaves a field. One that was only passed through, empty as it was, is no mistake yet. */
  leave(name: string): void {
    const value = this.row[name];
    if (!this.#field(name)?.selfModified && isBlank(value)) return;
    this.touch(name);
    if (!isBlank(value) && !isSame(value, this.#start[name])) void this.#ask(name, value);
  }

  /** An answer that comes when the value is another one, or wrong in another way by now, says nothing. */
  async #ask(name: string, value: unknown): Promise<void> {
    if (this.#field(name)?.selfErrors.length) return;
    const found = await this.#askServer(name, value);
    if (found.length === 0 || this.row[name] !== value || this.#field(name)?.selfErrors.length) return;
    this.#showErrors(name, [...this.checkField(name), ...found]);
  }

  /** Checks one field. */
  touch(name: string): void {
    this.#showErrors(name, this.checkField(name));
  }

  /** What is wrong with one field. */
  checkField(name: string): readonly FieldError[] {
    return this.#logic.checkField(name, this.row).filter((error) => error.field === name);
  }

  /** Checks everything and shows what is wrong; the first wrong field comes first. */
  check(): readonly FieldError[] {
    const held = [...this.#waiting].map(([field, message]): FieldError => ({ field, message, level: "error" }));
    const errors = [...held, ...this.#logic.check(this.row)];
    this.showAll(errors);
    return errors.filter((error) => error.level === "error");
  }

  /** Errors that stand beside no control: their field is neither in sight in the view nor one of its rows. */
  unplaced(errors: readonly FieldError[]): readonly FieldError[] {
    return errors.filter(({ field }) => !this.#isShown(field));
  }

  #isShown(name: string): boolean {
    const [own = name] = name.split(/[[.]/);
    if (this.#views.has(own)) return this.state(own).visible;
    const field = this.#field(own);
    return field?.mounted === true && field.display === "visible";
  }

  /** The shown relations as tables to check, in the order in which they were opened. */
  tables(): readonly CheckedTable[] {
    return [...this.#views]
      .filter(([name]) => this.state(name).visible)
      .flatMap(([name, views]) =>
        views.map((view) => ({ paneKey: view.pane ?? name, validate: () => view.validate() })),
      );
  }

  /** Names of the fields in sight that are wrong now. */
  get wrongFields(): readonly string[] {
    return Object.values(this.form.fields)
      .filter(isField)
      .filter(({ mounted, display, selfErrors }) => mounted && display === "visible" && selfErrors.length > 0)
      .map((field) => String(field.path));
  }

  /** The shown tables that count what is wrong with them, in the order in which they were opened. */
  wrongRows(): readonly WrongRows[] {
    return [...this.#views]
      .filter(([name]) => this.state(name).visible)
      .flatMap(([, views]) => views.flatMap(({ wrong }) => wrong ?? []));
  }

  /** Shows errors beside their fields and clears the others; those without a field are the caller's to tell. */
  showAll(errors: readonly FieldError[]): void {
    const byField = groupByField(errors);
    this.form.query("*").forEach((field) => {
      if (isField(field)) this.#showErrors(String(field.path), byField.get(String(field.path)) ?? []);
    });
    for (const [relation, views] of this.#views) {
      for (const view of views) {
        const found = this.#errorsFor(view, relation, errors);
        view.showErrors(found.errors, found.problem);
      }
    }
  }

  #showErrors(name: string, errors: readonly FieldError[]): void {
    const field = this.#field(name);
    if (!field) return;
    const text = (level: FieldError["level"]) =>
      errors.filter((error) => error.level === level).map((error) => error.message);
    field.setSelfErrors(text("error"));
    field.setSelfWarnings(text("warning"));
  }

  #apply(change: FieldChange): void {
    if ("value" in change) this.form.setValuesIn(change.field, change.value);
    const field = change.state && this.#field(change.field);
    if (field && change.state) this.#show(field, change.state);
  }

  /** The state that the rules gave a field, in Formily's words. One that is hidden keeps its value and loses its errors. */
  #show(field: Field, { visible, disabled, required }: FieldState): void {
    field.setDisplay(visible ? "visible" : "hidden");
    field.setPattern(disabled ? "disabled" : "editable");
    field.setDecoratorProps({ asterisk: required });
  }

  #field(name: string): Field | undefined {
    const field = this.form.fields[name];
    return field && isField(field) ? field : undefined;
  }
}

interface RowErrors {
  readonly errors: readonly RowError[];
  /** They stop nothing. */
  readonly warnings: readonly RowError[];
  /** Of the rows together. */
  readonly problem: string | undefined;
}

/** Picks out `details[0].qty`, `details[0]` and `details`. */
function errorsOfRows(relation: string, errors: readonly FieldError[]): RowErrors {
  const found: Record<FieldError["level"], RowError[]> = { error: [], warning: [] };
  let problem: string | undefined;
  for (const { field, message, level } of errors) {
    if (!field.startsWith(relation)) continue;
    const rest = field.slice(relation.length);
    if (rest === "" && level === "error") problem ??= message;
    const [, index, column] = /^\[(\d+)\](?:\.(\w+))?$/.exec(rest) ?? [];
    if (index !== undefined) found[level].push({ index: Number(index), column: column ?? "", message });
  }
  return { errors: found.error, warnings: found.warning, problem };
}

function groupByField(errors: readonly FieldError[]): Map<string, FieldError[]> {
  const groups = new Map<string, FieldError[]>();
  for (const error of errors) groups.set(error.field, [...(groups.get(error.field) ?? []), error]);
  return groups;
}
