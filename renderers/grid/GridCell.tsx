import type { ReactElement, ReactNode } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { placesOf } from "../../runtime/expr/decimal.ts";
import { isBlank, isOn } from "../../runtime/format/cell-text.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { registeredRenderer } from "../../runtime/registry/registry.ts";
import { cellFace } from "../cells/CellView.tsx";
import { messages } from "../messages.ts";
import { BranchMark } from "../table/BranchMark.tsx";
import type { BranchState } from "../table/table-layout.ts";
import { CellEditor, hintOf as documentHint } from "./CellEditor.tsx";
import { gridMessages } from "./grid-messages.ts";
import { cellId, type GridParts, isToggle, togglePair } from "./grid-parts.ts";
import type { ActiveCell } from "./grid-types.ts";

interface GridCellProps {
  readonly parts: GridParts;
  readonly id: string;
  readonly row: Row;
  readonly column: GridColumnPlan;
  readonly columnIndex: number;
  readonly isClosed: boolean;
  readonly isShown: boolean;
  readonly error: string | undefined;
  /** What somebody else did to it. */
  readonly note: string | undefined;
  /** What the rules say of it while it is not wrong. */
  readonly hint: string | undefined;
  readonly isInBlock: boolean;
  readonly active: ActiveCell | undefined;
  /** The lower right of the block, which is drawn over other rows from there. */
  readonly isCorner: boolean;
  /** In the column that shows the levels of a tree. */
  readonly branch: BranchState | undefined;
  /** Left offset of a pinned column. */
  readonly left: number | undefined;
}

/**
 * One cell: plain words until it is opened, and one editor at a time. No component: a row draws its cells together, and a
 * table that scrolls draws hundreds in a frame.
 */
export function gridCell(props: GridCellProps): ReactElement {
  const { parts, id, row, column, error, hint, active } = props;
  const reason = error ?? hint;
  const isEditing = active?.isEditing === true && !parts.model.isCovered;
  return (
    <div
      key={column.name}
      role="gridcell"
      // Only what the table points to needs a name.
      id={active || reason !== undefined ? cellId(parts, id, column.name) : undefined}
      className={classOf(props, isEditing)}
      style={props.left === undefined ? undefined : { left: props.left }}
      data-key={column.name}
      title={props.note}
      aria-colindex={props.columnIndex + 1}
      aria-readonly={props.isClosed || undefined}
      aria-invalid={error !== undefined || undefined}
      aria-selected={active !== undefined || props.isInBlock || undefined}
    >
      {isEditing ? (
        <CellEditor parts={parts} id={id} row={row} column={column} typed={active.typed} error={error} />
      ) : (
        <>
          {branchOf(props)}
          {faceOf(props)}
        </>
      )}
      {props.isCorner && !isEditing ? <i className="sc-grid-fill" data-fill title={gridMessages.fill} /> : null}
      {reason !== undefined && !isEditing ? (
        <span className="sc-grid-reason visually-hidden" role={active ? "alert" : undefined}>
          {reason}
        </span>
      ) : null}
    </div>
  );
}

/** The mark that opens the rows below, after as much room as there are rows above. */
function branchOf({ parts, id, branch }: GridCellProps): ReactNode {
  const { tree } = parts.model;
  if (!tree || branch === undefined) return null;
  return (
    <span style={{ marginInlineStart: tree.depth(id) * indent }}>
      <BranchMark
        state={branch}
        name={gridMessages.rowNo(parts.model.order.indexOf(id) + 1)}
        onToggle={() => void tree.toggle(id)}
      />
    </span>
  );
}

/** Pixels per level. */
const indent = 20;

function faceOf({ parts, row, column, isClosed, isShown }: GridCellProps): ReactNode {
  if (!isShown) return <span className="sc-muted">{messages.dash}</span>;
  const value = row[column.name];
  if (isToggle(column)) {
    const on = isOn(value, togglePair(column));
    return (
      <span
        className={on ? "sc-check sc-grid-check sc-check-on" : "sc-check sc-grid-check"}
        aria-hidden="true"
        data-toggle
      />
    );
  }
  if (isBlank(value)) {
    if (isClosed) return <span className="sc-muted">{messages.dash}</span>;
    return parts.alwaysEdit ? <span className="sc-grid-hint">{hintOf(column)}</span> : null;
  }
  // Rounded, a number that its field refuses would look right.
  if (typeof value === "number" && placesOf(value) > (column.field.scale ?? Number.POSITIVE_INFINITY)) {
    return String(value);
  }
  return cellFace({ subject: column, plan: column.cell, row, context: parts.cells });
}

/** Cells whose value is picked from a list; a live-looking one shows the caret of a list. */
function isChosen({ editor }: GridColumnPlan): boolean {
  return editor.kind === "editor" && chosen.has(editor.type);
}
const chosen = new Set([
  "select",
  "search-select",
  "multi-select",
  "date",
  "datetime",
  "time",
  "record-picker",
  "popup",
]);

function hintOf(column: GridColumnPlan): string {
  return documentHint(column) ?? (isChosen(column) ? messages.form.select("") : messages.form.input(""));
}

/** What a cell's class says of its column, per column: a table that scrolls asks for hundreds in a frame. */
const columnClasses = new WeakMap<GridColumnPlan, string>();

function columnClass(column: GridColumnPlan): string {
  const known = columnClasses.get(column);
  if (known !== undefined) return known;
  const names = ["sc-gc"];
  if (column.align !== "left") names.push(`sc-${column.align}`);
  if (column.cell.kind === "cell" && registeredRenderer("cell", column.cell.type)?.digits) names.push("sc-num");
  if (isToggle(column)) names.push("sc-gc-toggle");
  const made = names.join(" ");
  columnClasses.set(column, made);
  return made;
}

function classOf(props: GridCellProps, isEditing: boolean): string {
  const { column } = props;
  let name = columnClass(column);
  if (!isEditing) name += " sc-gv";
  if (!isEditing && !props.isClosed && isChosen(column)) name += " sc-gv-choice";
  if (props.isClosed) name += " sc-gc-closed";
  if (props.error !== undefined) name += " sc-gc-wrong";
  else if (props.note !== undefined) name += " sc-gc-noted sc-gc-heard";
  else if (props.hint !== undefined) name += " sc-gc-noted";
  if (props.isInBlock) name += " sc-gc-block";
  if (props.active) name += isEditing ? " sc-gc-editing" : " sc-gc-active";
  if (props.left !== undefined) name += " sc-gc-pin";
  return name;
}
