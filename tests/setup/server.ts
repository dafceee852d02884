import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildStale } from "../../scripts/build.mjs";
import { databaseServer, dropPrepared } from "../support/database-server.ts";
import { makeTemplate } from "../support/database-template.ts";

/** A run takes a few hundred megabytes; with less than this the memory is somebody else's. */
const memoryBytes = 4 * 2 ** 30;
const name = "schema-console-prepared-";
const forgottenMs = 3 * 60 * 60_000;

/** Databases of tests outlive nothing: in memory their thousands of small files cost a third of what a disk takes. */
function folderOfRun(): string {
  const memory = "/dev/shm";
  const isRoomy = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > memoryBytes;
  const parent = isRoomy ? memory : tmpdir();
  for (const folder of readdirSync(parent).filter((each) => each.startsWith(name))) {
    const path = join(parent, folder);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > forgottenMs) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, name));
}

/** Server tests run the sources, but worker threads need their bundles; databases are copies of templates. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale(["server"]);
  const prepared = folderOfRun();
  project.provide("clusterTemplate", await makeTemplate());
  project.provide("preparedFolder", prepared);
  return async () => {
    rmSync(prepared, { recursive: true, force: true });
    if (databaseServer) await dropPrepared(databaseServer, prepared);
  };
}
