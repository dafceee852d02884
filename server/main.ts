import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { type Config, ConfigError, printConfig, readConfig } from "./config/config.ts";
import { DataDirError } from "./db/data-dir-error.ts";
import { type Database, DatabaseError } from "./db/database.ts";
import { openDatabase } from "./db/open-database.ts";
import { TableChangeRefused } from "./db/tables/table-change-refused.ts";
import { CheckStamp } from "./documents/check-stamp.ts";
import { type DocumentStore, loadDocuments } from "./documents/load-documents.ts";
import { answerBackupRequests } from "./files/backup/backup-requests.ts";
import { Backups } from "./files/backup/backups.ts";
import { nameOfStore } from "./files/open-file-store.ts";
import { followDocuments } from "./follow-documents.ts";
import { openConsoleFiles } from "./http/console-files.ts";
import { createBusinessClock } from "./models/business-clock.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { createServer } from "./server.ts";

export interface StartOptions {
  /** Folder of the built console; may be still empty. */
  readonly consoleDir: string;
  readonly schemasDir: string;
  /** Settles when the console is complete; until then browsers get a page that waits. */
  readonly consoleReady: Promise<unknown>;
  /** Hash of what the server was built from; without it the documents are checked at every start. */
  readonly build?: string | undefined;
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface RunningServer {
  readonly url: string;
  /** @returns false when calls at work were cut off */
  close(): Promise<boolean>;
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
    return await run(options, env);
  } catch (error) {
    const line = explain(error);
    console.error(line ?? error);
    process.exit(1);
  }
}

async function run(options: StartOptions, env: Readonly<Record<string, string | undefined>>): Promise<RunningServer> {
  const config = readConfig(env);
  const clock = createBusinessClock(config.timeZone);
  const followsDocuments = env.NODE_ENV === "development";
  // Who follows the files checks them again when one changes, which is quick only after a check.
  const stamp = options.build && !followsDocuments ? new CheckStamp(config.dataDir, options.build) : undefined;
  const { db, documents } = await openWhileReading(config, () => readAndReport(options.schemasDir, stamp));
  try {
    await prepareDatabase(db, documents, config, (password) => {
      console.log(`首个管理员 admin 的密码：${password}（只显示这一次，首次登录后请修改）`);
    });
    const parts = {
      config,
      db,
      console: openConsoleFiles(options.consoleDir, options.consoleReady, config.contextPath, config.site),
    };
    const source = { current: documents };
    const server = await createServer({ ...parts, documents: source, followsDocuments });
    if (documents.diagnostics.length === 0) stamp?.keep([...documents.files.values()]);
    await server.fastify.listen({ port: config.port, host: config.host });
    const url = addressOf(server.fastify.server.address(), config.host);
    const watch = followsDocuments
      ? followDocuments({ schemasDir: options.schemasDir, source, parts, server })
      : undefined;
    const backups = new Backups({
      db,
      files: server.context.files,
      dataDir: config.dataDir,
      timeZone: config.timeZone,
      clock,
    });
    const stopAnswering = answerBackupRequests(backups, config.dataDir);
    const close = closeOnce(async () => {
      stopAnswering();
      watch?.stop();
      const isDrained = await server.close();
      await db.close();
      return isDrained;
    });
    closeOnSignal(close, config.drainSeconds);
    // Files are not all there is: people may work while the store is mended.
    void server.context.files.problem().then((problem) => {
      if (problem) console.error(`文件存储${problem}：${nameOfStore(config)}，请检查 S3_… 的设置和这个服务。`);
    });
    // Last: whoever reads it may end the process at once, which then has to close.
    console.log(`ready ${url}`);
    return { url, close };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The embedded database opens in its own thread while this one checks the documents; each takes a second. */
async function openWhileReading(
  config: Config,
  read: () => DocumentStore,
): Promise<{ readonly db: Database; readonly documents: DocumentStore }> {
  if (config.databaseUrl !== undefined) {
    // Its connections are made in this thread: while it reads, their time would run out on a busy machine.
    const documents = read();
    return { db: await openDatabase({ url: config.databaseUrl }, { timeZone: config.timeZone }), documents };
  }
  const opening = openDatabase({ dataDir: config.dataDir }, { timeZone: config.timeZone });
  opening.catch(() => {}); // thrown where it is awaited
  await setImmediate(); // the thread is started before this one is busy
  try {
    const documents = read();
    return { db: await opening, documents };
  } catch (error) {
    await opening.then(
      (db) => db.close(),
      () => {},
    );
    throw error;
  }
}

function readAndReport(schemasDir: string, stamp?: CheckStamp): DocumentStore {
  const documents = loadDocuments(schemasDir, stamp);
  for (const finding of documents.diagnostics) {
    console.error(`${finding.file}:${finding.line}:${finding.column} ${finding.code} ${finding.message}`);
  }
  return documents;
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === "object" && address ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function closeOnce(close: () => Promise<boolean>): () => Promise<boolean> {
  let closing: Promise<boolean> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}

/** A database that does not close, for example on a disk that does not answer. */
const stopWithinMs = 15_000;

/** Calls at work may finish; a second signal ends the process at once. */
function closeOnSignal(close: () => Promise<boolean>, drainSeconds: number): void {
  let asked = false;
  const end = () => {
    if (asked) process.exit(1);
    asked = true;
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + stopWithinMs).unref();
    close().then(
      (isDrained) => {
        if (!isDrained) console.error("停止时仍有请求没有完成，已中断。");
        process.exit(isDrained ? 0 : 1);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
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
