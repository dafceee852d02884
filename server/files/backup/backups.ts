import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../db/database.ts";
import { openDatabase } from "../../db/open-database.ts";
import type { FileStore } from "../file-store.ts";
import { type RestoreReport, restoreBackup } from "./read-backup.ts";
import { type BackupSummary, writeBackup } from "./write-backup.ts";

/** One file of the backup folder. */
export interface BackupFile {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly summary: BackupSummary | undefined;
  readonly rehearsal: Rehearsal | undefined;
}

export interface Rehearsal {
  readonly at: string;
  readonly ok: boolean;
  readonly text: string;
}

/** Where a rehearsal makes its database; tests give it an empty one, which takes seconds to make. */
export const rehearsals = { folder: () => mkdtemp(join(tmpdir(), "schema-console-rehearsal-")) };

/** What stands beside a backup: what went in, and how its last rehearsal ended. */
interface Sidecar {
  readonly summary?: BackupSummary;
  readonly rehearsal?: Rehearsal;
}

export interface BackupFolderParts {
  readonly db: Database;
  /** Absolute path. */
  readonly dataDir: string;
  /** Where the uploaded files lie. */
  readonly files: FileStore;
  readonly timeZone: string;
  readonly clock: () => string;
}

const nameForm = /^backup-\d{8}-\d{6}\.ndjson\.gz$/;

/** Work of a folder goes on one piece after the other: two backups at once would only slow each other down. */
const running = new Map<string, string>();

export class BackupBusy extends Error {}

/** The backups of a server process: files in `{DATA_DIR}/backups`. */
export class Backups {
  readonly #parts: BackupFolderParts;
  readonly folder: string;

  constructor(parts: BackupFolderParts) {
    this.#parts = parts;
    this.folder = join(parts.dataDir, "backups");
  }

  /** Newest first. */
  async list(): Promise<readonly BackupFile[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => nameForm.test(name));
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.folder, name));
        const { summary, rehearsal } = await this.#sidecar(name);
        return { name, size, at: mtimeMs, summary, rehearsal };
      }),
    );
    return files.sort((a, b) => (a.name < b.name ? 1 : -1));
  }

  /** @throws BackupBusy while another backup or rehearsal of this folder runs */
  async create(): Promise<{ readonly name: string; readonly summary: BackupSummary }> {
    return this.#alone("正在备份", async () => {
      const name = `backup-${this.#parts.clock().replace(/[-:]/g, "").replace(" ", "-")}.ndjson.gz`;
      const { db, files } = this.#parts;
      const summary = await writeBackup({ db, files, target: join(this.folder, name) });
      await this.#note(name, { summary });
      return { name, summary };
    });
  }

  /** Restores a backup into a database made for it alone, compares every table, and throws that database away. */
  async rehearse(name: string): Promise<Rehearsal> {
    const file = this.path(name);
    return this.#alone("正在演练恢复", async () => {
      const rehearsal = await this.#tryRestore(file);
      await this.#note(name, { ...(await this.#sidecar(name)), rehearsal });
      return rehearsal;
    });
  }

  async remove(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
    await rm(this.#sidecarPath(name), { force: true });
  }

  /** Keeps the newest ones. */
  async keep(count: number): Promise<number> {
    const old = (await this.list()).slice(count);
    for (const { name } of old) await this.remove(name);
    return old.length;
  }

  /** @throws Error for a name that is not one of this folder's */
  path(name: string): string {
    if (!nameForm.test(name)) throw new Error("no such backup");
    return join(this.folder, name);
  }

  async #tryRestore(file: string): Promise<Rehearsal> {
    const at = this.#parts.clock();
    const dataDir = await rehearsals.folder();
    const start = performance.now();
    try {
      const db = await openDatabase({ dataDir }, { timeZone: this.#parts.timeZone, durable: false, log: () => {} });
      try {
        const report = await restoreBackup(file, db, undefined);
        return { at, ...resultOf(report, performance.now() - start) };
      } finally {
        await db.close();
      }
    } catch (error) {
      return { at, ok: false, text: error instanceof Error ? error.message : String(error) };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }

  async #alone<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const other = running.get(this.folder);
    if (other) throw new BackupBusy(`${other}，请等它结束`);
    running.set(this.folder, what);
    try {
      return await work();
    } finally {
      running.delete(this.folder);
    }
  }

  #sidecarPath(name: string): string {
    return `${this.path(name)}.json`;
  }

  async #sidecar(name: string): Promise<Sidecar> {
    try {
      return JSON.parse(await readFile(this.#sidecarPath(name), "utf8")) as Sidecar;
    } catch {
      return {};
    }
  }

  async #note(name: string, sidecar: Sidecar): Promise<void> {
    await writeFile(this.#sidecarPath(name), JSON.stringify(sidecar), { mode: 0o600 });
  }
}

function resultOf(report: RestoreReport, ms: number): Pick<Rehearsal, "ok" | "text"> {
  const { tables, rows, files, differing } = report;
  if (differing.length > 0)
    return { ok: false, text: `${differing.length} 个表与备份不同：${differing.slice(0, 5).join("、")}` };
  const seconds = (ms / 1_000).toFixed(1);
  return { ok: true, text: `${tables.length} 个表、${rows} 行、${files} 个文件，逐表核对一致，用时 ${seconds} 秒` };
}
