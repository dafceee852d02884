import pg from "pg";
import { mapError } from "../map-error.ts";
import { encodeValue, wireParsers } from "../wire-types.ts";

/** The wire's own readers over pg's; one object for every client of this process. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((typeId: number, format?: "text" | "binary") =>
    (format !== "binary" && wireParsers[typeId]) ||
    pg.types.getTypeParser(typeId, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

/**
 * Runs one statement. Always the extended protocol: without it, a text with two statements would run both.
 *
 * @throws DatabaseError for the failures it names
 */
export async function queryOn(client: pg.ClientBase, text: string, values: readonly unknown[], timeZone: string) {
  const config = { text, values: values.map((value) => encodeValue(value, timeZone)), queryMode: "extended" };
  try {
    const { command, rowCount, rows } = await client.query<Record<string, unknown>>(config as pg.QueryConfig);
    return { command, rowCount: rowCount ?? 0, rows };
  } catch (error) {
    throw mapError(error);
  }
}
