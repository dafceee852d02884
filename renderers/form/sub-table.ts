import type { GridPlan, ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { changedKeys } from "../../runtime/rowstore/row-marks.ts";
import { RowStore } from "../../runtime/rowstore/row-store.ts";
import { GridModel } from "../grid/grid-model.ts";
import type { FormSession, RowError, RowsView } from "./form-session.ts";
import { copiedValues } from "./snapshots.ts";

interface SubTableParts {
  readonly session: FormSession;
  readonly plan: ListPlan;
  readonly relation: string;
  readonly grid: GridPlan;
  readonly services: ConsoleServices;
}

export interface SubTable {
  readonly model: GridModel;
  /** Begins the exchange with the form; the answer ends it. */
  attach(): () => void;
}

/**
 * Joins the editable table of a relation with its form: what is typed in a row goes through the form's rules, computed
 * cells and totals of the master come back in the same step, and errors of the rules or the server find their cells.
 */
export function createSubTable({ session, plan, relation, grid, services }: SubTableParts): SubTable {
  const { logic } = session;
  const target = plan.models.get(grid.modelId);
  const columns = grid.columns.filter(({ field }) => isAllowed(field.permission.see, services));
  const store = new RowStore({
    columns: columns.map(({ name, summary, field }) => ({
      key: name,
      ...(summary === undefined ? {} : { summary }),
      scale: field.scale ?? 2,
    })),
    ...(grid.orderField === undefined ? {} : { orderField: grid.orderField }),
    isDisabled: (row) => grid.disabledRows?.evaluate({ row, master: logic.row, form: logic.row }) === true,
  });
  const touched = new Set<string>();
  /** Answers of the server, each true until its cell changes. */
  const answered = new Map<string, { readonly message: string; readonly value: unknown }>();
  let isAllChecked = false;
  let isOwn = false;

  const rowsNow = (): readonly Row[] => {
    const rows = logic.row[relation];
    return Array.isArray(rows) ? rows : [];
  };
  /** The table follows what the rules made of its rows. */
  const takeIn = () => {
    const rows = rowsNow();
    if (rows.length !== store.size) {
      store.load(rows);
      touched.clear();
      return;
    }
    store.transaction(() => {
      rows.forEach((row, index) => {
        const id = store.order[index];
        const before = id === undefined ? undefined : store.row(id);
        if (id === undefined || !before || before === row) return;
        store.patch(id, Object.fromEntries(changedKeys(before, row).map((key) => [key, row[key]])));
      });
    });
  };
  const follow = () => {
    isOwn = true;
    try {
      session.set({ [relation]: store.values() });
    } finally {
      isOwn = false;
    }
    takeIn();
  };
  const recheck = () => {
    const { errors, problem } = session.checkRows(relation);
    const shown = errors.filter(({ index, column }) => isAllChecked || touched.has(cellOf(index, column)));
    show(shown, isAllChecked ? problem : undefined);
  };
  const cellOf = (index: number, column: string): string => `${store.order[index]} ${column || columns[0]?.name}`;

  const show = (errors: readonly RowError[], problem: string | undefined) => {
    const byRow = new Map<string, Map<string, string>>();
    const put = (id: string, column: string, message: string) => {
      const cells = byRow.get(id) ?? new Map<string, string>();
      if (!cells.has(column)) cells.set(column, message);
      byRow.set(id, cells);
    };
    for (const { index, column, message } of errors) {
      const id = store.order[index];
      // An error of a column that is not shown stands on the first one.
      const at = columns.some(({ name }) => name === column) ? column : columns[0]?.name;
      if (id !== undefined && at !== undefined) put(id, at, message);
    }
    for (const [cell, { message, value }] of answered) {
      const [id = "", column = ""] = cell.split(" ");
      if (Object.is(store.cell(id, column), value)) put(id, column, message);
      else answered.delete(cell);
    }
    model.showErrors(byRow, problem);
  };

  const takeCopies = async (id: string, key: string) => {
    if (!target) return;
    const value = store.cell(id, key);
    const values = await copiedValues({ model: target, models: plan.models, services }, key, value);
    if (!values || !Object.is(store.cell(id, key), value)) return;
    model.write(() => store.patch(id, values));
    recheck();
  };

  const model = new GridModel(
    store,
    columns,
    { canAdd: grid.canAdd, canRemove: grid.canRemove, max: grid.max },
    {
      cellState: (index, key) => {
        const column = columns.find(({ name }) => name === key);
        const state = logic.cellState?.(relation, index, key) ?? { visible: true, disabled: false };
        return {
          visible: state.visible,
          disabled: state.disabled || !isAllowed(column?.field.permission.edit, services),
        };
      },
      follow,
      settled: (id, key) => {
        touched.add(`${id} ${key}`);
        recheck();
        void takeCopies(id, key);
      },
      newRow: (given) => logic.newSubRow?.(relation, given) ?? given,
    },
  );
  store.load(rowsNow());
  model.lock(logic.state(relation).disabled);
  // Rows that came or went change what is wrong: their number, or two that were alike.
  store.onOrder(() => {
    if (isAllChecked || model.errorCount > 0) recheck();
  });
  const view: RowsView = {
    changed: () => {
      if (isOwn) return;
      takeIn();
      model.lock(logic.state(relation).disabled);
      model.refresh();
    },
    showErrors: (errors, problem) => {
      isAllChecked = true;
      const known = new Set(session.checkRows(relation).errors.map(({ index, column }) => cellOf(index, column)));
      answered.clear();
      for (const { index, column, message } of errors) {
        const cell = cellOf(index, column);
        if (!known.has(cell)) answered.set(cell, { message, value: store.cell(store.order[index] ?? "", column) });
      }
      show(errors, problem);
      if (errors.length === 0) return;
      model.leave();
      model.nextError();
    },
  };
  return {
    model,
    attach: () => {
      takeIn();
      return session.attach(relation, view);
    },
  };
}

const isAllowed = (code: string | undefined, services: ConsoleServices): boolean =>
  code === undefined || services.hasPermission(code);
