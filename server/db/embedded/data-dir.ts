import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DataDirError } from "../data-dir-error.ts";

/** Files of a data folder that belong to the database. */
export const dataDirPaths = (folder: string) => ({
  cluster: join(folder, "pgdata"),
  /** Where a cluster is made; renamed to `cluster` when complete, so that a killed first start leaves no half one. */
  unfinished: join(folder, "pgdata.new"),
  stamp: join(folder, "database.json"),
});

interface Stamp {
  readonly pglite: string;
  readonly postgres: string;
}

const postgresMajor = "18";
const messages: Readonly<Record<string, readonly ["notWritable" | "diskFull", string]>> = {
  EACCES: ["notWritable", "没有写权限"],
  EPERM: ["notWritable", "没有写权限"],
  EROFS: ["notWritable", "所在文件系统是只读的"],
  ENOTDIR: ["notWritable", "路径中有一段不是目录"],
  EEXIST: ["notWritable", "已有同名文件"],
  ENOSPC: ["diskFull", "磁盘空间不足"],
  EDQUOT: ["diskFull", "磁盘配额已用完"],
};

/**
 * Makes the folder (owner only), and proves that it can be written.
 *
 * @throws DataDirError `notWritable` or `diskFull`
 */
export function prepareFolder(folder: string): void {
  guardFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(folder, `.write-probe-${process.pid}`);
    writeFileSync(probe, "x".repeat(4096));
    rmSync(probe);
  });
}

/** Runs file work; its host errors become `DataDirError`s that name the folder. */
export function guardFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const known = messages[(error as NodeJS.ErrnoException).code ?? ""];
    if (!known) throw error;
    throw new DataDirError(known[0], folder, `数据目录 ${folder} 不能使用：${known[1]}。请处理后重新启动。`, error);
  }
}

/** Without these files PGlite or PostgreSQL would make a new cluster, or not start. */
const clusterFiles = ["PG_VERSION", "global/pg_control", "base", "pg_wal"];

/** The folder is left as it is: what can still be saved from it is worth more than a start. */
export function damaged(folder: string, what: string, cause?: unknown): DataDirError {
  const { cluster } = dataDirPaths(folder);
  const restore = "DATA_DIR=<空目录> npm run restore -- <备份文件>";
  const message =
    `数据库目录 ${cluster} ${what}，没有启动，也没有改动任何文件。` +
    `请先另存 ${folder}，再从备份恢复：${restore}（备份在 ${join(folder, "backups")}）。`;
  return new DataDirError("damaged", folder, message, cause);
}

/**
 * Refuses a cluster that another PGlite or PostgreSQL generation made, whose files would be misread, and one that is
 * damaged or gone: its place must not be taken by a new one.
 *
 * @throws DataDirError `otherVersion` or `damaged`
 */
export function checkStamp(folder: string): void {
  const { cluster, stamp } = dataDirPaths(folder);
  if (!existsSync(cluster)) {
    if (existsSync(stamp)) throw damaged(folder, "不见了，而 database.json 还在");
    return;
  }
  const missing = clusterFiles.filter((name) => !existsSync(join(cluster, name)));
  // Another generation may keep other files: who made the cluster is asked first.
  if (!missing.includes("PG_VERSION")) refuseOtherVersion(folder);
  if (missing.length > 0) throw damaged(folder, `不完整：缺少 ${missing.join("、")}`);
}

function refuseOtherVersion(folder: string): void {
  const { cluster, stamp } = dataDirPaths(folder);
  const versionFile = join(cluster, "PG_VERSION");
  const made = readStamp(stamp) ?? { pglite: pgliteVersion(), postgres: readFileSync(versionFile, "utf8").trim() };
  if (made.postgres === postgresMajor && series(made.pglite) === series(pgliteVersion())) return;
  throw new DataDirError(
    "otherVersion",
    folder,
    `数据目录 ${folder} 由 PostgreSQL ${made.postgres}（PGlite ${made.pglite}）创建，` +
      `本程序使用 PostgreSQL ${postgresMajor}（PGlite ${pgliteVersion()}）。请先用原版本导出数据，再导入新目录。`,
  );
}

export function writeStamp(folder: string): void {
  const stamp: Stamp = { pglite: pgliteVersion(), postgres: postgresMajor };
  writeFileSync(dataDirPaths(folder).stamp, `${JSON.stringify(stamp)}\n`, { mode: 0o600 });
}

export function pgliteVersion(): string {
  const require = createRequire(import.meta.url);
  const file = join(require.resolve("@electric-sql/pglite"), "..", "..", "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** `0.5.16` → `0.5`: patch releases read each other's files. */
const series = (version: string): string => version.split(".").slice(0, 2).join(".");

function readStamp(file: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Stamp;
  } catch {
    return undefined; // absent, or torn by a power cut: PG_VERSION decides
  }
}
