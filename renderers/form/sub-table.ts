import type { GridColumnPlan, GridPlan, ListPlan } from "../../runtime/compile/plan.ts";
import { compileTemplate } from "../../runtime/expr/template.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { readLevel } from "../../runtime/react/answered-page.ts";
import { mayChange, maySee, namesOf } from "../../runtime/react/field-rights.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { type ConsoleServices, type LiveTable, textOfReason } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { cellChecks } from "../../runtime/rowstore/cell-checks.ts";
import { changedKeys } from "../../runtime/rowstore/row-marks.ts";
import { RowStore } from "../../runtime/rowstore/row-store.ts";
import { readPage } from "../../runtime/wire/page.ts";
import { wordedValue } from "../grid/grid-blocks.ts";
import { gridMessages } from "../grid/grid-messages.ts";
import { GridModel } from "../grid/grid-model.ts";
import type { TreeHost } from "../grid/grid-tree.ts";
import type { CellPlace } from "../grid/grid-types.ts";
import { askCheckRule } from "./ask-server.ts";
import { isSame } from "./changes.ts";
import type { FormSession, RowError, RowsView } from "./form-session.ts";
import { changedNames, rowsById } from "./merge-rows.ts";
import { createRowChanges } from "./row-changes.ts";
import { copiedValues, isCopiedFrom, pickedValues } from "./snapshots.ts";

/** Codes that a prefix makes for the buttons of a table. */
type ToolbarCode = "add" | "remove" | "batch_delete";

interface SubTableParts {
  readonly session: FormSession;
  readonly plan: ListPlan;
  readonly relation: string;
  readonly grid: GridPlan;
  readonly services: ConsoleServices;
  readonly title: string;
  /** The pane of the form that it stands in. */
  readonly pane: string;
  /** Of the stored record; undefined = it is new. */
  readonly masterId: unknown;
}

export interface SubTable {
  readonly model: GridModel;
  /** Adds a row for each picked one that no row holds yet. Answers how many came and how many were there already. */
  addPicked(field: string, picked: readonly Row[]): { readonly added: number; readonly known: number };
  /** Adds a row with these values; what follows from them is put in, as when a person had typed them. */
  addFilled(values: Row): void;
  /** An empty table of the columns that a person may fill in, with the same rules, for rows that are not added yet. */
  createPreview(): GridModel;
  /** Adds the rows of such a table; `dropped` found no room. Cells that are closed here stay as a new row has them. */
  addImported(preview: GridModel): { readonly dropped: number };
  /** Begins the exchange with the form; the answer ends it. */
  attach(): () => void;
}

/**
 * Joins the editable table of a relation with its form: what is typed in a row goes through the form's rules, computed
 * cells and totals of the master come back in the same step, and errors of the rules or the server find their cells.
 */
export function createSubTable(parts: SubTableParts): SubTable {
  const { session, plan, relation, grid, services, masterId } = parts;
  const target = plan.models.get(grid.modelId);
  const owner = target ?? plan.model;
  const columns = grid.columns.filter(({ field, visible }) => visible !== false && maySee(services, owner, field));
  const scopeOf = (row: Row): Row => ({
    row,
    rows: store.values(),
    master: session.row,
    form: session.row,
    user: services.user,
  });
  const masterScope = () => buildScope(services, { master: session.row, form: session.row });
  const openedRow = ({ id }: Row) =>
    isEmpty(id) ? undefined : session.openedRows(relation).find((row) => row.id === id);
  const checkOptions = { scopeOf, openedRow, checkRule: (code: string) => askCheckRule(services, code) };
  const checksOf = ({ field, rules }: GridColumnPlan, isRequired: boolean) =>
    cellChecks({ ...field, rules: [...field.rules, ...rules] }, { ...checkOptions, isRequired });
  const store: RowStore = new RowStore({
    columns: columns.map((column) => ({
      key: column.name,
      ...(column.summary === undefined ? {} : { summary: column.summary }),
      // The average of whole numbers is seldom one.
      scale: column.field.scale || 2,
      // What is missing the record's rules say: they know when a field applies.
      checks: column.readOnly ? [] : checksOf(column, false),
    })),
    ...(grid.orderField === undefined ? {} : { orderField: grid.orderField }),
    isDisabled: (row) => grid.disabledRows?.evaluate({ row, master: session.row, form: session.row }) === true,
  });
  // Those without an expression stand over their column.
  const tips = new Map(
    columns.flatMap(({ name, tip }) => (tip?.includes("{{") ? [[name, compileTemplate(tip)] as const] : [])),
  );
  const touched = new Set<string>();
  let isAllChecked = false;
  let live: LiveTable | undefined;
  let isOwn = false;

  const rowsNow = (): readonly Row[] => {
    const rows = session.row[relation];
    return Array.isArray(rows) ? rows : [];
  };
  /** A stored row that another table over the same rows has moved; a new one gets its id where it stands. */
  const isElsewhere = (row: Row, index: number): boolean => {
    const here = store.row(store.order[index] ?? "")?.id;
    return !isEmpty(here) && here !== row.id;
  };
  /** The table follows what the rules, or another table over the same rows, made of them. */
  const takeIn = () => {
    const rows = rowsNow();
    if (rows.length !== store.size || rows.some(isElsewhere)) {
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
    const { errors, warnings, problem } = session.checkRows(relation, view);
    const isLookedAt = ({ index, column }: RowError) => isAllChecked || touched.has(cellOf(index, column));
    model.findings.warn(byPlace(warnings.filter(isLookedAt)));
    show(errors.filter(isLookedAt), isAllChecked ? problem : undefined);
  };
  const cellOf = (index: number, column: string): string => `${store.order[index]} ${column || columns[0]?.name}`;
  /** An error of a column that is not shown, or of the row, stands on the first one. */
  const keyAt = (column: string): string =>
    columns.some(({ name }) => name === column) ? column : (columns[0]?.name ?? "");

  const show = (errors: readonly RowError[], problem: string | undefined) =>
    model.findings.show(byPlace(errors), problem);
  const byPlace = (errors: readonly RowError[]) => {
    const byRow = new Map<string, Map<string, string>>();
    const put = (id: string, column: string, message: string) => {
      const cells = byRow.get(id) ?? new Map<string, string>();
      if (!cells.has(column)) cells.set(column, message);
      byRow.set(id, cells);
    };
    for (const { index, column, message } of errors) {
      const id = store.order[index];
      if (id !== undefined) put(id, keyAt(column), message);
    }
    return byRow;
  };

  /** What the rows take over from those that they refer to now; each of those is read once. */
  const takeCopies = async (places: readonly CellPlace[]) => {
    if (!target) return;
    const source = { model: target, models: plan.models, services };
    const byReference = new Map<string, { key: string; value: unknown; ids: string[] }>();
    for (const { id, key } of places) {
      if (!isCopiedFrom(target, key)) continue;
      const value = store.cell(id, key);
      const reference = byReference.get(`${key} ${String(value)}`) ?? { key, value, ids: [] };
      reference.ids.push(id);
      byReference.set(`${key} ${String(value)}`, reference);
    }
    const copied = new Map<string, Row>();
    await Promise.all(
      [...byReference.values()].map(async ({ key, value, ids }) => {
        const values = await copiedValues(source, key, value);
        if (!values) return;
        for (const id of ids) {
          if (Object.is(store.cell(id, key), value)) copied.set(id, { ...copied.get(id), ...values });
        }
      }),
    );
    patchRows(copied);
  };

  const patchRows = (rows: ReadonlyMap<string, Row>) => {
    if (rows.size === 0) return;
    model.write(() => {
      for (const [id, values] of rows) store.patch(id, values);
    });
    recheck();
  };
  const runChanges = createRowChanges({ actions: grid.onChange, services, session, store, target, patch: patchRows });

  /** Rows that stand where the table has them, and are stored so: reading them is no change. */
  const hearRows = (opened: readonly Row[]) => {
    isOwn = true;
    try {
      session.hearRows(relation, store.values(), opened);
    } finally {
      isOwn = false;
    }
    takeIn();
    recheck();
  };
  const tree: TreeHost | undefined = grid.tree && {
    plan: grid.tree,
    read: async (parent) => {
      const params = { id: masterId, relation, ...grid.tree?.params, [grid.tree?.parentKey ?? ""]: parent.id };
      return readLevel(await services.request({ method: "GET", url: `${owner.base}/listByMainId`, params }));
    },
    receive: (rows, at) => {
      store.receive(rows, at);
      hearRows([...session.openedRows(relation), ...rows]);
    },
    fail: (reason) => services.notify("error", textOfReason(reason), reason),
  };
  const closed = new Set(columns.filter(({ field }) => !mayChange(services, owner, field)).map(({ name }) => name));
  const of = plan.model.relations[relation];
  const hasOwnRights = of !== undefined && of.kind !== "tree" && of.ownRights === true;
  const mayWrite = (verb: "add" | "edit" | "delete") =>
    !hasOwnRights || services.hasPermission(`${owner.permissionPrefix}:${verb}`);
  const mayEdit = mayWrite("edit");
  const isOpen = mayEdit || mayWrite("add") || mayWrite("delete");
  const isLocked = () => session.state(relation).disabled || !isOpen;
  const mayPress = (code: ToolbarCode) =>
    grid.permissionPrefix === undefined || !namesOf(services, grid.permissionPrefix).hidden.has(code);
  const model = new GridModel(
    store,
    columns,
    {
      canAdd: grid.add !== undefined && mayPress("add") && mayWrite("add"),
      // Whoever may not delete many may not delete one either.
      canRemove: grid.remove !== undefined && mayPress("remove") && mayPress("batch_delete") && mayWrite("delete"),
      canMove: mayEdit,
      max: grid.max,
      pageSize: grid.paging?.pageSize,
      addLabel: grid.add?.label,
      removeLabel: grid.remove?.label,
    },
    {
      tree,
      isToldElsewhere: (key) => session.isToldElsewhere(relation, key, view),
      isOffered: (what) => isTrue(grid[what]?.visible ?? true, masterScope()),
      cellState: (index, key) => {
        const state = session.cellState({ relation, index, column: key });
        const isKept = !mayEdit && !store.isInserted(store.order[index] ?? "");
        return { visible: state.visible, disabled: state.disabled || closed.has(key) || isKept };
      },
      hint: (row, key) =>
        tips.get(key)?.(buildScope(services, { row, master: session.row, form: session.row })) || undefined,
      follow,
      settled: (places) => {
        for (const { id, key } of places) touched.add(`${id} ${key}`);
        recheck();
        void takeCopies(places);
        runChanges([...new Set(places.map(({ id }) => id))]);
      },
      // The rules know fields only; the words of references stay beside them.
      newRow: (given) => ({ ...wordsIn(given), ...session.newSubRow(relation, given) }),
    },
  );
  store.load(rowsNow());
  model.lock(isLocked());
  // Rows that came or went change what is wrong: their number, or two that were alike.
  store.onOrder(() => {
    if (isAllChecked || model.findings.count > 0) recheck();
  });
  const view: RowsView = {
    pane: parts.pane,
    wrong: {
      title: parts.title,
      count: () => model.findings.count + (model.findings.problem === undefined ? 0 : 1),
      onChange: (listener) => model.onChange(listener),
    },
    has: (column) => columns.some(({ name }) => name === column),
    mayFill: (column) => columns.some(({ name, readOnly }) => name === column && !readOnly),
    changed: () => {
      if (isOwn) return;
      takeIn();
      model.lock(isLocked());
      model.refresh();
    },
    merge: async () => {
      if (!Array.isArray(session.row[relation]) || isEmpty(masterId)) return true;
      const params = { id: masterId, relation };
      return takeStored(
        readPage(await services.request({ method: "GET", url: `${owner.base}/listByMainId`, params })).rows,
      );
    },
    saved: () => live?.changed(store.order.filter((id) => store.isEdited(id))),
    showErrors: (errors, problem) => {
      isAllChecked = true;
      const known = new Set(session.checkRows(relation, view).errors.map(({ index, column }) => cellOf(index, column)));
      // What the rules here do not know the server said: it holds until the cell is changed.
      model.findings.mark(
        errors
          .filter(({ index, column }) => !known.has(cellOf(index, column)))
          .map(({ index, column, message }) => ({ id: store.order[index] ?? "", key: keyAt(column), message })),
      );
      show(errors, problem);
    },
    validate: async () => {
      const { valid } = await store.validate();
      return valid && !model.findings.hasMarks;
    },
  };
  /** Takes in what somebody else saved of a row; what was typed here stays, also in an open editor, which has its draft. */
  const hear = (row: Row) => {
    const id = store.idOf(row) ?? "";
    const before = store.row(id);
    if (!before || store.isInserted(id)) return;
    // Frames may overtake each other: an older state takes nothing back.
    if (Number(row.version) < Number(before.version)) return;
    const opened = session.openedRows(relation);
    const known = opened.find((each) => each.id === row.id) ?? before;
    store.applyRemote(id, row);
    hearRows(opened.map((each) => (each.id === row.id ? { ...each, ...row } : each)));
    const names = columns.map(({ name }) => name).filter((name) => name in row && !isSame(known[name], row[name]));
    const overruled = gridMessages.overruled(nameBy(row));
    const isTaken = (key: string) => isSame(store.cell(id, key), row[key]);
    model.noteSaved(
      names.map((key) => ({ id, key, message: isTaken(key) ? noteBy(row) : overruled })),
      overruled,
    );
  };
  /** Takes in the rows as somebody else has saved them. False = a row that is gone there was worked on here. */
  const takeStored = (theirs: readonly Row[]): boolean => {
    if (!target) return false;
    const opened = session.openedRows(relation);
    const [before, now] = [rowsById(opened), rowsById(theirs)];
    const gone = store.order.filter((id) => {
      const key = store.cell(id, "id");
      return before.has(key) && !now.has(key);
    });
    const isMine = (id: string) => {
      const row = store.row(id) ?? {};
      const isOpen = model.active?.isEditing === true && model.active.id === id;
      return isOpen || changedNames(target, before.get(row.id) ?? {}, row).length > 0;
    };
    if (gone.some(isMine)) return false;
    const known = (row: Row) => store.row(store.idOf(row) ?? "");
    for (const row of theirs) if (known(row) && known(row)?.version !== row.version) hear(row);
    // Rows below a closed one come with it.
    const added = tree ? [] : theirs.filter((row) => !before.has(row.id) && !known(row));
    if (gone.length + added.length === 0) return true;
    store.discard(gone);
    store.receive(added, store.size);
    hearRows([...session.openedRows(relation).filter(({ id }) => now.has(id)), ...added]);
    const [first] = columns;
    if (first)
      model.findings.note(added.map((row) => ({ id: store.idOf(row) ?? "", key: first.name, message: noteBy(row) })));
    return true;
  };
  const addPicked = (field: string, picked: readonly Row[]) => {
    if (!target) return { added: 0, known: 0 };
    const held = new Set(store.values().map((row) => String(row[field] ?? "")));
    const rows = picked
      .map((row) => pickedValues(target, field, row))
      .filter((row) => !held.has(String(row[field] ?? "")));
    // An empty last row is what people leave behind after 新增一行.
    const last = store.order.at(-1);
    const isSpare = last !== undefined && store.isInserted(last) && isEmpty(store.cell(last, field));
    const [first, ...others] = rows;
    let ids: readonly string[] = [];
    if (isSpare && first) {
      model.write(() => store.patch(last, first));
      ids = [last, ...model.addRows(others)];
    } else ids = model.addRows(rows);
    for (const id of ids) touched.add(`${id} ${field}`);
    runChanges(ids);
    recheck();
    return { added: ids.length, known: picked.length - rows.length };
  };
  const addFilled = (values: Row) => {
    const id = model.addRow(undefined, values);
    if (id !== undefined) runChanges([id]);
  };
  const createPreview = () => {
    const filled = columns.filter(({ name, readOnly, editor }) => {
      return !readOnly && !closed.has(name) && editor.kind !== "broken";
    });
    const rows = new RowStore({
      columns: filled.map((column) => ({ key: column.name, checks: checksOf(column, column.required) })),
    });
    return new GridModel(rows, filled, { canAdd: true, canRemove: true, max: undefined });
  };
  const addImported = (preview: GridModel) => {
    const rows = preview.store.values();
    const ids = model.write(() => {
      const added = model.addRows(rows.map(() => ({})));
      model.put(
        added.flatMap((id, at) =>
          preview.columns
            .filter(({ name }) => !isEmpty(rows[at]?.[name]))
            .map(({ name }) => ({ id, key: name, ...wordedValue(rows[at] ?? {}, name) })),
        ),
      );
      return added;
    });
    return { dropped: rows.length - ids.length };
  };
  return {
    model,
    addPicked,
    addFilled,
    createPreview,
    addImported,
    attach: () => {
      takeIn();
      const detach = session.attach(relation, view);
      live = services.liveRows?.join(grid.modelId, hear);
      return () => {
        live?.leave();
        detach();
      };
    },
  };
}

const nameBy = ({ updateBy, createBy }: Row) => String(updateBy ?? createBy ?? "");
const noteBy = (row: Row) => gridMessages.changedBy(nameBy(row));
const wordsIn = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name.endsWith("_dictText")));
