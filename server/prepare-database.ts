import { createFirstAdmin } from "./auth/first-admin.ts";
import type { Config } from "./config/config.ts";
import { seedData } from "./data/seed.ts";
import type { Database } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { applyModels } from "./db/tables/apply-models.ts";
import type { DocumentStore } from "./documents/load-documents.ts";
import { syncMenus } from "./menu/sync-menus.ts";

/**
 * Brings a database to what the documents say, in the order in which the parts need each other: tables, menu rows
 * (grants point at them), shipped rows, the first administrator.
 *
 * @returns the first administrator's made-up password, when one was made
 */
export async function prepareDatabase(
  db: Database,
  documents: DocumentStore,
  config: Config,
): Promise<{ readonly madeUpPassword: string | undefined }> {
  await migrate(db);
  await applyModels(db, documents.resolvedModels.values());
  await syncMenus(db, documents);
  await seedData(db, documents, { config });
  return { madeUpPassword: await createFirstAdmin(db, config.adminPassword) };
}
