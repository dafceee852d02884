import { businessTime } from "../runtime/format/business-time.ts";
import type { ResolvedModel } from "../runtime/model/resolved-model.ts";
import { createFirstAdmin } from "./auth/first-admin.ts";
import { isDemoCleared, openFirstGuide } from "./auth/first-guide.ts";
import type { Config } from "./config/config.ts";
import { fillNewColumns } from "./data/fill-new-columns.ts";
import { modelsToLoad } from "./data/sample/load-sample.ts";
import { seedData } from "./data/seed.ts";
import type { Database } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { analyzeTable, applyModels } from "./db/tables/apply-models.ts";
import type { DocumentStore } from "./documents/load-documents.ts";
import { syncMenus } from "./documents/menu/sync-menus.ts";
import { withPublished } from "./documents/published/published-documents.ts";
import { logKnownGrants } from "./modules/grants/link-log.ts";
import { syncAccess } from "./modules/grants/sync-access.ts";

/**
 * Brings a database to what the documents say, in the order in which the parts need each other: tables, menu rows
 * (grants point at them), shipped rows, the first administrator.
 *
 * @param tell hears the first administrator's made-up password as soon as it is stored: a start that fails afterwards must
 *   not take it away, as the next one makes no other
 * @returns the password too
 */
export async function prepareDatabase(
  db: Database,
  files: DocumentStore,
  config: Config,
  tell: (madeUpPassword: string) => void = () => {},
): Promise<{ readonly madeUpPassword: string | undefined }> {
  await migrate(db);
  // The menu rows of published pages stay what they are.
  const documents = await withPublished(db.kysely, files);
  const models = documents.resolvedModels;
  const seed = (await isDemoCleared(db.kysely)) ? "none" : config.seed;
  const indexLater = seed === "demo" ? await modelsToLoad(db.kysely, models) : new Set<string>();
  const now = businessTime(new Date(), config.timeZone);
  await applyModels(db, models.values(), {
    indexLater,
    fill: (trx, added) => fillNewColumns(trx, models, added, now),
  });
  await syncMenus(db, documents);
  // Before the shipped rows: one of them gives them their department.
  const madeUpPassword = await createFirstAdmin(db, config.adminPassword);
  if (madeUpPassword !== undefined) tell(madeUpPassword);
  // Before the demonstration rows: a start that ends early has made the administrator, and makes no second one.
  if (madeUpPassword !== undefined && config.firstGuide && models.has("system/first-guide")) {
    await openFirstGuide(db.kysely, seed === "demo", now);
  }
  await seedData(db, documents, { config: { ...config, seed } });
  // What files say: what is published in the browser grants nothing.
  await syncAccess(db, files, now);
  await logKnownGrants(db.kysely, models);
  // Of some thousand rows a small sample says enough; the maintenance looks closer in a quiet moment.
  const target = config.seedScale === "large" ? 100 : 10;
  if (indexLater.size > 0) await indexTables(db, models, indexLater, target);
  return { madeUpPassword };
}

/** The indexes that waited for the rows. A start that ends before them makes them next time. */
async function indexTables(
  db: Database,
  models: ReadonlyMap<string, ResolvedModel>,
  loaded: ReadonlySet<string>,
  target: number,
): Promise<void> {
  await applyModels(db, models.values());
  for (const { id, table } of models.values()) {
    if (loaded.has(id)) await analyzeTable(db, table, { target });
  }
}
