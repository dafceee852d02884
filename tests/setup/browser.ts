import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { buildStale } from "../../scripts/build.mjs";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { startConsoleServer } from "../support/console-server.ts";
import { openReachableDatabase, type ReachableDatabase } from "../support/reachable-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the server that browser tests share. */
    consoleUrl: string;
    /** A database that this server may be given as a data source. */
    reachableDatabase: ReachableDatabase;
  }
}

/** Browser tests run against the built server and console, as people do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale(["server", "console"]);
  const dataDir = await copyDemoData();
  const { close, ...database } = await openReachableDatabase();
  const server = await startConsoleServer({ DATA_SOURCE_HOSTS: database.host }, dataDir);
  project.provide("consoleUrl", server.url);
  project.provide("reachableDatabase", database);
  return async () => {
    await server.stop();
    close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
