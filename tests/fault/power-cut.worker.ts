import { closeSync, existsSync, openSync, readSync, writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { type HostFileSystem, SyncNodeFs, startParams } from "../../server/db/embedded/sync-fs.ts";

/**
 * One life of a machine that ends with the power: the engine writes until its time is over, then every file
 * independently keeps its bytes or falls back to those of its last fsync. Creating, renaming and cutting files counts as
 * durable at once; a real disk can be worse in that.
 */
interface Life {
  readonly clusterDir: string;
  readonly firstId: number;
  readonly writes: number;
}
interface Unsynced {
  readonly position: number;
  readonly length: number;
  readonly before: Buffer;
}

const life = workerData as Life;
const unsynced = new Map<string, Unsynced[]>();

function remember(host: HostFileSystem): void {
  const { write, fsync } = host.stream_ops;
  host.stream_ops.write = (stream, buffer, offset, length, position) => {
    const path = host.realPath(stream.node);
    const before = readBytes(path, position, length);
    const writes = unsynced.get(path) ?? [];
    writes.push({ position, length, before });
    unsynced.set(path, writes);
    return write(stream, buffer, offset, length, position);
  };
  host.stream_ops.fsync = (stream) => {
    unsynced.delete(host.realPath(stream.node));
    return fsync?.(stream) ?? 0;
  };
}

function readBytes(path: string, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (!existsSync(path)) return bytes.subarray(0, 0);
  const file = openSync(path, "r");
  const count = readSync(file, bytes, 0, length, position);
  closeSync(file);
  return bytes.subarray(0, count);
}

function cutPower(): void {
  for (const [path, writes] of unsynced) {
    if (Math.random() < 0.5 || !existsSync(path)) continue;
    const file = openSync(path, "r+");
    for (const { position, length, before } of writes.reverse()) {
      const bytes = Buffer.alloc(length);
      before.copy(bytes);
      writeSync(file, bytes, 0, length, position);
    }
    closeSync(file);
  }
}

const db = await PGlite.create({
  fs: new SyncNodeFs(life.clusterDir, remember),
  extensions: { amcheck },
  startParams: startParams({ durable: true, timeZone: "Asia/Shanghai" }),
});
const acknowledged: number[] = [];
for (let id = life.firstId; id < life.firstId + life.writes; id++) {
  const writer = 1 + (id % 4);
  await db.transaction(async (trx) => {
    await trx.query("insert into entry values ($1, $2)", [id, `第${id}行`]);
    await trx.query("insert into part values ($1, $1)", [id]);
    await trx.query("update tally set entries = entries + 1 where writer = $1", [writer]);
  });
  acknowledged.push(id);
  if (id % 97 === 0) await db.exec(`create table form_${id} (id int primary key); alter table form_${id} add y int`);
  if (id % 131 === 0) await db.exec("checkpoint");
}
// A transaction that is under way when the power goes.
void db.transaction(async (trx) => {
  await trx.query("insert into entry values ($1, 'half')", [life.firstId + life.writes]);
  cutPower();
  parentPort?.postMessage(acknowledged);
  process.exit(0);
});
