import { deriveMenuRows } from "../runtime/menu/derive-menu-rows.ts";
import { fillNewColumns } from "./data/fill-new-columns.ts";
import { seedData } from "./data/seed.ts";
import { type ApplyOptions, applyModels } from "./db/tables/apply-models.ts";
import { TableChangeRefused } from "./db/tables/table-change-refused.ts";
import { refusedFindings } from "./documents/findings.ts";
import type { DocumentStore } from "./documents/load-documents.ts";
import { syncMenus } from "./documents/menu/sync-menus.ts";
import { withPublished } from "./documents/published/published-documents.ts";
import { type DocumentWatch, watchDocuments } from "./documents/watch-documents.ts";
import { pushNow } from "./live/live-push.ts";
import { logKnownGrants } from "./modules/grants/link-log.ts";
import { syncAccess } from "./modules/grants/sync-access.ts";
import type { Server } from "./server.ts";

export interface FollowParts {
  readonly schemasDir: string;
  /** The documents in force; what replaces them is put here. */
  readonly source: { current: DocumentStore };
  readonly server: Pick<Server, "context">;
  /** See `watchDocuments`. */
  readonly intervalMs?: number;
}

/**
 * Development: a changed document is in force within a second, with its new columns, routes, menu and data rows, and
 * every open page is told. The server goes on while it happens: no call is refused and no connection ends. A change that
 * would lose data is a finding, and the documents before it stay in force.
 */
export function followDocuments({ schemasDir, source, server, intervalMs }: FollowParts): DocumentWatch {
  const { context } = server;
  const { db, config } = context;
  let turn = Promise.resolve();
  const report = (error: unknown) => console.error(error);

  const takeOver = async (next: DocumentStore) => {
    for (const { file, line, column, code, message } of next.diagnostics) {
      console.error(`${file}:${line}:${column} ${code} ${message}`);
    }
    const before = source.current;
    const changed = changedKinds(before, next);
    try {
      if (changed.has("model")) {
        const models = next.resolvedModels;
        const fill: ApplyOptions["fill"] = (trx, added) => fillNewColumns(trx, models, added, context.clock());
        await applyModels(db, models.values(), { fill });
      }
    } catch (error) {
      if (!(error instanceof TableChangeRefused)) throw error;
      console.error(error.message);
      source.current = { ...before, diagnostics: [...refusedFindings(error, next), ...next.diagnostics] };
      return tell({ menus: false, dictionaries: false });
    }
    if (changed.has("model") || changed.has("screen")) await syncMenus(db, await withPublished(db.kysely, next));
    // Sample rows of a model that is new; shipped rows of data documents that changed.
    if (changed.has("model") || changed.has("data")) await seedData(db, next, { config });
    if (changed.has("model") || changed.has("screen")) {
      await syncAccess(db, next, context.clock());
      await logKnownGrants(db.kysely, next.resolvedModels);
    }
    source.current = next;
    await context.onlineForms.refresh();
    for (const cache of context.engine.caches) cache.clear();
    if (changed.has("data")) await context.dictionaries.refresh();
    // A new menu draws every page anew, so it is sent only where it is another one.
    const menus = menuOf(before) !== menuOf(next);
    await tell({ menus, dictionaries: changed.has("data") });
    console.log(`已载入 schemas 的改动：${next.models.size} 个模型，${next.screens.size} 个页面`);
  };
  const tell = (what: { readonly menus: boolean; readonly dictionaries: boolean }) =>
    pushNow(db, { frame: { cmd: "documents", ...what } });

  return watchDocuments(
    schemasDir,
    (next) => {
      turn = turn.then(() => takeOver(next)).catch(report);
    },
    { onError: report, ...(intervalMs === undefined ? {} : { intervalMs }) },
  );
}

const menuOf = ({ screens, models, data }: DocumentStore): string =>
  JSON.stringify([
    [...screens].flatMap(([id, screen]) => deriveMenuRows(id, screen, (modelId) => models.get(modelId))),
    [...data.values()].filter(({ model }) => model === "system/permission"),
  ]);

/** `model`, `screen`, `data` … whichever kinds of files changed, appeared or went. */
function changedKinds(
  { fileHashes: before }: DocumentStore,
  { fileHashes: after }: DocumentStore,
): ReadonlySet<string> {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return new Set(
    paths.filter((path) => before.get(path) !== after.get(path)).map((path) => path.split(".").at(-2) ?? ""),
  );
}
