/** Columns that the editable table draws itself (TBL-14). */
const reservedNames: ReadonlySet<unknown> = new Set([
  "row-number",
  "row-checkbox",
  "row-radio",
  "row-expand",
  "row-drag-sort",
]);

/** Whether a name is taken by the table: no field, column or cell may be called so. */
export const isReservedName = (name: unknown): boolean => reservedNames.has(name);
