import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
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
  const template = join(cache, `lean-cluster-${pgliteVersion()}`);
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, "making-"));
  const db = await openDatabase({ dataDir: making }, { durable: false });
  await db.close();
  // template1 and template0: two thirds of the files, and nobody makes a second database in a cluster of the tests.
  for (const oid of ["1", "4"]) rmSync(join(making, "pgdata", "base", oid), { recursive: true });
  try {
    renameSync(making, template);
  } catch {
    rmSync(making, { recursive: true, force: true }); // another run finished first
  }
  return template;
}

/** A thousand small files, one after the other, without the questions that `cpSync` asks of each: they took longer. */
export function copyTemplate(template: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(template, { withFileTypes: true })) {
    const [from, to] = [join(template, entry.name), join(dataDir, entry.name)];
    if (entry.isDirectory()) copyTemplate(from, to);
    else copyFileSync(from, to);
  }
}

/** How often a worker looks whether the folder that another one makes is there. */
const lookMs = 100;

/**
 * A folder that the first worker who asks for it makes, while the others wait.
 *
 * @throws Error when the worker that makes it fails; the others fail with it
 */
export async function madeOnce(folder: string, make: (folder: string) => Promise<void>): Promise<string> {
  const [making, failed] = [`${folder}.making`, `${folder}.failed`];
  try {
    mkdirSync(making);
  } catch {
    while (!existsSync(folder)) {
      if (existsSync(failed)) throw new Error(`${folder} could not be made`);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    return folder;
  }
  try {
    await make(making);
    renameSync(making, folder);
    mkdirSync(making); // stays taken
    return folder;
  } catch (error) {
    mkdirSync(failed, { recursive: true });
    throw error;
  }
}
