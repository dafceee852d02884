import type { ResolvedDict, ResolvedField, ResolvedModel, Row } from "../model/resolved-model.ts";

/** What the rules of a record may see besides the record. The same in the form and on the server. */
export interface RecordContext {
  /** `add` fills defaults into absent keys. */
  readonly mode: "add" | "edit" | "copy" | "detail";
  /** `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly now: string;
  /** id, username, realname, orgCode, roles: root `user` of expressions. */
  readonly user: Row;
  /** Permission codes for `hasPerm`. */
  readonly perms?: readonly string[];
  /** The parent when the record is itself a sub-row; root `master`. */
  readonly master?: Row;
  /** The stored row when the record is the answers of an `ask`; root `row` beside their root `form`. */
  readonly row?: Row;
  /** Dictionary texts by code, for `dictText`. */
  readonly dicts?: Row;
  /** The stored row: a dictionary value that did not change is not checked again. */
  readonly before?: Row;
  /** Whether a value belongs to a dictionary; undefined = not known here, so not checked. */
  readonly dictHas?: (dict: ResolvedDict, value: string) => boolean | undefined;
  /** Message of a stored check rule that refuses the value; undefined = accepted or not known here. */
  readonly checkRule?: (code: string, value: string) => string | undefined;
  /** Why a value does not keep to its field's JSON Schema; the browser's editor marks it, the server decides. */
  readonly jsonProblem?: (field: ResolvedField, value: unknown) => string | undefined;
}

export interface FieldError {
  /** Field name; `details[0].qty` for a sub-row; empty for the record as a whole. */
  readonly field: string;
  /** Chinese. */
  readonly message: string;
  /** A warning does not stop saving. */
  readonly level: "error" | "warning";
  /** For sub-rows, the parts of `field`. */
  readonly relation?: string;
  readonly index?: number;
  readonly column?: string;
}

/** Looks a resolved model up by id; relations whose model is not known are left alone. */
export type ModelLookup = (modelId: string) => ResolvedModel | undefined;

/** Rows of one-to-many relations; a one-to-one relation is a list of at most one. */
export type SubRows = readonly Row[];
