import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql, type Transaction } from "kysely";
import type { Database, Tables } from "../../db/database.ts";
import type { FileStore } from "../file-store.ts";
import { halfFolder } from "../half-uploads.ts";
import { readShape, type StoredTable } from "./catalogue.ts";
import { RowSum, rowText, type TableSum } from "./checksum.ts";

export const backupFormat = 1;

/** One line of a backup file: gzip over JSON, one object per line, in this order. */
export type BackupLine =
  | { readonly kind: "start"; readonly format: number; readonly createdAt: string; readonly engine: string }
  | { readonly kind: "shape"; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly kind: "table"; readonly table: StoredTable }
  | { readonly kind: "rows"; readonly rows: readonly (readonly (string | null)[])[] }
  | ({ readonly kind: "tableEnd"; readonly name: string } & TableSum)
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "bytes"; readonly base64: string }
  | { readonly kind: "fileEnd"; readonly size: number; readonly sha256: string }
  | { readonly kind: "end"; readonly tables: number; readonly rows: number; readonly files: number };

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

export interface BackupParts {
  readonly db: Database;
  /** Where the uploaded files lie. */
  readonly files: FileStore;
  /** Where the backup is written; its folder is made. */
  readonly target: string;
}

/** Whoever was signed in signs in again after a restore, and what was half sent is sent again; codes are good for minutes. */
const withoutRows = new Set([
  "sys_session",
  "sys_session_event",
  "sys_sms_code",
  "sys_reset_link",
  "sys_captcha",
  "sys_sign_in_pass",
  "sys_outside_session",
  "sys_seen_token",
  "sys_half_upload",
]);
const fetchRows = 1_000;

/**
 * Writes everything the product keeps: the database as it was at one moment, then the uploaded files. People go on
 * working meanwhile. A file of that name is complete: it is written aside and renamed.
 */
export async function writeBackup({ db, files, target }: BackupParts): Promise<BackupSummary> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const unfinished = `${target}.part`;
  const workDir = join(dirname(target), `.${basename(target)}.work`);
  try {
    const summary = { tables: 0, rows: 0, files: 0 };
    const lines = async function* (): AsyncGenerator<string> {
      yield line({ kind: "start", format: backupFormat, createdAt: new Date().toISOString(), engine: db.engine });
      yield* databaseLines(db, workDir, summary);
      yield* fileLines(files, summary);
      yield line({ kind: "end", ...summary });
    };
    await pipeline(lines, createGzip({ level: 6 }), createWriteStream(unfinished, { mode: 0o600 }));
    await sync(unfinished);
    await rename(unfinished, target);
    return summary;
  } finally {
    await rm(unfinished, { force: true });
    await rm(workDir, { recursive: true, force: true });
  }
}

type Counters = { -readonly [Name in keyof BackupSummary]: BackupSummary[Name] };

/** The snapshot hands out its transaction in a call; the lines are wanted as a stream. A small channel joins the two. */
async function* databaseLines(db: Database, workDir: string, summary: Counters): AsyncGenerator<string> {
  const channel = new Channel();
  const reading = db
    .snapshot(async (source) => {
      for await (const text of snapshotLines(source, summary)) await channel.put(text);
    }, workDir)
    .then(
      () => channel.end(),
      (error: unknown) => channel.fail(error),
    );
  try {
    yield* channel;
  } finally {
    channel.stop();
    await reading;
  }
}

async function* snapshotLines(source: Transaction<Tables>, summary: Counters): AsyncGenerator<string> {
  const shape = await readShape(source);
  yield line({ kind: "shape", before: shape.before, after: shape.after });
  for (const table of shape.tables) {
    yield line({ kind: "table", table });
    const sum = new RowSum();
    if (!withoutRows.has(table.name)) yield* rowLines(source, table, sum);
    yield line({ kind: "tableEnd", name: table.name, ...sum.sum });
    summary.tables += 1;
    summary.rows += sum.sum.rows;
  }
}

async function* rowLines(source: Transaction<Tables>, table: StoredTable, sum: RowSum): AsyncGenerator<string> {
  await sql`declare backup_rows no scroll cursor for
    select ${rowText(table)} as line from ${sql.table(table.name)}`.execute(source);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(fetchRows)} from backup_rows`.execute(source);
    if (rows.length === 0) break;
    for (const row of rows) sum.add(row.line);
    // The rows are JSON already.
    yield `{"kind":"rows","rows":[${rows.map((row) => row.line).join(",")}]}\n`;
  }
  await sql`close backup_rows`.execute(source);
}

async function* fileLines(files: FileStore, summary: Counters): AsyncGenerator<string> {
  for await (const path of files.list()) {
    if (path.startsWith(`${halfFolder}/`)) continue;
    if ((await files.size(path)) === undefined) continue; // deleted since the list was made
    const hash = createHash("sha256");
    let sent = 0;
    yield line({ kind: "file", path });
    for await (const chunk of files.read(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sent += chunk.length;
      yield line({ kind: "bytes", base64: chunk.toString("base64") });
    }
    yield line({ kind: "fileEnd", size: sent, sha256: hash.digest("hex") });
    summary.files += 1;
  }
}

function line(value: BackupLine): string {
  return `${JSON.stringify(value)}\n`;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One text at a time from a writer to a reader. */
class Channel implements AsyncIterable<string> {
  #text: string | undefined;
  #state: "open" | "ended" | "failed" | "stopped" = "open";
  #error: unknown;
  #wake: (() => void) | undefined;

  async put(text: string): Promise<void> {
    while (this.#text !== undefined && this.#state === "open") await this.#change();
    if (this.#state !== "open") throw new Error("nobody reads the backup any more");
    this.#text = text;
    this.#tell();
  }

  end(): void {
    this.#close("ended");
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#close("failed");
  }

  stop(): void {
    if (this.#state === "open") this.#close("stopped");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const text = this.#text;
      if (text !== undefined) {
        this.#text = undefined;
        this.#tell();
        yield text;
      } else if (this.#state === "open") await this.#change();
      else break;
    }
    if (this.#state === "failed") throw this.#error;
  }

  #close(state: "ended" | "failed" | "stopped"): void {
    this.#state = state;
    this.#tell();
  }

  #waiting: Promise<void> | undefined;

  #change(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#waiting;
  }

  #tell(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    this.#waiting = undefined;
    wake?.();
  }
}
