import { makeObservable, observable, observableRef, runInAction } from "mobx";
import { type FileEntry, storedFiles } from "../../../runtime/format/stored-files.ts";
import { RequestError, type UploadOptions, uploadCancelled } from "../../../runtime/react/services.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import { sameContent } from "./same-content.ts";
import { countOf, type UploadRules, uploadProblem } from "./upload-rules.ts";

/** One file of a field: stored, under way, or refused. */
export interface UploadTile {
  readonly key: string;
  readonly name: string;
  readonly status: "uploading" | "paused" | "done" | "error";
  /** Sent in parts: it can be paused, and goes on where it was. */
  readonly inParts: boolean;
  /** Share sent so far, 0…1. */
  readonly share: number;
  /** Where it is stored; only when done. */
  readonly path: string | undefined;
  /** Bytes, where they are known. */
  readonly size: number | undefined;
  /** Why it was refused; only on an error. */
  readonly message: string;
}

interface UploadListParts {
  readonly rules: UploadRules;
  readonly biz: string;
  /** The value is a list of entries with name, path and size instead of a comma list (UPL-02). */
  readonly isEntries?: boolean;
  /** Whether a file is sent in parts; default no. */
  inParts?(file: File): boolean;
  upload(file: File, options: UploadOptions): Promise<string>;
  /**
   * The comma list of stored paths or their entries, null for none.
   *
   * @param names what the files were called, in the same order
   */
  onChange(value: string | readonly FileEntry[] | null, names: string): void;
  /** Whether files are on their way. */
  onBusy(busy: boolean): void;
}

/** Files sent at the same time; more would only share the same line. */
const atOnce = 3;

/**
 * The files of one field. A value goes out when something was stored, removed or moved, and never while others are
 * still on their way: a form then either has all of them or the old ones.
 */
export class UploadList {
  tiles: readonly UploadTile[] = [];
  /** What was wrong with the last choice; shown below the files until the next one. */
  problem = "";
  /** What the field takes; more is known of it once its use is. */
  rules: UploadRules;
  readonly #parts: UploadListParts;
  readonly #files = new Map<string, File>();
  /** Every file that was chosen here and is still in the list. */
  readonly #chosen = new Map<string, File>();
  readonly #running = new Map<string, AbortController>();
  #value: string | null = null;
  #nextKey = 1;
  /** Files are compared one choice after the other. */
  #comparing: Promise<void> = Promise.resolve();
  /** Choices whose files are still being compared. */
  #waiting = 0;

  constructor(parts: UploadListParts) {
    this.#parts = parts;
    this.rules = parts.rules;
    makeObservable(this, { tiles: observableRef, problem: observable });
  }

  get isBusy(): boolean {
    return this.#waiting > 0 || this.tiles.some(({ status }) => status === "uploading" || status === "paused");
  }

  /** The form's value, from outside: files that are stored already. */
  show(value: unknown, nameOf: (path: string, index: number) => string): void {
    const files = storedFiles(value);
    const text = files.map(({ path }) => path).join(",") || null;
    if (text === this.#value) return;
    this.#value = text;
    // What this field stored itself keeps the name that it was chosen under.
    const known = new Map(this.tiles.map((tile) => [tile.path, tile]));
    const stored = files.map(
      ({ path, name, size }, index) =>
        known.get(path) ?? this.#tile(name ?? nameOf(path, index), { status: "done", path, size, share: 1 }),
    );
    const others = this.tiles.filter((tile) => tile.status !== "done");
    runInAction(() => {
      this.tiles = [...stored, ...others];
    });
  }

  /**
   * Takes what a person chose, dropped or pasted; refused files are told, the others sent. A file as large as another one
   * is read first: the same content is kept once.
   */
  add(chosen: readonly File[]): void {
    const sizes = new Set([...this.#chosen.values()].map(({ size }) => size));
    const isFirst = ({ size }: File) => size === 0 || !(sizes.has(size) || !sizes.add(size));
    const firsts = chosen.filter(isFirst);
    if (firsts.length > 0 || chosen.length === 0) this.#take(firsts);
    const others = chosen.filter((file) => !firsts.includes(file));
    if (others.length === 0) return;
    this.#waiting += 1;
    this.#parts.onBusy(true);
    this.#comparing = this.#comparing.then(() => this.#takeNew(others));
  }

  async #takeNew(chosen: readonly File[]): Promise<void> {
    const repeated: string[] = [];
    for (const file of chosen) {
      const [key, same] = (await this.#sameAs(file)) ?? [];
      const isRefused = this.tiles.some((tile) => tile.key === key && tile.status === "error");
      if (key === undefined || same === undefined) this.#take([file]);
      else if (isRefused) this.retry(key);
      else repeated.push(uploadCellMessages.repeated(file.name, same.name));
    }
    this.#waiting -= 1;
    if (repeated.length > 0)
      runInAction(() => {
        this.problem = repeated.join("；");
      });
    this.#tell();
  }

  async #sameAs(file: File): Promise<readonly [string, File] | undefined> {
    for (const entry of this.#chosen) if (await sameContent(file, entry[1])) return entry;
    return undefined;
  }

  #take(chosen: readonly File[]): void {
    const { rules } = this;
    const count = countOf(rules);
    const problems = chosen.flatMap((file) => uploadProblem(file, rules) ?? []);
    const accepted = chosen.filter((file) => uploadProblem(file, rules) === undefined);
    const added = accepted.map((file) => {
      const tile = this.#tile(file.name, {
        status: "uploading",
        size: file.size,
        share: 0,
        inParts: this.#parts.inParts?.(file) ?? false,
      });
      this.#files.set(tile.key, file);
      this.#chosen.set(tile.key, file);
      return tile;
    });
    const all = [...this.tiles, ...added];
    const kept = count > 0 ? all.slice(-count) : all;
    if (kept.length < all.length && count > 1) problems.push(uploadCellMessages.field.keptLast(count));
    for (const tile of all) if (!kept.includes(tile)) this.#forget(tile.key);
    runInAction(() => {
      this.problem = problems[0] ?? "";
      this.tiles = kept;
    });
    this.#pump();
    this.#tell();
  }

  /** Takes over files that were stored elsewhere, by the popup. */
  adopt(files: readonly FileEntry[]): void {
    const adopted = files.map(({ fileName, filePath: path, fileSize: size }) =>
      this.#tile(fileName, { status: "done", path, size, share: 1 }),
    );
    runInAction(() => {
      this.tiles = [...this.tiles, ...adopted];
    });
    this.#tell();
  }

  retry(key: string): void {
    if (!this.#files.has(key)) return;
    const keepsShare = this.tiles.some((tile) => tile.key === key && tile.inParts);
    this.#change(key, { status: "uploading", message: "", ...(keepsShare ? {} : { share: 0 }) });
    this.#pump();
    this.#tell();
  }

  /** Stops a file that comes in parts; `retry` goes on with it. */
  pause(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#change(key, { status: "paused" });
    this.#pump();
  }

  /** Takes a file out, stopping it when it is still on its way. */
  remove(key: string): void {
    this.#forget(key);
    runInAction(() => {
      this.tiles = this.tiles.filter((tile) => tile.key !== key);
      this.problem = "";
    });
    this.#pump();
    this.#tell();
  }

  /** Puts a file at another place, from 0. */
  move(key: string, to: number): void {
    const tile = this.tiles.find((one) => one.key === key);
    if (!tile || to < 0 || to >= this.tiles.length) return;
    const rest = this.tiles.filter((one) => one !== tile);
    runInAction(() => {
      this.tiles = [...rest.slice(0, to), tile, ...rest.slice(to)];
    });
    this.#tell();
  }

  /** Stops everything under way; the field is gone. */
  stop(): void {
    for (const control of this.#running.values()) control.abort();
    this.#running.clear();
    this.#parts.onBusy(false);
  }

  /** The field is back in sight: what was stopped begins again. What is on its way already is not sent twice. */
  resume(): void {
    this.#pump();
    this.#parts.onBusy(this.isBusy);
  }

  #pump(): void {
    for (const tile of this.tiles) {
      if (this.#running.size >= atOnce) return;
      if (tile.status === "uploading" && !this.#running.has(tile.key)) void this.#send(tile.key);
    }
  }

  async #send(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    const control = new AbortController();
    this.#running.set(key, control);
    try {
      const path = await this.#parts.upload(file, {
        biz: this.#parts.biz,
        signal: control.signal,
        onProgress: (share) => this.#change(key, { share }),
      });
      this.#files.delete(key);
      this.#change(key, { status: "done", share: 1, path });
    } catch (reason) {
      const isKnown = reason instanceof RequestError;
      if (!control.signal.aborted) this.#change(key, { status: "error", message: isKnown ? reason.message : "" });
      if (!isKnown) throw reason;
    } finally {
      if (this.#running.get(key) === control) this.#running.delete(key);
      if (!control.signal.aborted) {
        this.#pump();
        this.#tell();
      }
    }
  }

  #tell(): void {
    this.#parts.onBusy(this.isBusy);
    if (this.isBusy) return;
    const entries = this.tiles.flatMap(({ name, path, size }): FileEntry[] =>
      path ? [{ fileName: name, filePath: path, fileSize: size ?? 0 }] : [],
    );
    const text = entries.map(({ filePath }) => filePath).join(",") || null;
    if (text === this.#value) return;
    this.#value = text;
    const names = entries.map(({ fileName }) => fileName).join(",");
    this.#parts.onChange(this.#parts.isEntries && text ? entries : text, names);
  }

  #forget(key: string): void {
    const file = this.#files.get(key);
    const running = this.#running.get(key);
    this.#chosen.delete(key);
    this.#files.delete(key);
    this.#running.delete(key);
    if (running) running.abort(uploadCancelled);
    // Nothing is on its way, but the server has a part of it.
    else if (file && this.tiles.some((tile) => tile.key === key && tile.inParts)) void this.#discard(file);
  }

  async #discard(file: File): Promise<void> {
    const signal = AbortSignal.abort(uploadCancelled);
    await this.#parts.upload(file, { biz: this.#parts.biz, signal }).catch(() => undefined);
  }

  #change(key: string, changes: Partial<UploadTile>): void {
    runInAction(() => {
      this.tiles = this.tiles.map((tile) => (tile.key === key ? { ...tile, ...changes } : tile));
    });
  }

  #tile(
    name: string,
    state: Pick<UploadTile, "status" | "share" | "size"> & { readonly path?: string; readonly inParts?: boolean },
  ): UploadTile {
    return { key: String(this.#nextKey++), name, path: undefined, message: "", inParts: false, ...state };
  }
}
