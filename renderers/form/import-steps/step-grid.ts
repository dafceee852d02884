import type { GridColumnPlan } from "../../../runtime/compile/plan.ts";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { RowStore } from "../../../runtime/rowstore/row-store.ts";
import { GridModel } from "../../grid/grid-model.ts";
import type { Fault, Mapping, ReadFile, Verdict } from "./import-steps-types.ts";

/** Beyond these every row is one more screen of a table that nobody reads to its end. */
const columnWidth = 150;

/** The mapped columns of a file as a table of texts: what is typed in is what the file would have said. */
export function createStepGrid(model: ResolvedModel, file: ReadFile, mapping: Mapping): GridModel {
  const columns = mapping.flatMap((name, at) => {
    const column = name === null ? undefined : textColumn(model, file, name);
    return column ? [{ at, column }] : [];
  });
  const store = new RowStore({ columns: columns.map(({ column }) => ({ key: column.name, checks: [] })) });
  store.load(
    file.rows.map(({ no, cells }) => ({
      id: String(no),
      ...Object.fromEntries(columns.map(({ at, column }) => [column.name, cells[at] || null])),
    })),
  );
  return new GridModel(
    store,
    columns.map(({ column }) => column),
    { canAdd: false, canRemove: true, max: undefined },
  );
}

function textColumn(model: ResolvedModel, { fields }: ReadFile, name: string): GridColumnPlan | undefined {
  const field = model.fields.get(name);
  const known = fields.find((one) => one.name === name);
  if (!field || !known) return undefined;
  return {
    name,
    title: known.title,
    field: { ...field, type: "string", dict: undefined, rules: [], multiple: false, maxLength: undefined },
    dict: undefined,
    cell: { kind: "cell", type: "text", props: { type: "text" } },
    width: columnWidth,
    grows: true,
    align: "left",
    fixed: undefined,
    sortable: false,
    summary: undefined,
    visible: true,
    groupHeader: undefined,
    editor: { kind: "editor", type: "input", props: { type: "input" } },
    readOnly: false,
    required: known.required,
    default: undefined,
    rules: [],
    tip: undefined,
  };
}

/** The rows as the server takes them: a row keeps the number of its line. */
export function rowsOf({ store, allColumns }: GridModel): readonly { no: number; cells: (string | null)[] }[] {
  return store.order.map((id) => {
    const row: Row = store.row(id) ?? {};
    return { no: Number(id), cells: allColumns.map(({ name }) => textOf(row[name])) };
  });
}

const textOf = (value: unknown) => (value === null || value === undefined || value === "" ? null : String(value));

/** Makes the wrong cells red until they hold something else. */
export function markFaults(grid: GridModel, { problems }: Verdict): void {
  const keys = grid.allColumns.map(({ name }) => name);
  grid.findings.mark(
    problems.flatMap(({ no, faults }) => {
      const byKey = new Map<string, string[]>();
      for (const { field, message } of faults) {
        // What no column holds is said at the first one.
        const key = field !== undefined && keys.includes(field) ? field : (keys[0] ?? "");
        byKey.set(key, [...(byKey.get(key) ?? []), message]);
      }
      return [...byKey].map(([key, messages]) => ({ id: String(no), key, message: messages.join("；") }));
    }),
  );
}

/** One kind of mistake: the same text in the same column. */
export interface FaultGroup extends Fault {
  readonly key: string;
  readonly rows: readonly number[];
}

/** The faults of a verdict, those of most rows first. */
export function faultGroups(grid: GridModel, { problems }: Verdict): readonly FaultGroup[] {
  const groups = new Map<string, FaultGroup & { rows: number[] }>();
  for (const { no, faults } of problems) {
    if (!grid.store.row(String(no))) continue;
    for (const fault of faults) {
      const key = `${fault.field ?? ""}\n${fault.message}`;
      const group = groups.get(key) ?? { ...fault, key, rows: [] };
      group.rows.push(no);
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((a, b) => b.rows.length - a.rows.length);
}
