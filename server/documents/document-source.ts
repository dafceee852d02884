import type { DocumentStore } from "./load-documents.ts";

/** The documents in force. Development replaces the store when a file changes; whoever asks gets the newest. */
export interface DocumentSource {
  readonly current: DocumentStore;
}
