import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
}

/** Whether a text can be a path that the store gave out; everything else need not be looked for. */
export function isStoredPath(path: string): boolean {
  return path.length <= 400 && /^[\w-]+(\/[\w.-]+)+$/.test(path) && !path.includes("..");
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
      const unfinished = `${target}.part`;
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
    async remove(path) {
      await rm(place(path), { force: true });
      // What a process that stopped in the middle of writing has left.
      await rm(`${place(path)}.part`, { force: true });
    },
  };
}
