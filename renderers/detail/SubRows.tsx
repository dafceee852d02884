import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { SubTablePlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { RequestError } from "../../runtime/react/services.ts";
import { readPage } from "../../runtime/wire/page.ts";
import { CellView } from "../cells/CellView.tsx";
import { numericCells } from "../cells/cell-components.ts";
import { messages } from "../messages.ts";
import { useDetailScope } from "./detail-context.ts";

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly rows: readonly Row[] }
  | { readonly kind: "failed"; readonly text: string };

const limit = 100;

/** Rows that belong to the record, to read: a bordered table below its group title. */
export const SubRows = observer(function SubRows({ table }: { readonly table: SubTablePlan }) {
  const { row, cells, dictionaries } = useDetailScope();
  const [loaded, retry] = useSubRows(table, row);
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

function useSubRows(table: SubTablePlan, row: Row): readonly [Loaded, () => void] {
  const { services } = useDetailScope();
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    const request = new AbortController();
    setLoaded({ kind: "loading" });
    const { base, link } = table;
    const byLink = link ? { [link.field]: row[link.masterField], pageNo: 1, pageSize: limit } : undefined;
    services
      .request<unknown>({
        method: "GET",
        url: byLink ? `${base}/list` : `${base}/listByMainId`,
        params: byLink ?? { id: row.id, relation: table.relation },
        signal: request.signal,
      })
      .then(
        (result) => (request.signal.aborted ? undefined : setLoaded({ kind: "ready", rows: readPage(result).rows })),
        (reason) => {
          if (request.signal.aborted) return;
          setLoaded({ kind: "failed", text: reason instanceof RequestError ? reason.message : String(reason) });
        },
      );
    return () => request.abort();
  }, [services, table, row, round]);
  return [loaded, () => setRound((count) => count + 1)];
}
