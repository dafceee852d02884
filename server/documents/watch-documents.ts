import { createDocumentStore, type DocumentStore, hashDocuments } from "./load-documents.ts";
import { readDocuments } from "./read-documents.ts";

export interface DocumentWatch {
  stop(): void;
}

/**
 * Looks for changes of a document root and loads it again; for development only. Polling sees every change on every
 * file system, and reading some hundred small files costs a few milliseconds.
 *
 * @param onChange gets the new store; called only when the hash has changed
 * @param options.intervalMs between two looks; default 1,000, so that a change is there within two seconds
 * @param options.onError gets what reading threw (a folder that is being moved); the watch goes on
 */
export function watchDocuments(
  root: string,
  current: DocumentStore,
  onChange: (store: DocumentStore) => void,
  options: { readonly intervalMs?: number; readonly onError?: (error: unknown) => void } = {},
): DocumentWatch {
  let { hash } = current;
  const timer = setInterval(() => {
    try {
      const files = readDocuments(root);
      const next = hashDocuments(files);
      if (next === hash) return;
      hash = next;
      onChange(createDocumentStore(files));
    } catch (error) {
      options.onError?.(error);
    }
  }, options.intervalMs ?? 1000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
