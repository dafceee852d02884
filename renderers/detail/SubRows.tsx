import { observer } from "mobx-react-lite";
import type { SubTablePlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { messages } from "../messages.ts";
import { RowsTable } from "../sub-lists/RowsTable.tsx";
import { useDetailScope } from "./detail-context.ts";
import { useSubRows } from "./use-sub-rows.ts";

/** Rows that belong to the record, to read: the one table, bordered, below its group title. */
export const SubRows = observer(function SubRows({ table }: { readonly table: SubTablePlan }) {
  const { row, cells, dictionaries, services } = useDetailScope();
  const [loaded, retry] = useSubRows(services, table, row);
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
  const isEmpty = loaded.kind === "ready" && loaded.rows.length === 0;
  if (isEmpty) return <p className="sc-sub-note">{messages.detail.noRows(table.title)}</p>;
  return (
    <div className="sc-sub">
      <RowsTable
        table={table}
        services={services}
        rows={loaded.kind === "ready" ? loaded.rows : noRows}
        context={cells}
        dictVersion={dictionaries.version}
        loading={loaded.kind === "loading"}
        face={null}
      />
    </div>
  );
});

const noRows: readonly Row[] = [];
