import { createHash } from "node:crypto";
import { definitions } from "../../renderers/definitions.gen.ts";
import { type CheckedDocuments, checkDocuments } from "../../runtime/schema/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { readDocuments } from "./read-documents.ts";

/** The documents that the server works with. A new store replaces the old one as a whole; nothing in it changes. */
export interface DocumentStore extends CheckedDocuments {
  /** Changes when any file changes, appears or goes; equal roots give equal hashes. */
  readonly hash: string;
  /** Hash of one file's text by its path below the root, for caches and for `ETag`. */
  readonly fileHashes: ReadonlyMap<string, string>;
}

/**
 * Reads and checks a document root.
 *
 * @param root folder such as `schemas`
 * @throws Error of Node when the root cannot be read; broken documents do not throw
 */
export function loadDocuments(root: string): DocumentStore {
  return createDocumentStore(readDocuments(root));
}

export function createDocumentStore(files: readonly SourceFile[]): DocumentStore {
  const fileHashes = hashFiles(files);
  return { ...checkDocuments(files, { definitions }), hash: hashOf(JSON.stringify([...fileHashes])), fileHashes };
}

/** The hash that a store of these files would have. */
export function hashDocuments(files: readonly SourceFile[]): string {
  return hashOf(JSON.stringify([...hashFiles(files)]));
}

function hashFiles(files: readonly SourceFile[]): Map<string, string> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return new Map(sorted.map((file) => [file.path, hashOf(file.text)]));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
