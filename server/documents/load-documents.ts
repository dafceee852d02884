import { createHash } from "node:crypto";
import { definitions } from "../../renderers/definitions.gen.ts";
import {
  type CheckedDocuments,
  type CheckOptions,
  checkDocuments,
  readCheckedDocuments,
} from "../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import type { CheckStamp } from "./check-stamp.ts";
import { readDocuments } from "./read-documents.ts";

/** The documents that the server works with. A new store replaces the old one as a whole; nothing in it changes. */
export interface DocumentStore extends CheckedDocuments {
  /** Changes when any file changes, appears or goes; equal roots give equal hashes. */
  readonly hash: string;
  /** Hash of one file's text by its path below the root, for caches and for `ETag`. */
  readonly fileHashes: ReadonlyMap<string, string>;
  /** Root of each file that was read from one, by its path. */
  readonly roots: ReadonlyMap<string, string>;
  /** The files themselves, by path: what is published in the console is laid over them. */
  readonly files: ReadonlyMap<string, SourceFile>;
}

/**
 * Reads and checks the documents of one or more roots.
 *
 * @param roots folder such as `schemas`, or several with the path separator between them
 * @param stamp documents that it knows are not checked
 * @throws Error of Node when a root cannot be read; broken documents do not throw
 */
export function loadDocuments(roots: string, stamp?: Pick<CheckStamp, "knows">): DocumentStore {
  const files = readDocuments(roots);
  return stamp?.knows(files) ? storeOf(files, readCheckedDocuments(files)) : createDocumentStore(files);
}

export function createDocumentStore(
  files: readonly SourceFile[],
  options: Pick<CheckOptions, "settled"> = {},
): DocumentStore {
  return storeOf(files, checkDocuments(files, { definitions, ...options }));
}

function storeOf(files: readonly SourceFile[], checked: CheckedDocuments): DocumentStore {
  const fileHashes = hashFiles(files);
  return {
    ...checked,
    hash: hashOf(JSON.stringify([...fileHashes])),
    fileHashes,
    roots: new Map(files.flatMap(({ path, root }) => (root === undefined ? [] : [[path, root]]))),
    files: new Map(files.map((file) => [file.path, file])),
  };
}

/** Paths of the files whose documents were left out. */
export const brokenFiles = ({ broken }: Pick<DocumentStore, "broken">): ReadonlySet<string> =>
  new Set([...broken.values()].flat().map(({ file }) => file));

/** Hashes of files that were hashed before: most files stay as they are. */
const known = new WeakMap<SourceFile, string>();

function hashFiles(files: readonly SourceFile[]): Map<string, string> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return new Map(
    sorted.map((file) => {
      const hash = known.get(file) ?? hashOf(file.text);
      known.set(file, hash);
      return [file.path, hash];
    }),
  );
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
