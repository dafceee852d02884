import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { clearRange, fillDown } from "./grid-blocks.ts";
import type { GridCommand } from "./grid-keys.ts";
import { type GridParts, isToggle, togglePair } from "./grid-parts.ts";
import { removeRows } from "./remove-rows.ts";

/** Does what a key asks; false = the key is left to the page. */
export function perform(command: GridCommand, parts: GridParts): boolean {
  const { model } = parts;
  const { active } = model;
  switch (command.kind) {
    case "move":
      model.move(command.rows, command.columns, command.extend);
      return true;
    case "jump":
      model.jump(command.rows, command.columns, command.extend);
      return true;
    case "selectAll":
      model.selectAll();
      return true;
    case "fillDown":
      fillDown(model);
      return true;
    case "rowStart":
    case "rowEnd":
      model.move(0, command.kind === "rowStart" ? -1e9 : 1e9);
      return true;
    case "next":
      return model.next(command.step, false);
    case "edit":
      return model.edit(command.typed);
    case "clear":
      clearRange(model);
      return true;
    case "cancel":
      if (!active) return false;
      model.leave();
      return true;
    case "toggle": {
      const column = active ? model.columns[model.columnAt(active.key)] : undefined;
      if (!active || !column) return false;
      return isToggle(column) ? toggle(parts, active.id, column) : model.edit(undefined);
    }
    case "selectRow":
      if (active && parts.selection !== "none") model.toggleRow(active.id, parts.selection === "single");
      return true;
    case "find":
      parts.find();
      return true;
    case "insertRow":
      insertRow(parts, command.side, model.targetRows());
      return true;
    case "duplicateRows":
      duplicateRows(parts, model.targetRows());
      return true;
    case "removeRows":
      void removeRows(parts, model.canRemove ? model.targetRows() : []);
      return true;
    case "moveRow":
      if (active && parts.dragSort)
        model.moveRow(active.id, Math.max(0, model.store.indexOf(active.id) + command.step));
      return true;
    case "branch":
      if (!model.tree || !active) return false;
      void model.tree.toggle(active.id, command.opens);
      return true;
    case "details":
      if (!active || !parts.showDetails) return false;
      parts.showDetails(active.id);
      return true;
    case "below":
      if (!active || !parts.showBelow) return false;
      parts.showBelow(active.id);
      return true;
    case "undo":
      model.undo();
      return true;
    case "redo":
      model.redo();
      return true;
  }
}

/** Turns a yes into a no. */
export function toggle({ model }: GridParts, id: string, column: GridColumnPlan): boolean {
  if (!model.isEditable(id, column.name)) return false;
  const [on, off] = togglePair(column);
  model.commit(id, column.name, String(model.store.cell(id, column.name)) === String(on) ? off : on);
  return true;
}

/** A new row beside these, below the same row of a tree; at the end where there are none. */
export function insertRow({ model }: GridParts, side: "above" | "below", ids: readonly string[]): string | undefined {
  const { store, tree } = model;
  const rows = ids.filter((id) => store.row(id) !== undefined);
  const places = rows.map((id) => store.indexOf(id));
  const first = rows[places.indexOf(Math.min(...places))];
  const last = rows[places.indexOf(Math.max(...places))];
  if (first === undefined || last === undefined) return model.addRow();
  if (!tree) return model.addRow(side === "above" ? store.indexOf(first) : store.indexOf(last) + 1);
  const beside = side === "above" ? first : last;
  const given = { [tree.plan.parent]: store.cell(beside, tree.plan.parent) ?? null };
  return model.addRow(side === "above" ? store.indexOf(first) : tree.endOf(last), given);
}

/** A new row one level below a stored row of a tree, after those that are there. */
export async function addBelow({ model }: GridParts, id: string): Promise<void> {
  const { tree } = model;
  if (!tree || !(await tree.readAll([id]))) return;
  model.addRow(tree.endOf(id), { [tree.plan.parent]: id });
  await tree.toggle(id, true);
}

/** Copies of these rows below the last of them, as one step. */
export function duplicateRows({ model }: GridParts, ids: readonly string[]): void {
  const copies = ids.map((id) => {
    const { id: _id, version: _version, ...values } = model.store.row(id) ?? {};
    return values;
  });
  const [first] = model.addRows(copies, Math.max(...ids.map((id) => model.store.indexOf(id))) + 1);
  const key = model.active?.key ?? model.columns[0]?.name;
  if (first !== undefined && key !== undefined) model.activate({ id: first, key });
}
