import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RequestOptions } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { addedValues, changedValues, rowChanges, rowsToSend } from "./changes.ts";
import type { FormSession } from "./form-session.ts";

interface SavedForm {
  readonly plan: ListPlan;
  readonly session: FormSession;
  readonly mode: "add" | "edit" | "copy";
  /** The row as it was opened. */
  readonly opened: Row;
  /** Version that the change is based on; only for an edit. */
  readonly version: unknown;
  readonly idempotencyKey: string;
}

/** The call that saves an open form: an edit sends what differs, an addition everything that is filled in. */
export function saveRequest({ plan, session, mode, opened, version, idempotencyKey }: SavedForm): RequestOptions {
  const { base } = plan.model;
  const { row } = session;
  const rows = rowsOfSave(plan, session, mode);
  if (mode === "edit") {
    const data = { id: opened.id, version, ...changedValues(plan.model, opened, row), ...rows };
    return { method: "PUT", url: `${base}/edit`, data };
  }
  return { method: "POST", url: `${base}/add`, data: { ...addedValues(plan.model, row), ...rows }, idempotencyKey };
}

function rowsOfSave(plan: ListPlan, session: FormSession, mode: SavedForm["mode"]): Row {
  return Object.fromEntries(
    session.changedRows(mode !== "edit").flatMap((name) => {
      const relation = plan.model.relations[name];
      const model = relation && relation.kind !== "tree" ? plan.models.get(relation.model) : undefined;
      if (!model || !relation) return [];
      const orderField = relation.kind === "one-to-many" ? relation.order : undefined;
      const rows = session.row[name] as readonly Row[];
      const opened = session.openedRows(name);
      // Rows that were stored by this form and not read again have no ids to be known by, and rows of a foreign server may
      // share one: all go once more.
      const ids = new Set(opened.flatMap(({ id }) => (isEmpty(id) ? [] : [id])));
      const areKnown = mode === "edit" && ids.size === opened.length;
      return [[name, areKnown ? rowChanges(model, opened, rows, orderField) : rowsToSend(model, rows, orderField)]];
    }),
  );
}
