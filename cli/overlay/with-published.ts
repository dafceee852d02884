import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, readConfig } from "../../server/config/config.ts";
import { withCommitNotices } from "../../server/db/commit-notices.ts";
import { DataDirError } from "../../server/db/data-dir-error.ts";
import { claimProcessNumber, createIdMaker } from "../../server/db/ids.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { loadDocuments } from "../../server/documents/load-documents.ts";
import type { PublishContext } from "../../server/documents/published/publish-document.ts";
import { PublishedDocuments } from "../../server/documents/published/published-documents.ts";
import { createBusinessClock } from "../../server/models/business-clock.ts";

/**
 * Runs a command over the documents and what was published over them; database and folders are those of `npm start`. The
 * embedded database belongs to a running server, so that one has to be stopped.
 *
 * @returns the exit code of the command; 1 when there is nothing to work on, which is said
 */
export async function withPublished(work: (context: PublishContext) => Promise<number>): Promise<number> {
  try {
    const config = readConfig(process.env);
    const location = config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl };
    if ("dataDir" in location && !existsSync(join(config.dataDir, "pgdata"))) {
      console.error(`${config.dataDir} 里没有数据库，请检查 DATA_DIR。`);
      return 1;
    }
    const opened = await openDatabase(location, { timeZone: config.timeZone });
    try {
      const db = withCommitNotices(opened);
      const documents = { current: loadDocuments(process.env.SCHEMAS_DIR ?? "schemas") };
      const published = new PublishedDocuments({ db, documents, note: () => {}, changed: () => {} });
      await published.start();
      const newId = createIdMaker(await claimProcessNumber(db.kysely));
      const code = await work({ db, published, newId, clock: createBusinessClock(config.timeZone) });
      await published.stop();
      return code;
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof DataDirError && error.problem === "locked") {
      console.error("服务正在使用内置数据库，请先停下服务；使用 DATABASE_URL 时不必。");
    } else {
      console.error(error instanceof ConfigError || error instanceof DataDirError ? error.message : error);
    }
    return 1;
  }
}
