import type { FieldError } from "../../runtime/record/record-types.ts";

/** One table of a form, as the check of the whole form needs it. */
export interface CheckedTable {
  /** Pane of the form in which the table stands: the title of its tab, or the table's own name. */
  readonly paneKey: string;
  /** Checks every row, rules that ask elsewhere included. */
  validate(): Promise<boolean>;
}

export interface CheckedForm {
  /** Checks every field and answers what is wrong. */
  check(): readonly FieldError[];
}

/** Why a form may not be saved. `index` and `paneKey` name the first wrong table; without them fields are wrong. */
export class ValidationFailed extends Error {
  readonly error = "VALIDATE_FAILED";
  readonly index: number | undefined;
  readonly paneKey: string | undefined;

  /** What is wrong with the fields. */
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[], table?: { readonly index: number; readonly paneKey: string }) {
    super(table ? `table ${table.index} (${table.paneKey}) has errors` : "the form has errors");
    this.errors = errors;
    this.index = table?.index;
    this.paneKey = table?.paneKey;
  }
}

/**
 * Checks the fields of a form, then its tables one after the other, and stops at the first wrong one.
 *
 * @throws TypeError when no form is given
 * @throws ValidationFailed with the index and the pane of the first wrong table, or without them for wrong fields
 */
export async function validateFormAndTables(form: CheckedForm, tables: readonly CheckedTable[]): Promise<void> {
  if (typeof form !== "object" || form === null || typeof form.check !== "function") {
    throw new TypeError(`expected a form object, got ${form === null ? "null" : typeof form}`);
  }
  const errors = form.check();
  if (errors.length > 0) throw new ValidationFailed(errors);
  for (const [index, { paneKey, validate }] of tables.entries()) {
    if (!(await validate())) throw new ValidationFailed([], { index, paneKey });
  }
}
