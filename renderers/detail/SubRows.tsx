import { observer } from "mobx-react-lite";
import type { SubTablePlan } from "../../runtime/compile/plan.ts";
import { CellView } from "../cells/CellView.tsx";
import { numericCells } from "../cells/cell-components.ts";
import { messages } from "../messages.ts";
import { useDetailScope } from "./detail-context.ts";
import { useSubRows } from "./use-sub-rows.ts";

/** Rows that belong to the record, to read: a bordered table below its group title. */
export const SubRows = observer(function SubRows({ table }: { readonly table: SubTablePlan }) {
  const { row, cells, dictionaries, services } = useDetailScope();
  const [loaded, retry] = useSubRows(services, table, row);
  void dictionaries.version;
  if (loaded.kind === "failed") {
    return (
      <p className="sc-sub-note" role="alert">
        {loaded.text}{" "}
        <button type="button" className="sc-action" onClick={retry}>
          {messages.states.retry}
        </button>
      </p>
    );
  }
  if (loaded.kind === "loading") return <p className="sc-sub-note">{messages.states.loading}</p>;
  if (loaded.rows.length === 0) return <p className="sc-sub-note">{messages.detail.noRows(table.title)}</p>;
  return (
    <div className="sc-sub">
      <table aria-label={table.title}>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.name} scope="col" className={column.align === "right" ? "sc-right" : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loaded.rows.map((each, index) => (
            <tr key={String(each.id ?? index)}>
              {table.columns.map((column) => (
                <td key={column.name} className={cellClass(column)}>
                  <CellView subject={column} plan={column.cell} row={each} context={cells} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

function cellClass(column: SubTablePlan["columns"][number]): string {
  const numeric = column.cell.kind === "cell" && numericCells.has(column.cell.type) ? "sc-num" : "";
  return `${column.align === "right" ? "sc-right" : ""} ${numeric}`.trim();
}
