import type { Database, Queryable } from "../../db/database.ts";
import type { DocumentSource } from "../document-source.ts";
import { createDocumentStore, type DocumentStore } from "../load-documents.ts";
import { layOver, type OverlayState, type StoredOverlay } from "./lay-over.ts";
import { readOverlays } from "./stored-overlays.ts";

/** Wakes every server process after a document was published. */
export const publishedChannel = "published-documents";

/** Documents whose `current` may be replaced, as development does. */
type MutableSource = { current: DocumentStore };

interface Parts {
  readonly db: Database;
  /** Those of the files. */
  readonly documents: DocumentSource;
  readonly note: (event: string, details: object) => void;
  /** Other documents are in force: what was kept of the old ones is old. */
  readonly changed: () => Promise<void> | void;
}

interface Made {
  readonly files: DocumentStore;
  readonly overlays: readonly StoredOverlay[];
  readonly store: DocumentStore;
  readonly states: ReadonlyMap<string, OverlayState>;
}

/** The documents of the files with what was published over them. */
export async function withPublished(db: Queryable, files: DocumentStore): Promise<DocumentStore> {
  return make(files, await readOverlays(db)).store;
}

function make(files: DocumentStore, overlays: readonly StoredOverlay[]): Made {
  const laid = layOver([...files.files.values()], overlays);
  if (laid.files.every((file) => files.files.get(file.path) === file)) {
    return { files, overlays, states: laid.states, store: files };
  }
  const store = createDocumentStore(laid.files);
  const states = new Map(laid.states);
  // A change that a newer file cannot bear would take the page away: the file goes on without it.
  const unfit = [...states.values()].filter(({ path }) => isBroken(store, path) && !isBroken(files, path));
  if (unfit.length === 0) return { files, overlays, states, store };
  for (const state of unfit) states.set(state.path, { ...state, problem: "unfit" });
  const whole = laid.files.map((file) =>
    unfit.some(({ path }) => path === file.path) ? files.files.get(file.path) : file,
  );
  return { files, overlays, states, store: createDocumentStore(whole.flatMap((file) => file ?? [])) };
}

const isBroken = (store: DocumentStore, path: string): boolean =>
  [...store.broken.values()].some((findings) =>
    findings.some(({ file, severity }) => file === path && severity === "error"),
  );

/**
 * The documents in force: files, and over them what people published in the console. Every server process holds them and
 * reads them again when one of them publishes. A file that changes is merged anew.
 */
export class PublishedDocuments {
  readonly #parts: Parts;
  readonly documents: DocumentSource;
  #overlays: readonly StoredOverlay[] = [];
  #made: Made | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const current = () => this.#current().store;
    this.documents = {
      get current() {
        return current();
      },
      set current(files: DocumentStore) {
        (parts.documents as MutableSource).current = files;
      },
    } as DocumentSource & MutableSource;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(publishedChannel, () => {
      this.refresh().catch((error: unknown) => this.#parts.note("reload failed", { error: String(error) }));
    });
    this.#overlays = await readOverlays(this.#parts.db.kysely);
    for (const { path, problem, conflicts } of this.#current().states.values()) {
      if (problem || conflicts.length > 0) this.#parts.note("published change", { path, problem, conflicts });
    }
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
    await this.#turn.catch(() => {});
  }

  /** The files alone, as somebody who publishes changes them. */
  get files(): DocumentStore {
    return this.#parts.documents.current;
  }

  /** By path, of every document that was ever published here. */
  get states(): ReadonlyMap<string, OverlayState> {
    return this.#current().states;
  }

  /** Reads what was published again; settles when it is in force. */
  refresh(): Promise<void> {
    this.#turn = this.#turn
      .catch(() => {})
      .then(async () => {
        const overlays = await readOverlays(this.#parts.db.kysely);
        const known = new Map(this.#overlays.map(({ path, versionNum }) => [path, versionNum]));
        if (overlays.every(({ path, versionNum }) => known.get(path) === versionNum)) return;
        this.#overlays = overlays;
        await this.#parts.changed();
      });
    return this.#turn;
  }

  #current(): Made {
    const files = this.#parts.documents.current;
    if (this.#made?.files !== files || this.#made.overlays !== this.#overlays) this.#made = make(files, this.#overlays);
    return this.#made;
  }
}
