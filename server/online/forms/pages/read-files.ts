import { strFromU8, unzipSync } from "fflate";
import type { SourceFile } from "../../../../runtime/schema/diagnostic.ts";
import { identify } from "../../../../runtime/schema/source-document.ts";
import { AppError } from "../../../http/errors.ts";
import { refuse } from "../../../http/refusal.ts";

/** A page has a handful of documents; a whole folder of pages has some dozens. */
const limits = { files: 200, unpackedBytes: 4 * 1024 * 1024 } as const;

/**
 * The documents in an archive, by their paths below the folder that holds them. Other files are left aside.
 *
 * @throws AppError INVALID for what is no archive or holds no document, TOO_LARGE before anything is unpacked
 */
export function readArchive(bytes: Uint8Array): readonly SourceFile[] {
  let files = 0;
  let unpacked = 0;
  const wanted = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
    if (!identify(name) || !isPath(name)) return false;
    files += 1;
    unpacked += originalSize;
    return files <= limits.files && unpacked <= limits.unpackedBytes;
  };
  const entries = unpack(bytes, wanted);
  if (files > limits.files || unpacked > limits.unpackedBytes) throw new AppError("TOO_LARGE");
  const found = Object.entries(entries).map(([path, content]) => ({ path, text: strFromU8(content) }));
  if (found.length === 0) throw refuse("压缩包里没有页面文件（.model.json、.screen.json）");
  const top = commonFolder(found.map(({ path }) => path));
  return found.map(({ path, text }) => ({ path: path.slice(top.length), text }));
}

function unpack(
  bytes: Uint8Array,
  filter: (file: { readonly name: string; readonly originalSize: number }) => boolean,
) {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw refuse("文件不是 zip 压缩包");
  }
}

const isPath = (name: string): boolean => /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.includes("..");

/** `schemas/` of an archive of the whole folder; ids keep their last folder. */
function commonFolder(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split("/").slice(0, -1));
  const [first = []] = folders;
  let depth = 0;
  while (depth < first.length - 1 && folders.every((folder) => folder[depth] === first[depth])) depth += 1;
  return first
    .slice(0, depth)
    .map((part) => `${part}/`)
    .join("");
}
