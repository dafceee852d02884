import { memo } from "react";
import type { ButtonPlan, ColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowButton } from "../../runtime/react/button-state.ts";
import { keepScope } from "../../runtime/react/part-marks.ts";
import { registeredRenderer } from "../../runtime/registry/registry.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { messages } from "../messages.ts";
import { BranchMark } from "./BranchMark.tsx";
import { RowActions } from "./RowActions.tsx";
import type { BranchState, TableLayout } from "./table-layout.ts";

export interface TableRowProps {
  readonly row: Row;
  readonly rowId: string;
  /** False: the row came without its key, so that no call could name it. */
  readonly hasKey: boolean;
  readonly index: number;
  readonly columns: readonly ColumnPlan[];
  readonly layout: TableLayout;
  readonly context: CellContext;
  /** Grows when dictionaries arrive: the only thing besides the row that changes words. */
  readonly dictVersion: number;
  readonly tone: string;
  readonly selection: "none" | "single" | "multiple";
  readonly selected: boolean;
  readonly rowNumber: number | undefined;
  readonly actions: readonly RowButton[] | undefined;
  readonly inline: number;
  onToggle(row: Row): void;
  onPress(button: ButtonPlan, row: Row): void;
  readonly branch?: BranchState | undefined;
  /** Level in a tree; undefined where the caret has a column of its own. */
  readonly depth?: number | undefined;
  readonly found?: boolean;
  readonly onBranch?: ((row: Row) => void) | undefined;
}

/** One row of plain cells. Memoised: selecting, hovering or sorting elsewhere leaves it alone. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, columns, layout, context, selected, selection } = props;
  const className = ["sc-tr", selected ? "sc-tr-selected" : "", props.tone ? `sc-tr-${props.tone}` : ""];
  const { branch, depth, onBranch } = props;
  const name = String(row[columns[0]?.name ?? ""] ?? props.rowId);
  const mark = branch && onBranch ? <BranchMark state={branch} name={name} onToggle={() => onBranch(row)} /> : null;
  return (
    <tr
      className={className.filter(Boolean).join(" ")}
      ref={keepScope(() => ({ row }))}
      data-row={props.rowId}
      aria-selected={selection === "none" ? undefined : selected}
      aria-level={depth === undefined ? undefined : depth + 1}
      aria-expanded={depth === undefined || branch === "leaf" ? undefined : branch && branch === "open"}
    >
      {mark && depth === undefined ? <td className="sc-td-expander">{mark}</td> : null}
      {selection === "none" ? null : (
        <td className="sc-td-check sc-pin" style={{ left: 0 }}>
          <input
            type={selection === "single" ? "radio" : "checkbox"}
            className="sc-check"
            checked={selected}
            disabled={!props.hasKey}
            title={props.hasKey ? undefined : messages.list.noKey}
            aria-label={messages.list.selectRow(name)}
            onChange={() => props.onToggle(row)}
          />
        </td>
      )}
      {props.rowNumber === undefined ? null : <td className="sc-num sc-td-index">{props.rowNumber}</td>}
      {columns.map((column, index) => {
        const cell = <CellView subject={column} plan={column.cell} row={row} context={context} />;
        return (
          <td key={column.name} className={cellClass(column)} style={layout.pinned.get(column.name)}>
            {index === 0 && mark && depth !== undefined ? (
              <span className={props.found ? "sc-tree sc-line sc-tree-found" : "sc-tree sc-line"}>
                {guideLevels(depth).map((level) => (
                  <i key={level} className="sc-tree-guide" />
                ))}
                {mark}
                <span className="sc-cut">{cell}</span>
              </span>
            ) : (
              cell
            )}
          </td>
        );
      })}
      {props.actions ? (
        <td className="sc-td-actions sc-pin sc-pin-right" style={{ right: 0 }}>
          <RowActions buttons={props.actions} inline={props.inline} row={row} onPress={props.onPress} />
        </td>
      ) : null}
    </tr>
  );
});

export function cellClass(column: ColumnPlan): string | undefined {
  const classes = [
    column.align === "left" ? "" : `sc-${column.align}`,
    column.cell.kind === "cell" && registeredRenderer("cell", column.cell.type)?.digits ? "sc-num" : "",
    column.fixed ? `sc-pin sc-pin-${column.fixed}` : "",
  ];
  return classes.filter(Boolean).join(" ") || undefined;
}

function guideLevels(depth: number): readonly number[] {
  return Array.from({ length: Math.min(depth, 40) }, (_, level) => level);
}
