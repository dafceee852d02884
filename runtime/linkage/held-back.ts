import type { Row } from "../model/resolved-model.ts";
import { subRowsOf } from "../record/compute.ts";
import { isEmpty } from "../record/normalise.ts";
import type { ValueNode } from "../record/plan.ts";
import type { FormRecord } from "./linkage.ts";

/** What people put in: the record with what its conditions hold back. */
export function inputOf({ row, held }: FormRecord): Row {
  const names = Object.keys(held);
  if (names.length === 0) return row;
  return { ...row, ...Object.fromEntries(names.map((name) => [name, joined(row[name], held[name])])) };
}

function joined(value: unknown, held: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(held)) return held;
  return value.map((subRow: Row, index) => (held[index] ? { ...subRow, ...held[index] } : subRow));
}

/**
 * What a condition keeps out of the record although it was put in.
 *
 * @param conditional the fields and columns that may not apply
 */
export function heldOf(conditional: readonly ValueNode[], input: Row, row: Row): Row {
  const held: Record<string, unknown> = {};
  for (const { relation, field } of conditional) {
    if (relation === undefined) Object.assign(held, difference(field.name, input, row));
    else {
      const rows = heldCells(field.name, subRowsOf(input, relation), subRowsOf(row, relation), held[relation]);
      if (rows) held[relation] = rows;
    }
  }
  return held;
}

/** Cells of one column that are held back, beside those of the columns before it; undefined = none so far. */
function heldCells(column: string, inputs: readonly Row[], rows: readonly Row[], known: unknown): unknown {
  const before = (Array.isArray(known) ? known : []) as readonly (Row | undefined)[];
  const cells = rows.map((row, index) => {
    const own = difference(column, inputs[index] ?? {}, row);
    return own ? { ...before[index], ...own } : before[index];
  });
  return cells.some((cell) => cell !== undefined) ? cells : undefined;
}

const difference = (name: string, input: Row, row: Row): Row | undefined =>
  isEmpty(row[name]) && !isEmpty(input[name]) ? { [name]: input[name] } : undefined;
