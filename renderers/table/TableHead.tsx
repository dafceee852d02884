import CaretDownFilled from "@ant-design/icons/CaretDownFilled";
import CaretUpFilled from "@ant-design/icons/CaretUpFilled";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { SortKey } from "../../runtime/model/resolved-model.ts";
import { messages } from "../messages.ts";
import { cellClass } from "./TableRow.tsx";
import type { TableLayout } from "./table-layout.ts";

export interface TableHeadProps {
  readonly columns: readonly ColumnPlan[];
  readonly layout: TableLayout;
  readonly selection: "none" | "single" | "multiple";
  readonly checked: "none" | "some" | "all";
  readonly rowNumber: boolean;
  readonly hasActions: boolean;
  /** Room above the carets of rows that open. */
  readonly expander?: boolean;
  readonly sort: SortKey;
  onToggleAll(): void;
  onSort(sort: SortKey | undefined): void;
}

/** The head row: sticks to the top, sorts by press, its checkbox selects the page. */
export function TableHead(props: TableHeadProps) {
  const { columns, layout, selection, checked } = props;
  return (
    <thead>
      <tr>
        {props.expander ? <td className="sc-td-expander" /> : null}
        {selection === "none" ? null : (
          <th scope="col" className="sc-td-check sc-pin" style={{ left: 0 }}>
            {selection === "multiple" ? (
              <input
                type="checkbox"
                className="sc-check"
                aria-label={messages.list.selectAll}
                checked={checked === "all"}
                ref={(input) => {
                  if (input) input.indeterminate = checked === "some";
                }}
                onChange={props.onToggleAll}
              />
            ) : null}
          </th>
        )}
        {props.rowNumber ? (
          <th scope="col" className="sc-td-index">
            {messages.list.rowNumber}
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            className={cellClass(column)}
            style={layout.pinned.get(column.name)}
            aria-sort={ariaSort(column, props.sort)}
          >
            {column.sortable ? (
              <SortButton column={column} sort={props.sort} onSort={props.onSort} />
            ) : (
              <span title={column.title}>{column.title}</span>
            )}
          </th>
        ))}
        {props.hasActions ? (
          <th scope="col" className="sc-td-actions sc-pin sc-pin-right" style={{ right: 0 }}>
            {messages.list.actions}
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

interface SortButtonProps {
  readonly column: ColumnPlan;
  readonly sort: SortKey;
  onSort(sort: SortKey | undefined): void;
}

/** Press by press: ascending, descending, the list's own order. */
function SortButton({ column, sort, onSort }: SortButtonProps) {
  const order = sort.field === column.name ? sort.order : undefined;
  const next = order === undefined ? "asc" : order === "asc" ? "desc" : undefined;
  return (
    <button
      type="button"
      className="sc-sort"
      onClick={() => onSort(next ? { field: column.name, order: next } : undefined)}
    >
      {column.title}
      <span className="sc-sort-marks" aria-hidden="true">
        <CaretUpFilled className={order === "asc" ? "sc-sort-on" : ""} />
        <CaretDownFilled className={order === "desc" ? "sc-sort-on" : ""} />
      </span>
    </button>
  );
}

function ariaSort(column: ColumnPlan, sort: SortKey): "ascending" | "descending" | undefined {
  if (!column.sortable || sort.field !== column.name) return undefined;
  return sort.order === "asc" ? "ascending" : "descending";
}
