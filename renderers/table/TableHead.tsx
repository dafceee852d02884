import CaretDownFilled from "@ant-design/icons/CaretDownFilled";
import CaretUpFilled from "@ant-design/icons/CaretUpFilled";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { SortKey } from "../../runtime/model/resolved-model.ts";
import { partMarks } from "../../runtime/react/part-marks.ts";
import { messages } from "../messages.ts";
import { ResizeHandle } from "./ResizeHandle.tsx";
import { cellClass } from "./TableRow.tsx";
import type { TableLayout } from "./table-layout.ts";
import type { TableColumn, TableModel } from "./table-model.ts";

export interface TableHeadProps {
  readonly model: TableModel;
  readonly layout: TableLayout;
  readonly selection: "none" | "single" | "multiple";
  readonly rowNumber: boolean;
  readonly hasActions: boolean;
  /** Room above the carets of rows that open. */
  readonly expander?: boolean;
  readonly sort: SortKey;
  /** Heads can be dragged to another width. */
  readonly resizes: boolean;
}

/** The head row: sticks to the top, sorts by press, its checkbox selects the page. Columns of a group stand below its name. */
export function TableHead(props: TableHeadProps) {
  const { model, selection } = props;
  const { table, heads } = model;
  const rowSpan = heads.length > 1 ? heads.length : undefined;
  const hasLead = props.expander || selection !== "none" || props.rowNumber;
  return (
    <thead>
      {heads.map((row, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a head have no other name
        <tr key={level}>
          {level > 0 ? null : (
            <>
              {props.expander ? <td className="sc-td-expander" rowSpan={rowSpan} /> : null}
              {selection === "none" ? null : (
                <th scope="col" className="sc-td-check sc-pin" style={{ left: 0 }} rowSpan={rowSpan}>
                  {selection === "multiple" ? (
                    <input
                      type="checkbox"
                      className="sc-check"
                      aria-label={messages.list.selectAll}
                      checked={table.getIsAllRowsSelected()}
                      ref={(input) => {
                        if (input) input.indeterminate = !table.getIsAllRowsSelected() && table.getIsSomeRowsSelected();
                      }}
                      onChange={() => table.toggleAllRowsSelected()}
                    />
                  ) : null}
                </th>
              )}
              {props.rowNumber ? (
                <th scope="col" className="sc-td-index" rowSpan={rowSpan}>
                  {messages.list.rowNumber}
                </th>
              ) : null}
            </>
          )}
          {row.map((header, at) => {
            // A column without a group reaches over all lines; its own line leaves it out.
            if (header.rowSpan === 0) return null;
            if (header.subHeaders.length > 0 && !header.isPlaceholder) {
              return (
                <th key={header.id} scope="colgroup" className="sc-th-group sc-center" colSpan={header.colSpan}>
                  {String(header.column.columnDef.header)}
                </th>
              );
            }
            const isInside = (at > 0 || hasLead) && (at < row.length - 1 || props.hasActions);
            return (
              <ColumnHead
                key={header.id}
                {...props}
                column={header.column}
                rowSpan={header.rowSpan > 1 ? header.rowSpan : undefined}
                below={level === 0 ? undefined : isInside ? "inside" : "edge"}
              />
            );
          })}
          {level === 0 && props.hasActions ? (
            <th scope="col" className="sc-td-actions sc-pin sc-pin-right" style={{ right: 0 }} rowSpan={rowSpan}>
              {messages.list.actions}
            </th>
          ) : null}
        </tr>
      ))}
    </thead>
  );
}

interface ColumnHeadProps extends TableHeadProps {
  readonly column: TableColumn;
  readonly rowSpan: number | undefined;
  /** In the second line, below the name of a group, away from the edges of the table or at one of them. */
  readonly below: "inside" | "edge" | undefined;
}

function ColumnHead({ model, column, layout, sort, resizes, rowSpan, below }: ColumnHeadProps) {
  const plan = model.shown.find(({ name }) => name === column.id);
  if (!plan) return null;
  return (
    <th
      {...partMarks(plan)}
      scope="col"
      className={below ? `${cellClass(plan)} sc-th-below sc-th-${below}` : cellClass(plan)}
      style={layout.pinned.get(plan.name)}
      rowSpan={rowSpan}
      aria-sort={ariaSort(plan, sort)}
    >
      {column.getCanSort() ? (
        <SortButton column={column} title={plan.title} />
      ) : (
        <span title={plan.title}>{plan.title}</span>
      )}
      {resizes ? <ResizeHandle onResize={(width) => resize(column, width)} /> : null}
    </th>
  );
}

/** Press by press: ascending, descending, the list's own order. */
function SortButton({ column, title }: { readonly column: TableColumn; readonly title: string }) {
  const order = column.getIsSorted();
  return (
    <button type="button" className="sc-sort" onClick={() => column.toggleSorting()}>
      {title}
      <span className="sc-sort-marks" aria-hidden="true">
        <CaretUpFilled className={order === "asc" ? "sc-sort-on" : ""} />
        <CaretDownFilled className={order === "desc" ? "sc-sort-on" : ""} />
      </span>
    </button>
  );
}

function resize(column: TableColumn, width: number | undefined): void {
  if (width === undefined) column.resetSize();
  else column.table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: width }));
}

function ariaSort(column: ColumnPlan, sort: SortKey): "ascending" | "descending" | undefined {
  if (!column.sortable || sort.field !== column.name) return undefined;
  return sort.order === "asc" ? "ascending" : "descending";
}
