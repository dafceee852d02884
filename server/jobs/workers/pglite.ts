import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Request, Response, WireError, WorkerStart } from "../../db/embedded/protocol.ts";
import { type HostFileSystem, type SyncCounters, SyncNodeFs, startParams } from "../../db/embedded/sync-fs.ts";

/** The embedded database's thread: opens the cluster, passes one statement at a time on, never holds state of its own. */
const start = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error("pglite.ts runs as a worker thread only");
const send = (response: Response) => port.postMessage(response);

/** Errors of Emscripten's file system carry WASI numbers. */
const hostNames: Readonly<Record<number, string>> = { 19: "EDQUOT", 51: "ENOSPC", 69: "EROFS" };
const diskFull = () => Object.assign(new Error("disk full"), { name: "ErrnoError", errno: 51 });

/** Watches the engine's writes: why one failed is known here only, the engine answers `could not write`. */
function watchWrites(host: HostFileSystem, counters: SyncCounters): void {
  const write = host.stream_ops.write;
  host.stream_ops.write = (stream, buffer, offset, length, position) => {
    try {
      if (start.fault && Atomics.load(start.fault, 0) !== 0) throw diskFull();
      return write(stream, buffer, offset, length, position);
    } catch (error) {
      const code = hostNames[Number((error as { errno?: unknown }).errno)] ?? "EIO";
      if (counters.hostFailure === undefined) send({ kind: "hostFailure", code });
      counters.hostFailure = code;
      throw error;
    }
  };
}

const files = new SyncNodeFs(start.clusterDir, watchWrites);

async function open(): Promise<PGlite> {
  const db = await PGlite.create({
    fs: files,
    extensions: { amcheck, btree_gin, pg_trgm },
    startParams: startParams(start),
  });
  if (start.durable) await proveDurability(db);
  return db;
}

/** One commit must reach the disk; a PGlite whose file system changed underneath would otherwise lose data silently. */
async function proveDurability(db: PGlite): Promise<void> {
  const before = files.counters.syncs;
  await db.query("select pg_logical_emit_message(true, 'start', 'x')");
  if (files.counters.syncs === before) throw new Error("a commit did not reach the disk: the fsync hook is not called");
}

function wireError(error: unknown): WireError {
  const { message, code, constraint, detail, severity } = error as Partial<WireError> & { severity?: string };
  const { hostFailure } = files.counters;
  files.counters.hostFailure = undefined;
  return {
    message: message ?? String(error),
    code,
    constraint,
    detail,
    hostFailure,
    // After these the engine answers nothing any more.
    fatal: severity === "PANIC" || severity === "FATAL" || isTrap(error),
  };
}

function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || (error as Error | undefined)?.name === "ExitStatus";
}

/**
 * Runs the messages of one statement; what the engine answers goes back unread. Taken as a stream, because PGlite reads
 * what it answers as a whole and keeps every message of it until the next call that asks for them, which never comes.
 */
async function run(db: PGlite, { id, message }: Extract<Request, { kind: "query" }>): Promise<void> {
  const parts: Uint8Array[] = [];
  await db.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) });
  const { hostFailure } = files.counters;
  files.counters.hostFailure = undefined;
  const bytes = joined(parts);
  const answer: Response = { kind: "answer", id, bytes, hostFailure };
  port?.postMessage(answer, [bytes.buffer]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const opening = performance.now();
try {
  const db = await open();
  port.on("message", async (request: Request) => {
    if (request.kind === "close") {
      await db.close().catch(() => {});
      send({ kind: "closed" });
      return;
    }
    try {
      await run(db, request);
    } catch (error) {
      send({ kind: "error", id: request.id, error: wireError(error) });
    }
  });
  send({ kind: "ready", syncs: files.counters.syncs, openMs: performance.now() - opening });
} catch (error) {
  send({ kind: "failed", error: wireError(error) });
}
