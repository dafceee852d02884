import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import { DatabaseError } from "../db/database.ts";
import { indexName } from "../db/tables/index-name.ts";
import { AppError } from "../http/errors.ts";
import { guessedText, isGuessable } from "./masked-guesses.ts";

/** A value that is taken in a field which the caller sees masked. */
export class GuessedValue extends AppError {
  constructor(field: ResolvedField) {
    const message = guessedText(field);
    super("INVALID", { details: { reason: message }, result: { fieldErrors: { [field.name]: message } } });
  }
}

/**
 * A violated unique index as a refusal that names the field; other errors stay as they are.
 *
 * @param models every model whose rows the call may have written
 * @param row the row being saved, to name the value
 */
export function explainDuplicate(
  error: unknown,
  models: Iterable<ResolvedModel>,
  caller: Caller,
  row: Row = {},
): unknown {
  if (!(error instanceof DatabaseError) || error.failure !== "unique") return error;
  for (const model of models) {
    const fields = violatedFields(model, error.constraint);
    // Of values that only together have to be unique the last is the row's own; those before it say whose the row is.
    const last = fields?.at(-1);
    if (!fields || last === undefined) continue;
    const guessed = fields.map((name) => model.fields.get(name)).find((one) => one && isGuessable(model, one, caller));
    if (guessed) return new GuessedValue(guessed);
    const index = model.indexes.find((one) => one.unique && one.fields.join() === fields.join());
    const field = model.fields.get(last);
    const value = row[last];
    const shown = fields.length === 1 && typeof value === "string" && value.length <= 40 ? `“${value}”` : "";
    const message = index?.message ?? `${field?.title ?? ""}${shown}已存在`;
    return new AppError("INVALID", { details: { reason: message }, result: { fieldErrors: { [last]: message } } });
  }
  return new AppError("INVALID", { details: { reason: "数据库中已存在该记录" }, cause: error });
}

/** Fields of the index that the database named; its name is made from table and columns. */
function violatedFields(model: ResolvedModel, constraint: string | undefined): readonly string[] | undefined {
  return uniqueIndexes(model).find((index) => index.name === constraint)?.fields;
}

function uniqueIndexes(model: ResolvedModel): { readonly name: string; readonly fields: readonly string[] }[] {
  const single = [...model.fields.values()].filter((field) => field.unique).map((field) => [field.name]);
  const declared = model.indexes.filter((index) => index.unique).map((index) => index.fields);
  return [...single, ...declared].map((fields) => ({
    name: indexName(
      model.table,
      fields.map((name) => model.fields.get(name)?.column ?? name),
      "key",
    ),
    fields,
  }));
}
