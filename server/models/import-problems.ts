import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";
import { type AppError, errorMessage } from "../http/errors.ts";

/** One thing that is wrong with a line of a file. */
export interface Fault {
  readonly message: string;
  /** The field of the rows that is wrong; absent where the line as a whole is, or a line of details. */
  readonly field?: string | undefined;
  /** Texts that may have been meant, the likeliest first. */
  readonly offers?: readonly string[] | undefined;
}

export interface RowProblem {
  /** From 1, as the spreadsheet shows it; `placeOf` of the sheet says it in words. */
  readonly rowNumber: number;
  readonly faults: readonly Fault[];
}

export const faultOf = (model: ResolvedModel, error: Pick<FieldError, "field" | "message">): Fault => ({
  message: described(model, error),
  field: model.fields.has(error.field) ? error.field : undefined,
});

/** A message that names its field. */
export function described(model: ResolvedModel, error: Pick<FieldError, "field" | "message">): string {
  const title = model.fields.get(error.field)?.title;
  return title === undefined || error.message.includes(title) ? error.message : `${title}：${error.message}`;
}

/** What a refused save says, field by field where it names them. */
export function faultsOf(model: ResolvedModel, { errorName, details, result }: AppError): readonly Fault[] {
  const { fieldErrors } = (result ?? {}) as { readonly fieldErrors?: Readonly<Record<string, string>> };
  const named = Object.entries(fieldErrors ?? {});
  if (named.length === 0) return [{ message: errorMessage(errorName, details) }];
  return named.map(([field, message]) => faultOf(model, { field, message }));
}

/** Lines in the order of the file; what was found of one line at several times stands together. */
export function inFileOrder(problems: readonly RowProblem[]): RowProblem[] {
  const byRow = new Map<number, Fault[]>();
  for (const { rowNumber, faults } of problems) byRow.set(rowNumber, [...(byRow.get(rowNumber) ?? []), ...faults]);
  return [...byRow].sort(([a], [b]) => a - b).map(([rowNumber, faults]) => ({ rowNumber, faults }));
}
