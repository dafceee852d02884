import { Readable } from "node:stream";
import type { Sharp, SharpOptions } from "sharp";
import type { FileStore } from "./file-store.ts";

/** Pixels of the longer side: twice what a tile of a form shows, for sharp screens. */
const side = 240;
const smallType = "image/webp";

/** Pictures that are made smaller; others are shown as they are. */
const shrunk: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

/** A picture of more pixels is a bomb: decoding it would take the memory of the server. */
const maxPixels = 100_000_000;

const placeOf = (url: string) => `thumbs/${url}.webp`;

export interface Thumbnail {
  readonly path: string;
  readonly size: number;
  readonly mimeType: string;
}

/**
 * Small pictures of uploaded ones, made when one is first asked for and kept beside them: turned as the camera was held,
 * without what the camera wrote into the file. One is made at a time, so that a page of many does not take every processor.
 */
export class Thumbnails {
  readonly #store: FileStore;
  readonly #making = new Map<string, Promise<Thumbnail | undefined>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** @returns undefined where the picture itself has to do: another kind, broken, or too large to decode */
  async of(url: string, mimeType: string): Promise<Thumbnail | undefined> {
    if (!shrunk.has(mimeType)) return undefined;
    const path = placeOf(url);
    const size = await this.#store.size(path);
    if (size !== undefined) return size > 0 ? { path, size, mimeType: smallType } : undefined;
    const known = this.#making.get(url);
    if (known) return known;
    const making = this.#last.then(() => this.#make(url, path)).finally(() => this.#making.delete(url));
    this.#making.set(url, making);
    this.#last = making;
    return making;
  }

  /** With the picture goes its small one. */
  async remove(url: string): Promise<void> {
    await this.#store.remove(placeOf(url));
  }

  async #make(url: string, path: string): Promise<Thumbnail | undefined> {
    const bytes = await this.#shrink(url);
    // An empty file remembers that there is none: a broken picture is decoded once.
    await this.#store.write(path, Readable.from(bytes ? [bytes] : [], { objectMode: true }));
    return bytes && { path, size: bytes.length, mimeType: smallType };
  }

  async #shrink(url: string): Promise<Buffer | undefined> {
    try {
      // Loaded with the first picture; a start does without it.
      const { default: sharp }: { default: (options: SharpOptions) => Sharp } = await import("sharp");
      const image = sharp({ limitInputPixels: maxPixels, sequentialRead: true, failOn: "error" })
        .autoOrient()
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 });
      const source = this.#store.read(url);
      source.on("error", (error) => image.destroy(error));
      return await source.pipe(image).toBuffer();
    } catch {
      return undefined;
    }
  }
}
