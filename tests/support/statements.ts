import pg from "pg";
import type { Beside } from "../../server/db/embedded/protocol.ts";
import { WorkerLink } from "../../server/db/embedded/worker-link.ts";

/** The statements that the work sends to the database, `begin` and `commit` included, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  const note = (statement: unknown) =>
    sent.push(typeof statement === "string" ? statement : String((statement as { readonly text?: string }).text));
  const stops = [
    // `begin` goes to the embedded engine together with what follows it, `commit` with what comes before it.
    watchCalls(WorkerLink.prototype, ([text, , beside]) => {
      const { first, last } = (beside ?? {}) as Beside;
      for (const one of [first, text, last]) if (one !== undefined) note(one);
    }),
    watchCalls(pg.Client.prototype, ([statement]) => note(statement)),
  ];
  try {
    await work();
  } finally {
    for (const stop of stops) stop();
  }
  return sent.map((text) => text.replace(/\s+/g, " ").trim());
}

function watchCalls(prototype: { query: unknown }, note: (values: readonly unknown[]) => void): () => void {
  const query = prototype.query as (this: unknown, ...values: unknown[]) => unknown;
  prototype.query = function (this: unknown, ...values: unknown[]) {
    note(values);
    return query.apply(this, values);
  };
  return () => {
    prototype.query = query;
  };
}
