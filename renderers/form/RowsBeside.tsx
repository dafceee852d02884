import { useEffect, useReducer } from "react";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import { mayReadRows } from "../../runtime/react/may-read-rows.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { SubRows } from "../detail/SubRows.tsx";
import { messages } from "../messages.ts";
import { useFormScope } from "./form-context.ts";

interface RowsBesideProps {
  readonly table: SubTablePlan;
  readonly hidesTitle: boolean;
}

/** A `list` in a form: rows that belong to the stored record and are no part of what the form saves. */
export function RowsBeside({ table, hidesTitle }: RowsBesideProps) {
  const { session, services, dictionaries, cells, opened } = useFormScope();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  const { row } = session;
  const scope = buildScope(services, { row: opened, form: row, dicts: dictionaries.all() });
  const isVisible = table.relation === undefined || session.state(table.relation).visible;
  if (!isVisible || !isTrue(table.visible, scope) || !mayReadRows(table, services)) return null;
  return (
    <section className="sc-beside" aria-label={table.list ? undefined : table.title}>
      {hidesTitle ? null : <h4>{table.title}</h4>}
      {isEmpty(opened.id) ? (
        <p className="sc-sub-note">{messages.form.rowsAfterSave(table.title)}</p>
      ) : (
        <SubRows table={table} row={opened} services={services} dictionaries={dictionaries} cells={cells} />
      )}
    </section>
  );
}
