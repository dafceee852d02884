import { createHash } from "node:crypto";
import pg from "pg";
import type { AnsweredColumn } from "../database.ts";
import { isPlanKept } from "../kept-plan.ts";
import { mapError } from "../map-error.ts";
import { encodeValue, readValueOf } from "../wire-types.ts";

/** The wire's own readers over pg's; one object for every client of this process. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((typeId: number, format?: "text" | "binary") =>
    format === "binary"
      ? pg.types.getTypeParser(typeId, format)
      : readValueOf(typeId)) as pg.CustomTypesConfig["getTypeParser"],
};

/**
 * Runs one statement. Always the extended protocol: without it, a text with two statements would run both.
 *
 * @throws DatabaseError for the failures it names
 */
export async function queryOn(client: pg.ClientBase, text: string, values: readonly unknown[], timeZone: string) {
  const config = {
    ...(isPlanKept(text) ? { name: nameOf(text) } : {}),
    text,
    values: values.map((value) => encodeValue(value, timeZone)),
    queryMode: "extended",
  };
  try {
    const { command, rowCount, rows, fields } = await client.query<Record<string, unknown>>(config as pg.QueryConfig);
    return { command, rowCount: rowCount ?? 0, rows, columns: fields?.map(answeredColumn) ?? [] };
  } catch (error) {
    throw mapError(error);
  }
}

function answeredColumn({ name, dataTypeID, tableID, columnID }: pg.FieldDef): AnsweredColumn {
  return { name, typeId: dataTypeID, tableId: tableID, columnId: columnID };
}

/**
 * The same after `first`, which binds nothing: both go out in one packet, so `begin` costs no round trip. It fails only with
 * the connection, which takes the statement with it.
 */
export async function queryTogether(
  client: pg.PoolClient,
  first: string,
  text: string,
  values: readonly unknown[],
  timeZone: string,
) {
  const { stream } = client.connection;
  stream.cork();
  const begun = queryOn(client, first, [], timeZone);
  const answer = queryOn(client, text, values, timeZone);
  stream.uncork();
  const [, result] = await Promise.all([begun, answer]);
  return result;
}

const names = new Map<string, string>();

/** The name under which every connection keeps the statement. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `kept_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  if (names.size < 1_000) names.set(text, name);
  return name;
}
