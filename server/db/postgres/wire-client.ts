import { createHash } from "node:crypto";
import pg from "pg";
import { type AnsweredColumn, DatabaseError } from "../database.ts";
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
    if (changesTables(text)) forgetPlans();
    return { command, rowCount: rowCount ?? 0, rows, columns: fields?.map(answeredColumn) ?? [] };
  } catch (error) {
    if (!isStalePlan(error)) throw mapError(error);
    // Another process has changed the table; the call is run again, with plans made anew.
    forgetPlans();
    throw new DatabaseError("serialization", { cause: error });
  }
}

function answeredColumn({ name, dataTypeID, tableID, columnID }: pg.FieldDef): AnsweredColumn {
  return { name, typeId: dataTypeID, tableId: tableID, columnId: columnID };
}

/**
 * The same between `first` and `last`, which bind nothing: all go out in one packet, so `begin` and `commit` cost no round
 * trip. A `commit` after a statement that failed rolls back.
 */
export async function queryTogether(
  client: pg.PoolClient,
  { first, last }: { readonly first: string | undefined; readonly last: string | undefined },
  text: string,
  values: readonly unknown[],
  timeZone: string,
) {
  if (first === undefined && last === undefined) return queryOn(client, text, values, timeZone);
  const { stream } = client.connection;
  const run = (own: string | undefined) => (own === undefined ? undefined : queryOn(client, own, [], timeZone));
  stream.cork();
  const sent = [run(first), queryOn(client, text, values, timeZone), run(last)] as const;
  stream.uncork();
  // The connection is free for the next statement when all have been answered.
  const answers = await Promise.allSettled(sent);
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return sent[1];
}

const names = new Map<string, string>();
/** Counts the changes of tables: a plan made for a column of another type answers no more. */
let generation = 0;

function forgetPlans(): void {
  generation += 1;
  names.clear();
}

const changesTables = (text: string): boolean => /^\s*(alter|drop)\b/i.test(text);

const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "0A000" && error.message.includes("cached plan");

/** The name under which every connection keeps the statement. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `kept_${generation}_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  if (names.size < 1_000) names.set(text, name);
  return name;
}
