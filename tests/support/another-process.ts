import type { Database } from "../../server/db/database.ts";
import type { TestServer } from "./test-server.ts";

/** The database of a test server as a second process has it: each hears what the other sends. */
export function anotherProcess({ db, context }: TestServer): Database {
  return {
    ...context.db,
    listen: (channel, handler) => db.listen(channel, (payload) => handler(payload, false)),
    close: async () => {},
  };
}

/** The same of one that hears nothing, as for the moment until a notice has come. */
export const anotherDeafProcess = (server: TestServer): Database => ({
  ...anotherProcess(server),
  engine: "postgres",
  listen: async () => async () => {},
});
