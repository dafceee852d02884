import { rmSync } from "node:fs";
import { delimiter } from "node:path";
import type { TestProject } from "vitest/node";
import { buildStale } from "../../scripts/build.mjs";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { startConsoleServer } from "../support/console-server.ts";
import { openReachableDatabase, type ReachableDatabase } from "../support/reachable-database.ts";
import { startSmsGateway } from "../support/sms-gateway.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the server that browser tests share. */
    consoleUrl: string;
    /** The gateway that this server sends short messages to; `GET <id of the message>` reads a code. */
    smsUrl: string;
    /** A database that this server may be given as a data source. */
    reachableDatabase: ReachableDatabase;
  }
}

/** Pages for a field that no shipped document has: they stand in the menu of the administrator. */
const fixtures = ["json-schema", "upload-kind", "tables"].map((name) => `tests/fixtures/${name}`);

/** Browser tests run against the built server and console, as people do. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildStale(["server", "console"]);
  const dataDir = await copyDemoData();
  const { close, ...database } = await openReachableDatabase();
  const sms = await startSmsGateway();
  const SCHEMAS_DIR = ["schemas", ...fixtures].join(delimiter);
  const env = { SCHEMAS_DIR, DATA_SOURCE_HOSTS: database.host, ...sms.env };
  const server = await startConsoleServer(env, dataDir, []);
  project.provide("smsUrl", sms.url);
  project.provide("consoleUrl", server.url);
  project.provide("reachableDatabase", database);
  return async () => {
    await server.stop();
    await sms.close();
    close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
