import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { buildStale } from "../../scripts/build.mjs";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { startConsoleServer } from "../support/console-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the server that browser tests share. */
    consoleUrl: string;
  }
}

/** Browser tests run against the built server and console, as people do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale(["server", "console"]);
  const dataDir = await copyDemoData();
  const server = await startConsoleServer({}, dataDir);
  project.provide("consoleUrl", server.url);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
