import { resolve } from "node:path";
import { ConfigError, readConfig } from "../server/config/config.ts";
import { DataDirError } from "../server/db/data-dir-error.ts";
import { DatabaseError } from "../server/db/database.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { RestoreError, restoreBackup } from "../server/files/backup/read-backup.ts";
import { nameOfStore, openFileStore } from "../server/files/open-file-store.ts";
import { AppError, errorMessage } from "../server/http/errors.ts";

const usage =
  "用法：npm run restore -- 备份文件    目标取自环境变量：DATA_DIR 是空的文件夹，或 DATABASE_URL 是空的数据库";

/**
 * Fills an empty data folder or an empty PostgreSQL database from a backup and compares every table with it: the way
 * back, and the way from the embedded database to PostgreSQL. Exit code 0 when everything is equal.
 */
async function main(args: readonly string[]): Promise<number> {
  const [file] = args;
  if (file === undefined || args.length > 1 || file.startsWith("-")) return fail(usage);
  const config = readConfig(process.env);
  const location = config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl };
  const db = await openDatabase(location, { timeZone: config.timeZone });
  try {
    const report = await restoreBackup(resolve(file), db, openFileStore(config));
    for (const { name, rows, expected } of report.tables) {
      const isSame = !report.differing.includes(name);
      console.log(`${isSame ? "一致" : "不同"}  ${name}  ${rows} 行${isSame ? "" : `，备份中 ${expected.rows} 行`}`);
    }
    if (report.differing.length > 0) return fail(`${report.differing.length} 个表与备份不同，请不要使用这个数据库。`);
    console.log(
      `恢复完成：${report.tables.length} 个表、${report.rows} 行、${report.files} 个文件（写到${nameOfStore(config)}），行数和校验和与备份一致`,
    );
    return 0;
  } finally {
    await db.close();
  }
}

function fail(text: string): number {
  console.error(text);
  return 1;
}

function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataDirError || error instanceof RestoreError) {
    return error.message;
  }
  if (error instanceof AppError) return errorMessage(error.errorName, error.details);
  if (error instanceof DatabaseError && error.failure === "unavailable") {
    return "数据库没有应答，请检查 DATABASE_URL 和数据库服务。";
  }
  return error;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
