import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ConfigError, readConfig } from "../server/config/config.ts";
import { DataDirError } from "../server/db/data-dir-error.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { type BackupAnswer, requestPaths } from "../server/files/backup/backup-requests.ts";
import { writeBackup } from "../server/files/backup/write-backup.ts";
import { nameOfStore, openFileStore } from "../server/files/open-file-store.ts";
import { AppError, errorMessage } from "../server/http/errors.ts";
import { createBusinessClock } from "../server/models/business-clock.ts";

const usage = "用法：npm run backup -- [文件]    数据库和数据文件夹取自环境变量，与 npm start 相同";
const patienceMs = 30 * 60_000;

/** Makes a backup of what the server with these settings keeps, whether it runs or not. Exit code 0 or 1. */
async function main(args: readonly string[]): Promise<number> {
  if (args.length > 1 || args[0]?.startsWith("-")) return fail(usage);
  const config = readConfig(process.env);
  const stamp = createBusinessClock(config.timeZone)().replace(/[-:]/g, "").replace(" ", "-");
  const target = resolve(args[0] ?? join(config.dataDir, "backups", `backup-${stamp}.ndjson.gz`));
  const location = config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl };
  if ("dataDir" in location && !existsSync(join(config.dataDir, "pgdata"))) {
    return fail(`${config.dataDir} 里没有数据库，请检查 DATA_DIR。`);
  }
  try {
    const db = await openDatabase(location, { timeZone: config.timeZone });
    try {
      const { tables, rows, files } = await writeBackup({ db, files: openFileStore(config), target });
      console.log(`备份完成：${target}\n${tables} 个表、${rows} 行、${files} 个文件（来自${nameOfStore(config)}）`);
      return 0;
    } finally {
      await db.close();
    }
  } catch (error) {
    if (!(error instanceof DataDirError && error.problem === "locked")) throw error;
    return await askServer(config.dataDir, args[0]);
  }
}

/** A running server has the embedded database for itself: it makes the backup. */
async function askServer(dataDir: string, file: string | undefined): Promise<number> {
  if (file !== undefined) return fail("服务正在使用内置数据库，备份由它写到 DATA_DIR/backups，请不要写文件名。");
  const paths = requestPaths(dataDir);
  const id = randomUUID();
  await rm(paths.answer, { force: true });
  await writeFile(paths.request, id, { mode: 0o600 });
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const answer = existsSync(paths.answer) ? (JSON.parse(await readFile(paths.answer, "utf8")) as BackupAnswer) : null;
    if (answer?.id === id) {
      await rm(paths.answer, { force: true });
      if ("error" in answer) return fail(`备份没有完成：${answer.error}`);
      console.log(`备份完成：${answer.file}\n${answer.text}`);
      return 0;
    }
    await wait(200);
  }
  return fail("服务没有应答，备份没有完成。");
}

function fail(text: string): number {
  console.error(text);
  return 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof DataDirError;
  if (error instanceof AppError) console.error(`备份没有完成：${errorMessage(error.errorName, error.details)}`);
  else console.error(isKnown ? error.message : error);
  process.exitCode = 1;
}
