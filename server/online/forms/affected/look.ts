import type { Queryable } from "../../../db/database.ts";
import type { DocumentStore } from "../../../documents/load-documents.ts";
import type { StoredForm } from "../stored-forms.ts";
import type { TableChange } from "./table-change.ts";

/** Something that reads a form's table and would be broken, or would say something else. */
export interface Affected {
  readonly kind: AffectedKind;
  /** What people call it. */
  readonly name: string;
  /** Where it uses the table: a button, a field, a line of a document. */
  readonly place: string;
  /** The columns it uses; empty where the whole table goes. */
  readonly columns: readonly string[];
  /** The designer that changes it. */
  readonly link?: { readonly page: "cgreportDesign" | "cgformDesign"; readonly id: string };
}
export type AffectedKind =
  | ("report" | "subscription" | "statement" | "form" | "page")
  | ("menu" | "dataRule" | "savedQuery" | "webhook");

/** Where a reader is looked for. */
export interface Look {
  readonly db: Queryable;
  readonly documents: DocumentStore;
  readonly forms: Iterable<StoredForm>;
  readonly change: TableChange;
}
export type Found = Omit<Affected, "kind">;

/** Of names of columns those that the change takes away, as it calls them. */
export const lostOf = ({ columns }: TableChange, names: Iterable<string>): readonly string[] =>
  [...new Set(names)].flatMap((name) => columns.get(name) ?? []);

/** Of a deleted form every reader is affected, else who uses a column that goes. */
export const isAffected = ({ next }: TableChange, columns: readonly string[]): boolean =>
  next === undefined || columns.length > 0;

/** Columns that people see go only with the table. */
export const shownColumns = ({ next }: TableChange, columns: readonly string[]): readonly string[] =>
  next ? columns : [];

/** Where a form is changed. */
export const designOf = (id: string): NonNullable<Affected["link"]> => ({ page: "cgformDesign", id });
