import CaretDownFilled from "@ant-design/icons/CaretDownFilled";
import CaretUpFilled from "@ant-design/icons/CaretUpFilled";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { SortKey } from "../../runtime/model/resolved-model.ts";
import { messages } from "../messages.ts";
import { ResizeHandle } from "./ResizeHandle.tsx";
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
  readonly onResize?: ((name: string, width: number | undefined) => void) | undefined;
}

/** The head row: sticks to the top, sorts by press, its checkbox selects the page. Columns of a group stand below its name. */
export function TableHead(props: TableHeadProps) {
  const { columns, selection, checked } = props;
  const isGrouped = columns.some(({ groupHeader }) => groupHeader !== undefined);
  const rowSpan = isGrouped ? 2 : undefined;
  const hasLead = props.expander || selection !== "none" || props.rowNumber;
  return (
    <thead>
      <tr>
        {props.expander ? <td className="sc-td-expander" rowSpan={rowSpan} /> : null}
        {selection === "none" ? null : (
          <th scope="col" className="sc-td-check sc-pin" style={{ left: 0 }} rowSpan={rowSpan}>
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
          <th scope="col" className="sc-td-index" rowSpan={rowSpan}>
            {messages.list.rowNumber}
          </th>
        ) : null}
        {groupsOf(columns).map(({ title, columns: own }) => {
          const [first] = own;
          if (!first) return null;
          if (title === undefined) return <ColumnHead key={first.name} {...props} column={first} rowSpan={rowSpan} />;
          return (
            <th key={first.name} scope="colgroup" className="sc-th-group sc-center" colSpan={own.length}>
              {title}
            </th>
          );
        })}
        {props.hasActions ? (
          <th scope="col" className="sc-td-actions sc-pin sc-pin-right" style={{ right: 0 }} rowSpan={rowSpan}>
            {messages.list.actions}
          </th>
        ) : null}
      </tr>
      {isGrouped ? (
        <tr>
          {columns.map((column, at) =>
            column.groupHeader === undefined ? null : (
              <ColumnHead
                key={column.name}
                {...props}
                column={column}
                below={(at > 0 || hasLead) && (at < columns.length - 1 || props.hasActions) ? "inside" : "edge"}
              />
            ),
          )}
        </tr>
      ) : null}
    </thead>
  );
}

interface HeadGroup {
  /** undefined = a column of its own. */
  readonly title: string | undefined;
  readonly columns: readonly ColumnPlan[];
}

/** Neighbours with one group name stand together; a pinned one does not leave its side for them. */
function groupsOf(columns: readonly ColumnPlan[]): readonly HeadGroup[] {
  const groups: { title: string | undefined; columns: ColumnPlan[] }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    const isNext = last?.title !== undefined && last.title === column.groupHeader;
    if (isNext && last?.columns[0]?.fixed === column.fixed) last.columns.push(column);
    else groups.push({ title: column.groupHeader, columns: [column] });
  }
  return groups;
}

interface ColumnHeadProps extends TableHeadProps {
  readonly column: ColumnPlan;
  readonly rowSpan?: number | undefined;
  /** In the second line, below the name of a group, away from the edges of the table or at one of them. */
  readonly below?: "inside" | "edge";
}

function ColumnHead({ column, layout, sort, onSort, onResize, rowSpan, below }: ColumnHeadProps) {
  return (
    <th
      scope="col"
      className={below ? `${cellClass(column)} sc-th-below sc-th-${below}` : cellClass(column)}
      style={layout.pinned.get(column.name)}
      rowSpan={rowSpan}
      aria-sort={ariaSort(column, sort)}
    >
      {column.sortable ? (
        <SortButton column={column} sort={sort} onSort={onSort} />
      ) : (
        <span title={column.title}>{column.title}</span>
      )}
      {onResize ? <ResizeHandle name={column.name} onResize={onResize} /> : null}
    </th>
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
