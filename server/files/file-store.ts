import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Readable } from "node:stream";

/** Where the bytes of uploaded files lie. Paths are ours, relative, with forward slashes. */
export interface FileStore {
  /** Writes the whole stream or leaves nothing behind; the bytes are on disk when it resolves. */
  write(path: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Size in bytes, or undefined when there is no such file. */
  size(path: string): Promise<number | undefined>;
  read(path: string, range?: { readonly start: number; readonly end: number }): Readable;
  /** Also what an unfinished write has left; a file that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Paths of all files that are there whole; below a folder of ours when it is named. */
  list(folder?: string): AsyncIterable<string>;
  /** Removes what writes left that never ended, and that began before this time (epoch milliseconds). */
  sweep(before: number): Promise<void>;
  /** What keeps the store from working, in words for the operator; undefined when it works. */
  problem(): Promise<string | undefined>;
}

/** Whether a text can be a path that the store gave out; everything else need not be looked for. */
export function isStoredPath(path: string): boolean {
  return path.length <= 400 && /^[\w-]+(\/[\w.-]+)+$/.test(path) && !path.includes("..");
}

const unfinishedEnd = ".part";

/** Paths below a folder, with forward slashes, in order; none when there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split("\\")
        .join("/"),
    )
    .sort();
}

/** Files in a folder of this machine; several processes may share it. */
export function localFileStore(folder: string): FileStore {
  const place = (path: string) => {
    if (!isStoredPath(path)) throw new Error(`not a path of ours: ${path}`);
    return join(folder, path);
  };
  return {
    async write(path, source) {
      const target = place(path);
      const unfinished = `${target}${unfinishedEnd}`;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // Opened before the first byte is asked for: a file that a refused upload opened late would stay behind.
      const handle = await open(unfinished, "w", 0o600);
      try {
        await writeFile(handle, source);
        await handle.sync();
        await handle.close();
        await rename(unfinished, target);
      } catch (error) {
        await handle.close().catch(() => undefined);
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async size(path) {
      try {
        return (await stat(place(path))).size;
      } catch {
        return undefined;
      }
    },
    read: (path, range) => createReadStream(place(path), range),
    async *list(below) {
      const names = await namesIn(below === undefined ? folder : join(folder, below));
      for (const found of names) {
        const name = below === undefined ? found : `${below}/${found}`;
        if (isStoredPath(name) && !name.endsWith(unfinishedEnd)) yield name;
      }
    },
    async sweep(before) {
      for (const name of await namesIn(folder)) {
        if (!name.endsWith(unfinishedEnd)) continue;
        const found = await stat(join(folder, name)).catch(() => undefined);
        if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true });
      }
    },
    problem: async () => undefined,
    async remove(path) {
      await rm(place(path), { force: true });
      // What a process that stopped in the middle of writing has left.
      await rm(`${place(path)}${unfinishedEnd}`, { force: true });
    },
  };
}
