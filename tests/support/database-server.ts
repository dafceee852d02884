import { createHash, randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import pg from "pg";
import { madeOnce } from "./database-template.ts";

/** The PostgreSQL that the tests may make databases on; without it they leave it out. */
export const databaseServer = process.env.TEST_DATABASE_URL;

/** A database of its own on a server. */
export interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database, or a copy of one that nobody is connected to. */
export async function createOnServer(server: string, template = "template0"): Promise<OwnDatabase> {
  return createNamed(server, `test_${randomUUID().replaceAll("-", "")}`, template);
}

/**
 * A database that the first worker who asks for it prepares, for the others to copy; `dropPrepared` ends it with the run.
 *
 * @param folder of this run, where it is noted that it is made
 * @returns its name
 */
export async function preparedOnServer(
  server: string,
  folder: string,
  { name, prepare }: { readonly name: string; prepare(url: string): Promise<void> },
): Promise<string> {
  const template = preparedPrefix(folder) + createHash("sha256").update(name).digest("hex").slice(0, 16);
  await madeOnce(join(folder, template), async () => prepare((await createNamed(server, template, "template0")).url));
  return template;
}

export async function dropPrepared(server: string, folder: string): Promise<void> {
  const names = await run(server, `select datname as name from pg_database where starts_with(datname, $1)`, [
    preparedPrefix(folder),
  ]);
  for (const { name } of names) await drop(server, name);
}

async function createNamed(server: string, name: string, template: string): Promise<OwnDatabase> {
  const [own, from] = [name, template].map((one) => pg.escapeIdentifier(one));
  await run(server, `create database ${own} template ${from} lc_collate 'C' lc_ctype 'C' strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(server, name) };
}

async function drop(server: string, name: string): Promise<void> {
  await run(server, `drop database ${pg.escapeIdentifier(name)} with (force)`);
}

/** `/tmp/schema-console-prepared-Ab12` → `prepared_Ab12_` */
const preparedPrefix = (folder: string) => `prepared_${basename(folder).split("-").at(-1)}_`;

async function run(server: string, statement: string, values: readonly string[] = []): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
