import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataDirError } from "../data-dir-error.ts";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

interface LockContent extends ProcessIdentity {
  /** Tells this lock from any other, also of the same process. */
  readonly token: string;
}

export interface FolderLock {
  release(): void;
}

const heartbeatMs = 2_000;
/** A holder whose process cannot be seen from here counts as ended when it gives no sign for this long; a test waits less. */
export const lockLimits = { silenceMs: 8_000 };
const takeoverMaxMs = 10_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Takes the folder for this process. PGlite itself has no such lock: a second process would destroy the first one's
 * data. The lock of a killed process is recognised by its process number and start time, or by its silence.
 *
 * @throws DataDirError `locked`, naming folder and process
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, "lock");
  const content: LockContent = { ...ownIdentity(), token: randomUUID() };
  while (!createExclusively(file, content)) {
    const holder = readLock(file);
    if (!holder) continue; // released between the two calls
    if (await isHeld(file, holder)) throw lockedError(folder, file, holder);
    removeStale(file, holder);
  }
  return hold(file, content);
}

/** Writes aside, then links: the lock appears with its content or not at all. */
function createExclusively(file: string, content: LockContent): boolean {
  const aside = `${file}.${content.token}`;
  writeFileSync(aside, JSON.stringify(content), { mode: 0o600, flag: "w" });
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readLock(file: string): LockContent | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as LockContent;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (error instanceof SyntaxError) return { ...ownIdentity(), pid: -1, token: "" }; // torn by a power cut
    throw error;
  }
}

async function isHeld(file: string, holder: LockContent): Promise<boolean> {
  if (holder.pid === -1) return false;
  const alive = isAlive(holder);
  if (alive !== undefined) return alive;
  const before = beatOf(file);
  for (let waited = 0; waited < lockLimits.silenceMs; waited += 500) {
    await pause(500);
    if (beatOf(file) !== before) return true;
  }
  return false;
}

function beatOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Two starters may both see a stale lock; only the one that gets the guard removes it, and only if it is still that lock. */
function removeStale(file: string, holder: LockContent): void {
  const guard = `${file}.takeover`;
  try {
    writeFileSync(guard, String(process.pid), { flag: "wx" });
  } catch {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > takeoverMaxMs) rmSync(guard, { force: true });
    return;
  }
  try {
    if (readLock(file)?.token === holder.token) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function hold(file: string, content: LockContent): FolderLock {
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // a full or vanished disk shows itself in the next write of the database
    }
  }, heartbeatMs);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      if (readLock(file)?.token === content.token) unlinkSync(file);
    },
  };
}

function lockedError(folder: string, file: string, holder: LockContent): DataDirError {
  return new DataDirError(
    "locked",
    folder,
    `数据目录 ${folder} 正被进程 ${holder.pid}（主机 ${holder.host}）使用。` +
      `请先停止该进程，或用 DATA_DIR 指定其他目录。若确认该进程已不存在，可删除 ${file} 后重试。`,
  );
}
