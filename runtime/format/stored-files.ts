import { commaParts } from "./text.ts";

/** One file of a value; name and size only where the value carries them. */
export interface StoredFile {
  readonly path: string;
  readonly name?: string;
  readonly size?: number;
}

/** A file as the multi-file form of a value has it (UPL-02). */
export interface FileEntry {
  readonly fileName: string;
  readonly filePath: string;
  readonly fileSize: number;
}

/** Uploaded pictures that formatted text or Markdown shows by their address on this server. */
export const filesInText = (text: unknown): readonly string[] =>
  typeof text !== "string"
    ? []
    : [...text.matchAll(/\/sys\/common\/static\/([\w-]+(?:\/[\w.-]+)+)/g)].map(([, path = ""]) => path);

/** The files of a value: a comma list of paths, or a list of `{ fileName, filePath, fileSize }`. */
export function storedFiles(value: unknown): readonly StoredFile[] {
  if (!Array.isArray(value)) return commaParts(value).map((path) => ({ path }));
  return value.flatMap((entry): StoredFile[] => {
    if (typeof entry === "string") return entry === "" ? [] : [{ path: entry }];
    const { filePath, fileName, fileSize } = (entry ?? {}) as Partial<Record<keyof FileEntry, unknown>>;
    if (typeof filePath !== "string" || filePath === "") return [];
    return [
      {
        path: filePath,
        ...(typeof fileName === "string" && fileName !== "" ? { name: fileName } : {}),
        ...(typeof fileSize === "number" ? { size: fileSize } : {}),
      },
    ];
  });
}

/** Where an uploaded file is read, without the API prefix. */
const readPath = "/sys/common/static/";

/** The uploaded pictures that a text with formatting shows. */
export function htmlFiles(html: unknown): readonly StoredFile[] {
  if (typeof html !== "string" || !html.includes(readPath)) return [];
  return [...html.matchAll(/<img\b[^>]*?\bsrc="[^"]*?\/sys\/common\/static\/([^"?#]+)/g)].map(([, path = ""]) => ({
    path,
  }));
}
