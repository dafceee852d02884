import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import { throwFieldErrors } from "./field-errors.ts";
import type { Draft } from "./hooks.ts";

/** Defaults, cleared and computed fields of a row under way. */
export function completeRow(_work: Work, model: ResolvedModel, row: Draft, before: Row | undefined): Draft {
  const complete = { ...row };
  for (const field of model.fields.values()) {
    if (complete[field.name] === undefined) complete[field.name] = before ? null : (field.default ?? null);
  }
  return complete;
}

/** @throws AppError INVALID with `{fieldErrors}` */
export function refuseInvalid(_work: Work, model: ResolvedModel, row: Row, _before: Row | undefined): void {
  const fieldErrors: Record<string, string> = {};
  for (const field of model.fields.values()) {
    if (field.required === true && (row[field.name] ?? null) === null) fieldErrors[field.name] = `请输入${field.title}`;
  }
  throwFieldErrors(fieldErrors);
}
