import type { Row } from "../model/resolved-model.ts";
import type { FieldError, RecordContext } from "../record/record-types.ts";
import type { FieldChange, FieldState, Linkage } from "./linkage.ts";

export interface HeldForm {
  readonly row: Row;
  state(id: string): FieldState;
  cellState(relation: string, index: number, column: string): FieldState;
  set(edits: Row): readonly FieldChange[];
  setSubRow(relation: string, index: number, values: Row): readonly FieldChange[];
  check(): readonly FieldError[];
}

/** A form over the rules for tests: it keeps the record between two evaluations and nothing else. */
export function heldForm(linkage: Linkage, start: Row, context: RecordContext): HeldForm {
  let record = linkage.open(start, context);
  const form: HeldForm = {
    get row() {
      return record.row;
    },
    state: (id) => linkage.state(id, record.row, context),
    cellState: (relation, index, column) => linkage.cellState({ relation, index, column }, record.row, context),
    set(edits) {
      const { changes, ...next } = linkage.evaluate(record, edits, context);
      record = next;
      return changes;
    },
    setSubRow(relation, index, values) {
      const rows = record.row[relation] as readonly Row[];
      return form.set({ [relation]: rows.map((row, at) => (at === index ? { ...row, ...values } : row)) });
    },
    check: () => linkage.check(record.row, context),
  };
  return form;
}
