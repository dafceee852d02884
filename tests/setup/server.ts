import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildStale } from "../../scripts/build.mjs";
import { databaseServer, dropPrepared } from "../support/database-server.ts";
import { makeTemplate } from "../support/database-template.ts";

/** Server tests run the sources, but worker threads need their bundles; databases are copies of templates. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale(["server"]);
  const prepared = mkdtempSync(join(tmpdir(), "schema-console-prepared-"));
  project.provide("clusterTemplate", await makeTemplate());
  project.provide("preparedFolder", prepared);
  return async () => {
    rmSync(prepared, { recursive: true, force: true });
    if (databaseServer) await dropPrepared(databaseServer, prepared);
  };
}
