import type { FieldType } from "./resolved-model.ts";

const numeric: ReadonlySet<string> = new Set<FieldType>(["integer", "number", "money", "percent"]);

/** Whether the values of a field are numbers: summed, compared by size, written at the right. */
export const isNumeric = ({ type }: { readonly type: string }): boolean => numeric.has(type);
