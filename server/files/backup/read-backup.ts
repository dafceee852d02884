import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { PassThrough } from "node:stream";
import { createGunzip } from "node:zlib";
import { sql, type Transaction } from "kysely";
import type { Database, Queryable, Tables } from "../../db/database.ts";
import { type FileStore, isStoredPath } from "../file-store.ts";
import type { StoredTable } from "./catalogue.ts";
import { sumTable, type TableSum } from "./checksum.ts";
import { type BackupLine, backupFormat } from "./write-backup.ts";

/** A backup that cannot be used, or a target that must not be written over; the message says what to do. */
export class RestoreError extends Error {}

export interface RestoredTable extends TableSum {
  readonly name: string;
  /** What the backup says; the same when nothing was lost. */
  readonly expected: TableSum;
}

export interface RestoreReport {
  readonly createdAt: string;
  readonly tables: readonly RestoredTable[];
  readonly rows: number;
  readonly files: number;
  /** Names of tables whose rows differ from the backup; empty when all is well. */
  readonly differing: readonly string[];
}

const transactionMs = 60 * 60_000;

/**
 * Fills an empty database from a backup, in one transaction: it is there whole, or not at all. Afterwards the database
 * counts and sums every table, and the report compares that with the backup.
 *
 * @param files where the uploaded files go; undefined reads and checks them without writing
 * @throws RestoreError for a damaged or newer file, and for a database that holds tables already
 */
export async function restoreBackup(file: string, db: Database, files: FileStore | undefined): Promise<RestoreReport> {
  await refuseUsed(db.kysely);
  const state = { createdAt: "", files: 0, isComplete: false };
  const expected = new Map<string, { readonly table: StoredTable; readonly sum: TableSum }>();
  await db.transaction(
    async (trx) => {
      let after: readonly string[] = [];
      let table: StoredTable | undefined;
      const written = new FileWriter(files);
      try {
        for await (const line of backupLines(file)) {
          switch (line.kind) {
            case "start":
              if (line.format !== backupFormat)
                throw new RestoreError(`备份的格式是 ${line.format}，本程序不认识，请先升级`);
              state.createdAt = line.createdAt;
              break;
            case "shape":
              for (const statement of line.before) await run(trx, statement);
              after = line.after;
              break;
            case "table":
              table = line.table;
              break;
            case "rows":
              if (table) await insertRows(trx, table, line.rows);
              break;
            case "tableEnd":
              if (table) expected.set(line.name, { table, sum: { rows: line.rows, checksum: line.checksum } });
              break;
            case "file":
              await written.begin(line.path);
              break;
            case "bytes":
              await written.write(Buffer.from(line.base64, "base64"));
              break;
            case "fileEnd":
              await written.end(line);
              state.files += 1;
              break;
            case "end":
              state.isComplete = true;
          }
        }
        if (!state.isComplete) throw new RestoreError("备份文件不完整，缺少结尾");
        for (const statement of after) await run(trx, statement);
      } catch (error) {
        await written.undo();
        throw error;
      }
    },
    { deadlineMs: transactionMs },
  );
  const tables: RestoredTable[] = [];
  for (const [name, { table, sum }] of expected) {
    const found = await db.transaction((trx) => sumTable(trx, table), { deadlineMs: transactionMs });
    tables.push({ name, ...found, expected: sum });
  }
  const isSame = (one: RestoredTable) => one.rows === one.expected.rows && one.checksum === one.expected.checksum;
  return {
    createdAt: state.createdAt,
    tables,
    rows: tables.reduce((sum, one) => sum + one.rows, 0),
    files: state.files,
    differing: tables.filter((one) => !isSame(one)).map(({ name }) => name),
  };
}

async function refuseUsed(db: Queryable): Promise<void> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  if (Number(rows[0]?.count ?? 0) > 0) {
    throw new RestoreError("目标数据库里已经有表。请恢复到空的数据文件夹或空的数据库，已有的数据不会被覆盖");
  }
}

/** The statements of the shape were written by the database itself when the backup was made. */
async function run(trx: Transaction<Tables>, statement: string): Promise<void> {
  await sql.raw(statement).execute(trx);
}

async function insertRows(
  trx: Transaction<Tables>,
  table: StoredTable,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  if (table.columns.length === 0 || rows.length === 0) return;
  const names = sql.join(table.columns.map(({ name }) => sql.id(name)));
  const values = sql.join(
    table.columns.map(({ type }, index) => sql`cast(line ->> ${sql.lit(index)} as ${typeSql(type)})`),
  );
  await sql`insert into ${sql.table(table.name)} (${names}) overriding system value
    select ${values} from json_array_elements(cast(${JSON.stringify(rows)} as json)) as lines(line)`.execute(trx);
}

const typeName = /^"?[a-z][a-z0-9_ ]*"?(\(\d+(,-?\d+)?\))?( with(out)? time zone)?(\[\])?$/;

function typeSql(type: string) {
  if (!typeName.test(type)) throw new RestoreError(`备份中的类型“${type}”不认识`);
  return sql.raw(type);
}

/** @throws RestoreError for a file that is no backup or is damaged */
async function* backupLines(file: string): AsyncGenerator<BackupLine> {
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.on("error", (error) => plain.destroy(error));
  let isFirst = true;
  let rest = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = texts.pop() ?? "";
      for (const text of texts) {
        const line = JSON.parse(text) as BackupLine;
        if (isFirst && line.kind !== "start") throw new RestoreError("这不是本系统的备份文件");
        isFirst = false;
        yield line;
      }
    }
  } catch (error) {
    throw explained(error, file);
  } finally {
    source.destroy();
  }
}

function explained(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new RestoreError(`没有备份文件 ${file}`);
  const isDamaged = error instanceof SyntaxError || code?.startsWith("Z_");
  return isDamaged ? new RestoreError("备份文件已损坏或不完整") : error;
}

/** Writes the uploaded files one after the other and proves each by its sum. */
class FileWriter {
  readonly #files: FileStore | undefined;
  readonly #made: string[] = [];
  #hash = createHash("sha256");
  #size = 0;
  #open: { readonly bytes: PassThrough; readonly written: Promise<void> } | undefined;

  constructor(files: FileStore | undefined) {
    this.#files = files;
  }

  async begin(path: string): Promise<void> {
    if (!isStoredPath(path)) throw new RestoreError(`备份中的文件名“${path.slice(0, 100)}”不正确`);
    this.#hash = createHash("sha256");
    this.#size = 0;
    if (this.#files === undefined) return;
    if ((await this.#files.size(path)) !== undefined) {
      throw new RestoreError(`已经有文件 ${path}。请恢复到没有文件的文件夹或存储桶，已有的文件不会被覆盖`);
    }
    this.#made.push(path);
    const bytes = new PassThrough();
    const written = this.#files.write(path, bytes);
    written.catch((error: Error) => bytes.destroy(error)); // thrown where it is awaited
    this.#open = { bytes, written };
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.#size += bytes.length;
    if (!this.#open || this.#open.bytes.write(bytes)) return;
    await Promise.race([once(this.#open.bytes, "drain"), this.#open.written]);
  }

  async end({ size, sha256 }: { readonly size: number; readonly sha256: string }): Promise<void> {
    this.#open?.bytes.end();
    await this.#open?.written;
    this.#open = undefined;
    if (size !== this.#size || sha256 !== this.#hash.digest("hex")) throw new RestoreError("备份中的一个文件已损坏");
  }

  async undo(): Promise<void> {
    this.#open?.bytes.destroy(new Error("the restore was given up"));
    await this.#open?.written.catch(() => undefined);
    for (const path of this.#made) await this.#files?.remove(path);
  }
}
