import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { brokenFiles, createDocumentStore, type DocumentStore } from "./load-documents.ts";
import { DocumentReader } from "./read-documents.ts";

export interface DocumentWatch {
  stop(): void;
}

interface WatchOptions {
  /** Milliseconds between two looks; default 100: a change is taken when two looks have seen the same. */
  readonly intervalMs?: number;
  /** Gets what reading threw (a folder that is being moved); the watch goes on. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Looks for changes of document roots and checks them again; for development only. Polling sees every change on every
 * file system, and looking at the stamps of some hundred files costs a few milliseconds. An editor that empties a file
 * before it writes it is waited for.
 *
 * A file that was sound and is broken now stands as it was: a mistake under way takes no page down. The findings are
 * those of the files as they are.
 *
 * @param onChange gets the store that comes into force
 */
export function watchDocuments(
  roots: string,
  onChange: (store: DocumentStore) => void,
  { intervalMs = 100, onError }: WatchOptions = {},
): DocumentWatch {
  const reader = new DocumentReader(roots);
  let taken = reader.read();
  let seen = taken;
  let good = soundFiles(taken, createDocumentStore(taken), new Map());
  const timer = setInterval(() => {
    try {
      const files = reader.read();
      const isSettled = files === seen;
      seen = files;
      if (!isSettled || files === taken) return;
      taken = files;
      const { store, sound } = withLastGood(files, good);
      good = sound;
      onChange(store);
    } catch (error) {
      onError?.(error);
    }
  }, intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

type Good = ReadonlyMap<string, SourceFile>;

/**
 * The store of these files, broken ones as they were when they were sound.
 *
 * @param good the last sound file of each path: a place that two documents claim stays theirs
 */
export function withLastGood(
  files: readonly SourceFile[],
  good: Good,
): { readonly store: DocumentStore; readonly sound: Good } {
  const options = { settled: new Set(good.keys()) };
  const found = createDocumentStore(files, options);
  const broken = brokenFiles(found);
  const kept = files.map((file) => (broken.has(file.path) ? (good.get(file.path) ?? file) : file));
  const isWhole = kept.every((file, index) => file === files[index]);
  const store = isWhole ? found : { ...createDocumentStore(kept, options), diagnostics: found.diagnostics };
  return { store, sound: soundFiles(files, found, good) };
}

function soundFiles(files: readonly SourceFile[], store: DocumentStore, before: Good): Good {
  const broken = brokenFiles(store);
  const sound = files.flatMap((file): [string, SourceFile][] => {
    const kept = broken.has(file.path) ? before.get(file.path) : file;
    return kept ? [[file.path, kept]] : [];
  });
  return new Map(sound);
}
