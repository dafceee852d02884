import type { GridPlan } from "../../runtime/compile/plan.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { runActions } from "../../runtime/react/run-actions.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { RowStore } from "../../runtime/rowstore/row-store.ts";
import type { FormSession } from "./form-session.ts";

interface RowChangesParts {
  readonly actions: GridPlan["onChange"];
  readonly services: ConsoleServices;
  readonly session: FormSession;
  readonly store: RowStore;
  /** The model of the rows. */
  readonly target: ResolvedModel | undefined;
  /** Puts values into rows, as one step. */
  patch(rows: ReadonlyMap<string, Row>): void;
}

/**
 * What the document wants done when a person changed cells. A value goes into the row where the row has the field, or else
 * into the form. Rows whose actions end together are put in together; one that hangs holds no other up, and what an
 * earlier run of a row answers after a later one began, or after the row is gone, is dropped.
 *
 * @returns starts the actions for rows that changed
 */
export function createRowChanges(parts: RowChangesParts): (ids: readonly string[]) => void {
  const { actions, services, session, store, target, patch } = parts;
  const latest = new Map<string, object>();
  let ready = new Map<string, Row>();

  const putIn = (id: string, values: Row) => {
    // The ends of other rows' actions that wait already come first.
    if (ready.size === 0) {
      queueMicrotask(() => {
        const rows = ready;
        ready = new Map();
        patch(rows);
      });
    }
    ready.set(id, values);
  };
  const run = async (id: string) => {
    const mine = {};
    latest.set(id, mine);
    const counts = () => latest.get(id) === mine && store.row(id) !== undefined;
    let given: Row = {};
    await runActions(actions, {
      services,
      scope: () =>
        buildScope(services, { row: { ...store.row(id), ...given }, rows: store.values(), master: session.row }),
      open: () => undefined,
      close: () => undefined,
      reload: async () => undefined,
      transition: async () => undefined,
      setValue: (field, value) => {
        if (target?.fields.has(field)) given = { ...given, [field]: value };
        else if (counts()) session.set({ [field]: value });
      },
    }).catch(() => undefined);
    if (counts()) putIn(id, given);
    if (latest.get(id) === mine) latest.delete(id);
  };
  return (ids) => {
    if (actions.length > 0) for (const id of ids) void run(id);
  };
}
