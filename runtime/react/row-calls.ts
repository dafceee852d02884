import type { Row } from "../model/resolved-model.ts";
import type { ListStore } from "./list-store.ts";
import type { RequestOptions } from "./services.ts";

/** Deletes these rows. */
export function removeRows(store: ListStore, rows: readonly Row[]): Promise<void> {
  const ids = rows.map((row) => store.keyOf(row));
  const [only] = ids;
  return call(
    store,
    rows,
    ids.length === 1 && only !== undefined
      ? { method: "DELETE", url: "delete", params: { id: only } }
      : { method: "DELETE", url: "deleteBatch", params: { ids: ids.join(",") } },
  );
}

/** Deletes all that the query finds, also on pages that were never seen. */
export function removeMatching(store: ListStore): Promise<void> {
  const params = { ...store.conditions(), allMatching: store.total };
  return call(store, store.rows, { method: "DELETE", url: "deleteBatch", params });
}

export interface Move {
  /** Of the transition. */
  readonly name: string;
  /** Those of the question form. */
  readonly answers: Row;
  readonly idempotencyKey: string | undefined;
}

/** Moves these rows to their next state. */
export function moveRows(store: ListStore, rows: readonly Row[], { name, answers, ...own }: Move): Promise<void> {
  const [row, ...others] = rows;
  return call(
    store,
    rows,
    row && others.length === 0
      ? { method: "PUT", url: name, data: { id: store.keyOf(row), version: row.version, ...answers }, ...own }
      : {
          method: "PUT",
          url: `${name}Batch`,
          data: { ids: rows.map((each) => store.keyOf(each)), ...answers },
          ...own,
        },
  );
}

/** Moves all that the query finds, also on pages that were never seen. */
export function moveMatching(store: ListStore, { name, answers, ...own }: Move): Promise<void> {
  const data = { allMatching: store.total, query: store.conditions(), ...answers };
  return call(store, store.rows, { method: "PUT", url: `${name}Batch`, data, ...own });
}

/** A change of rows below the model's base path; afterwards the list shows what is true. */
async function call(store: ListStore, rows: readonly Row[], request: RequestOptions): Promise<void> {
  await store.services.request({ ...request, url: `${store.plan.model.base}/${request.url}` });
  await store.loadActed(rows);
}
