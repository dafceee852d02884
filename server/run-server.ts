import type { AddressInfo } from "node:net";
import type { Config } from "./config/config.ts";
import type { Database } from "./db/database.ts";
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

interface Start {
  readonly options: StartOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** Settles when the database is open; the embedded one has begun to. */
  readonly open: () => Promise<Database>;
}

/** Documents, tables, HTTP, ready line. */
export async function runServer({ options, env, config, open }: Start): Promise<RunningServer> {
  const clock = createBusinessClock(config.timeZone);
  const followsDocuments = env.NODE_ENV === "development";
  // Who follows the files checks them again when one changes, which is quick only after a check.
  const stamp = options.build && !followsDocuments ? new CheckStamp(config.dataDir, options.build) : undefined;
  const documents = readAndReport(options.schemasDir, stamp);
  const db = await open();
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
  const watch = followsDocuments ? followDocuments({ schemasDir: options.schemasDir, source, server }) : undefined;
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
