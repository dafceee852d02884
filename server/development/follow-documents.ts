import { seedData } from "../data/seed.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import { TableChangeRefused } from "../db/tables/table-change-refused.ts";
import type { DocumentStore } from "../documents/load-documents.ts";
import { type DocumentWatch, watchDocuments } from "../documents/watch-documents.ts";
import { syncMenus } from "../menu/sync-menus.ts";
import type { ServerParts } from "../server.ts";

export interface FollowParts {
  readonly schemasDir: string;
  readonly documents: DocumentStore;
  /** What every server is made of, apart from its documents. */
  readonly parts: Omit<ServerParts, "documents">;
  /** Puts the server for new documents in the place of the one that runs. */
  readonly replace: (documents: DocumentStore) => Promise<void>;
}

/**
 * Development: a changed document is in force within two seconds, with its new columns, routes and menu rows. A change
 * that would lose data is refused with the reason, and the documents before it stay in force.
 */
export function followDocuments({ schemasDir, documents, parts, replace }: FollowParts): DocumentWatch {
  let turn = Promise.resolve();
  const takeOver = async (next: DocumentStore) => {
    for (const finding of next.diagnostics) {
      console.error(`${finding.file}:${finding.line}:${finding.column} ${finding.code} ${finding.message}`);
    }
    await applyModels(parts.db, next.resolvedModels.values());
    await syncMenus(parts.db, next);
    // Sample rows are made at a start only; the shipped rows of a data document come along at once.
    await seedData(parts.db, next, { config: { ...parts.config, seed: "none" } });
    await replace(next);
    console.log(`已载入 schemas 的改动：${next.models.size} 个模型，${next.screens.size} 个页面`);
  };
  const report = (error: unknown) => console.error(error instanceof TableChangeRefused ? error.message : error);
  return watchDocuments(
    schemasDir,
    documents,
    (next) => {
      turn = turn.then(() => takeOver(next)).catch(report);
    },
    { onError: report },
  );
}
