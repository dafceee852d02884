import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { pgliteVersion } from "../../server/db/embedded/data-dir.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { projectRoot } from "../../server/worker-file.ts";

/**
 * A closed empty cluster below node_modules/.cache, made when there is none of this PGlite version. Making a cluster
 * takes some seconds, copying one a fraction.
 *
 * @returns its data folder
 */
export async function makeTemplate(): Promise<string> {
  const cache = join(projectRoot(), "node_modules", ".cache", "schema-console");
  const template = join(cache, `cluster-${pgliteVersion()}`);
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, "making-"));
  const db = await openDatabase({ dataDir: making }, { durable: false });
  await db.close();
  try {
    renameSync(making, template);
  } catch {
    rmSync(making, { recursive: true, force: true }); // another run finished first
  }
  return template;
}

export async function copyTemplate(template: string, dataDir: string): Promise<void> {
  await cp(template, dataDir, { recursive: true, force: true });
}
