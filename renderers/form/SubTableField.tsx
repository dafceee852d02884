import { useEffect, useMemo, useReducer, useState } from "react";
import type { GridPlan, SubTablePlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { RequestError } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { readPage } from "../../runtime/wire/page.ts";
import { EditableGrid } from "../grid/EditableGrid.tsx";
import { messages } from "../messages.ts";
import { useFormScope } from "./form-context.ts";
import { createSubTable } from "./sub-table.ts";

interface SubTableFieldProps {
  readonly table: SubTablePlan;
  readonly hidesTitle: boolean;
}

/** Rows of a relation in a form. Those of a stored record are read first; until then saving leaves them alone. */
export function SubTableField({ table, hidesTitle }: SubTableFieldProps) {
  const { relation, grid } = table;
  if (relation === undefined || !grid) return null;
  return <RelationRows table={table} relation={relation} grid={grid} hidesTitle={hidesTitle} />;
}

interface RelationRowsProps extends SubTableFieldProps {
  readonly relation: string;
  readonly grid: GridPlan;
}

function RelationRows({ table, relation, grid, hidesTitle }: RelationRowsProps) {
  const { session, plan, services, dictionaries, cells } = useFormScope();
  const { problem, retry } = useStoredRows(table, relation);
  const subTable = useMemo(
    () => createSubTable({ session, plan, relation, grid, services }),
    [session, plan, relation, grid, services],
  );
  useEffect(() => subTable.attach(), [subTable]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subTable.model.onChange(redraw), [subTable]);
  if (!session.logic.state(relation).visible) return null;
  if (problem !== undefined) {
    return (
      <p className="sc-sub-note" role="alert">
        {messages.grid.loadFailed}：{problem}{" "}
        <button type="button" className="sc-action" onClick={retry}>
          {messages.states.retry}
        </button>
      </p>
    );
  }
  if (!Array.isArray(session.logic.row[relation])) return <p className="sc-sub-note">{messages.states.loading}</p>;
  return (
    <EditableGrid
      model={subTable.model}
      title={table.title}
      hidesTitle={hidesTitle}
      cells={cells}
      services={services}
      dictionaries={dictionaries}
      height={grid.height}
      rowHeight={grid.rowHeight}
      rowNumber={grid.rowNumber}
      selection={grid.canRemove ? grid.selection : "none"}
      dragSort={grid.dragSort}
      asCards={grid.isSingle}
    />
  );
}

/** Reads the rows of a stored record once; a new record has none. */
function useStoredRows(table: SubTablePlan, relation: string) {
  const { session, services, opened } = useFormScope();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [round, setRound] = useState(0);
  const { base } = table;
  const { id } = opened;
  useEffect(() => {
    void round;
    if (base === undefined || isEmpty(id) || Array.isArray(session.logic.row[relation])) return;
    const request = new AbortController();
    setProblem(undefined);
    services
      .request<unknown>({
        method: "GET",
        url: `${base}/listByMainId`,
        params: { id, relation },
        signal: request.signal,
      })
      .then(
        (result) => {
          if (!request.signal.aborted) session.loadRows(relation, readPage(result).rows as readonly Row[]);
        },
        (reason) => {
          if (!request.signal.aborted) setProblem(reason instanceof RequestError ? reason.message : String(reason));
        },
      );
    return () => request.abort();
  }, [session, services, base, id, relation, round]);
  return { problem, retry: () => setRound((count) => count + 1) };
}
