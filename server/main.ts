import { type Config, ConfigError, printConfig, readConfig } from "./config/config.ts";
import { DataDirError } from "./db/data-dir-error.ts";
import { type Database, DatabaseError } from "./db/database.ts";
import { openDatabase } from "./db/open-database.ts";
import { TableChangeRefused } from "./db/tables/table-change-refused.ts";
import type { RunningServer, StartOptions } from "./run-server.ts";

interface OpeningDatabase {
  /** Settles when it is open. */
  open(): Promise<Database>;
  /** Closes what was opened, if anything was. */
  close(): Promise<void>;
}

/**
 * Starts the server process: settings, database, documents, HTTP, ready line.
 * A fault that a person can mend ends the process with code 1 and one Chinese line.
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  const env = options.env ?? process.env;
  // A build that fails later must not end the process: the page says so.
  options.consoleReady.catch((error: unknown) => console.error(error));
  try {
    if (process.argv.includes("--print-config")) {
      console.log(printConfig(env));
      process.exit(0);
    }
    const config = readConfig(env);
    const database = startOpening(config);
    try {
      const { runServer } = await import("./run-server.ts");
      return await runServer({ options, env, config, open: database.open });
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    const line = explain(error);
    console.error(line ?? error);
    process.exit(1);
  }
}

/**
 * The embedded database opens in its own thread while this one loads the server and checks the documents; each takes
 * about a second. PostgreSQL's connections are made in this thread: while it is busy, their time would run out.
 */
function startOpening({ databaseUrl, dataDir, timeZone }: Config): OpeningDatabase {
  let opening: Promise<Database> | undefined;
  const location = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
  const open = () => {
    opening ??= openDatabase(location, { timeZone });
    return opening;
  };
  // What fails is thrown where it is awaited.
  if ("dataDir" in location) open().catch(() => {});
  const close = async () => {
    const db = await opening?.catch(() => undefined);
    await db?.close();
  };
  return { open, close };
}

/** One line for what a person can mend; undefined for a mistake of ours, which is shown whole. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataDirError) return error.message;
  if (error instanceof TableChangeRefused) return error.message;
  if (error instanceof DatabaseError && error.failure === "unavailable") {
    return "数据库没有应答，请检查 DATABASE_URL 和数据库服务。";
  }
  const { code, port } = error as { code?: string; port?: number };
  if (code === "EADDRINUSE") return `端口 ${port} 已被占用，请用环境变量 PORT 指定另一个端口。`;
  if (code === "EACCES") return `没有权限使用端口 ${port}，请用环境变量 PORT 指定 1024 以上的端口。`;
  if (code === "EADDRNOTAVAIL") return "本机没有环境变量 HOST 指定的地址，请改用 127.0.0.1 或 0.0.0.0。";
  return undefined;
}
