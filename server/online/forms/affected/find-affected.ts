import { affectedForms, affectedPages } from "./document-readers.ts";
import type { Affected, AffectedKind, Found, Look } from "./look.ts";
import {
  affectedMenus,
  affectedQueries,
  affectedRules,
  affectedSubscriptions,
  affectedWebhooks,
} from "./row-readers.ts";
import { affectedReports, affectedStatements } from "./sql-readers.ts";

/** One row for every kind of reader; each looks with the reader's own eyes. */
const readers: Readonly<Record<AffectedKind, (look: Look) => Promise<readonly Found[]>>> = {
  report: affectedReports,
  subscription: async (look) => affectedSubscriptions(look, await affectedReports(look)),
  statement: affectedStatements,
  form: async (look) => affectedForms(look),
  page: async (look) => affectedPages(look),
  dataRule: affectedRules,
  savedQuery: affectedQueries,
  menu: affectedMenus,
  webhook: affectedWebhooks,
};

/** Who reads what a change takes away, before it is done. */
export async function findAffected(look: Look): Promise<readonly Affected[]> {
  const found: Affected[] = [];
  for (const kind of Object.keys(readers) as AffectedKind[]) {
    for (const one of await readers[kind](look)) found.push({ kind, ...one });
  }
  return found;
}
