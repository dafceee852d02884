import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";

/**
 * A file of the data folder: the hash of the documents in which this build of the product has found nothing. Whatever else
 * it holds, or when it is not there, the documents are checked.
 */
export class CheckStamp {
  readonly #file: string;
  readonly #build: string;

  /** @param build changes with the product: another one checks otherwise */
  constructor(folder: string, build: string) {
    this.#file = join(folder, "documents.checked");
    this.#build = build;
  }

  knows(files: readonly SourceFile[]): boolean {
    try {
      return readFileSync(this.#file, "utf8") === this.#stampOf(files);
    } catch {
      return false;
    }
  }

  /** A stamp that cannot be written costs the next start its check, nothing else. */
  keep(files: readonly SourceFile[]): void {
    if (this.knows(files)) return;
    try {
      writeFileSync(this.#file, this.#stampOf(files), { mode: 0o600 });
    } catch {}
  }

  /** In the order of reading: a file that two roots have counts twice. */
  #stampOf(files: readonly SourceFile[]): string {
    const hash = createHash("sha256").update(JSON.stringify(this.#build));
    for (const { path, text } of files) hash.update(JSON.stringify([path, text]));
    return hash.digest("hex");
  }
}
