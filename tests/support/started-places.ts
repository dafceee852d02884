import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseServer } from "./database-server.ts";
import { copyStartedDatabase, copyStartedFolder } from "./test-server.ts";

/** Where a server keeps its data that is switched off and started again: a started database of its own, of each kind. */
export interface StartedPlace {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  remove(): Promise<void>;
}

export const startedPlaces: Readonly<Record<string, () => Promise<StartedPlace>>> = {
  embedded: async () => {
    const folder = await copyStartedFolder();
    return { env: {}, folder, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  },
  ...(databaseServer
    ? {
        PostgreSQL: async () => {
          const { url, drop } = await copyStartedDatabase(databaseServer ?? "");
          const folder = mkdtempSync(join(tmpdir(), "schema-console-place-"));
          const remove = async () => {
            rmSync(folder, { recursive: true, force: true });
            await drop();
          };
          return { env: { DATABASE_URL: url }, folder, remove };
        },
      }
    : {}),
};
