import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Backups } from "./backups.ts";

/** Request and answer files of `npm run backup` while a server holds the embedded database. */
export const requestPaths = (dataDir: string) => ({
  request: join(dataDir, "backup.request"),
  answer: join(dataDir, "backup.answer"),
});

export type BackupAnswer =
  | { readonly id: string; readonly file: string; readonly text: string }
  | { readonly id: string; readonly error: string };

const lookMs = 1_000;

/** Serves the command while this process has the data folder: only its owner can write there. */
export function answerBackupRequests(backups: Backups, dataDir: string): () => void {
  const paths = requestPaths(dataDir);
  let isBusy = false;
  const look = async () => {
    if (isBusy || !existsSync(paths.request)) return;
    isBusy = true;
    try {
      const id = (await readFile(paths.request, "utf8")).slice(0, 64);
      await rm(paths.request, { force: true });
      const answer = await backups.create().then(
        ({ name, summary }): BackupAnswer => ({
          id,
          file: backups.path(name),
          text: `${summary.tables} 个表、${summary.rows} 行、${summary.files} 个文件`,
        }),
        (error: unknown): BackupAnswer => ({ id, error: error instanceof Error ? error.message : String(error) }),
      );
      await writeFile(`${paths.answer}.part`, JSON.stringify(answer), { mode: 0o600 });
      await rename(`${paths.answer}.part`, paths.answer);
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), lookMs).unref();
  return () => clearInterval(timer);
}
