import type { Database } from "../db/database.ts";
import type { FileStore } from "./file-store.ts";
import type { HalfUploads } from "./half-uploads.ts";
import { sweepCopies } from "./shared-content.ts";

const firstMs = 60_000;
const everyMs = 60 * 60_000;
/** A write that began so long ago has no server any more. */
const staleMs = 24 * 60 * 60_000;

export interface FileSweepParts {
  readonly db: Database;
  readonly files: FileStore;
  readonly halfUploads: HalfUploads;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Removes, every hour, what interrupted writes have left in the store. Several servers may do it at once. */
export class FileSweep {
  readonly #parts: FileSweepParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: FileSweepParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#wait(firstMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async sweep(now = Date.now()): Promise<void> {
    const { db, files, halfUploads, note } = this.#parts;
    try {
      await halfUploads.sweep();
      await files.sweep(now - staleMs);
      // A day around the business time zone's offset.
      await sweepCopies({ db, files }, new Date(now - 3 * staleMs).toISOString().slice(0, 10));
    } catch (error) {
      note("unfinished files not removed", { reason: String(error) });
    }
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => void this.sweep().finally(() => this.#wait(everyMs)), ms).unref();
  }
}
