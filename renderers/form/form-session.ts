import { createForm, type Field, type Form, isField } from "@formily/core";
import type { FieldChange } from "../../runtime/linkage/linkage.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";
import { isSame } from "./changes.ts";
import type { FormLogic } from "./form-logic.ts";

/**
 * One open form: Formily holds values and field states, our rules decide them. Every value that a person
 * puts in goes to the rules first; what follows from it comes back as changes and is applied in one batch.
 */
export class FormSession {
  readonly form: Form;
  readonly logic: FormLogic;
  readonly #start: Row;
  readonly #held = new Map<string, string>();

  constructor(logic: FormLogic) {
    this.logic = logic;
    this.#start = logic.row;
    this.form = createForm({ values: { ...logic.row }, validateFirst: true });
  }

  /** Whether the person changed something; closing then asks. */
  get isDirty(): boolean {
    const { row } = this.logic;
    return Object.keys(row).some((name) => !isSame(row[name], this.#start[name]));
  }

  /** A value from a control. */
  input(name: string, value: unknown): void {
    this.set({ [name]: value });
    if (this.#field(name)?.selfErrors.length) this.touch(name);
  }

  /** Values from an action, a picked reference or the server. */
  set(values: Row): void {
    const changes = this.logic.set(values);
    for (const change of changes) this.#apply(change);
  }

  /** While a reason stands, the form is not saved; the reason is shown beside the field. */
  hold(name: string, reason: string | undefined): void {
    const wasHeld = this.#held.has(name);
    if (reason !== undefined) this.#held.set(name, reason);
    else this.#held.delete(name);
    if (wasHeld && reason === undefined) this.touch(name);
  }

  /** Checks one field when the person leaves it. */
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

  /** Shows errors beside their fields and clears the others; those without a field are the caller's to tell. */
  showAll(errors: readonly FieldError[]): void {
    const byField = groupByField(errors);
    this.form.query("*").forEach((field) => {
      if (isField(field)) this.#showErrors(String(field.path), byField.get(String(field.path)) ?? []);
    });
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

function groupByField(errors: readonly FieldError[]): Map<string, FieldError[]> {
  const groups = new Map<string, FieldError[]>();
  for (const error of errors) groups.set(error.field, [...(groups.get(error.field) ?? []), error]);
  return groups;
}
