import { asAsker } from "../db/asker.ts";
import type { Database } from "../db/database.ts";
import { DatabaseError } from "../db/database.ts";
import { mapError } from "../db/map-error.ts";
import type { DocumentSource } from "../documents/document-source.ts";
import type { FileStore } from "../files/file-store.ts";
import { AppError, errorMessage } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { messageTypes, queueMessage } from "../messages/message-queue.ts";
import { escapeHtml } from "../messages/render-template.ts";
import type { Engine } from "../models/engine.ts";
import { textsIn } from "../models/language/reader-texts.ts";
import { type Batches, writeSheet } from "../models/write-sheet.ts";
import type { Reports } from "../online/reports/reports.ts";
import { allowExport } from "./export-sources.ts";
import { type ExportTask, exportLimits } from "./export-task.ts";
import { makerOf } from "./maker-of.ts";
import {
  advanceTask,
  claimTask,
  completeTask,
  type ExportedFile,
  expireTasks,
  failTask,
  giveUpTasks,
  releaseTask,
} from "./task-store.ts";

/** Wakes the export centres of every process. */
export const exportChannel = "exports";

export interface ExportCentreParts {
  readonly db: Database;
  readonly engine: Engine;
  readonly reports: Reports;
  readonly files: FileStore;
  readonly documents: DocumentSource;
  readonly newId: () => string;
  readonly clock: () => string;
  /** Names this process in the table. */
  readonly node: string;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** Epoch milliseconds; default the machine's clock. */
  readonly now?: () => number;
  /** How long a server may be silent before another one begins its export anew; default 15,000. */
  readonly leaseMs?: number;
}

const lookEveryMs = 10_000;
/** Between two notes of how far an export is. */
const progressMs = 700;

/** The export is not this server's any more: cancelled, or another server has it. */
class Lost extends Error {}
/** This server stops. */
class Stopped extends Error {}

/**
 * Makes the exports of the queue, one at a time on each server process. A row says who has it, by a lease that its
 * process renews; a file is begun anew by the next process when the lease ends.
 */
export class ExportCentre {
  readonly #parts: ExportCentreParts;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isAsked = false;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: ExportCentreParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#leaseMs = parts.leaseMs ?? 15_000;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(exportChannel, () => void this.look());
    this.#timer = setInterval(() => void this.look(), lookEveryMs).unref();
    void this.look();
  }

  /** An export at work is left to the next server. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearInterval(this.#timer);
    await this.#stopListening?.();
    await this.#working;
  }

  /** Works off what waits; a call while it works makes it look once more. */
  look(): Promise<void> {
    this.#isAsked = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  async #work(): Promise<void> {
    const { db, files, clock, node, note } = this.#parts;
    try {
      while (this.#isAsked && !this.#stopped.signal.aborted) {
        this.#isAsked = false;
        for (const path of await expireTasks(db.kysely, this.#now())) await files.remove(path);
        for (const task of await giveUpTasks(db.kysely, this.#now(), clock()))
          await this.#tell(task, task.message ?? "");
        const task = await claimTask(db, node, this.#now(), this.#now() + this.#leaseMs);
        if (!task) continue;
        this.#isAsked = true;
        // Paced: whoever works at a screen goes first.
        await asAsker({ person: `export ${task.userId}`, isPaced: true }, () => this.#make(task));
      }
    } catch (error) {
      note("exports not looked at", { reason: String(error) });
    }
  }

  async #make(task: ExportTask): Promise<void> {
    const { db, files, clock, note } = this.#parts;
    const path = pathOf(task, task.attempts);
    try {
      // What a server that stopped has left of it.
      for (let before = 1; before < task.attempts; before += 1) await files.remove(pathOf(task, before));
      const file = await this.#write(task, path);
      const text = `共 ${file.rows} 行，请在 7 天内到<a href="/account/exports">导出中心</a>下载。`;
      const isDone = await db.transaction(async (trx) => {
        const isMine = await completeTask(trx, task, file, clock());
        if (isMine)
          await queueMessage(trx, this.#message(task, "已完成", text), { id: this.#parts.newId(), now: clock() });
        return isMine;
      });
      if (!isDone) await files.remove(path);
    } catch (error) {
      await files.remove(path).catch(() => undefined);
      if (error instanceof Lost) return;
      if (error instanceof Stopped) return void (await releaseTask(db.kysely, task));
      const reason = mapError(error);
      // Its lease ends and the export is begun anew, here or elsewhere.
      if (reason instanceof DatabaseError && isPassing.has(reason.failure)) throw error;
      const text = reasonOf(reason);
      if (!(reason instanceof AppError)) note("export failed", { id: task.id, reason: String(error) });
      if (await failTask(db.kysely, task, text, clock())) await this.#tell(task, text);
    }
  }

  async #write(task: ExportTask, path: string): Promise<ExportedFile> {
    const { db, files, documents } = this.#parts;
    const caller = await makerOf(db.kysely, task);
    const allowed = await allowExport(this.#parts, task.source, task.query, caller);
    const open = await allowed.open(textsIn(task.english, documents.current.texts));
    const progress = this.#follow(task);
    try {
      const maker = { caller, now: this.#parts.clock() };
      const sheet = await writeSheet(task.format, { ...open, batches: progress.counted(open.batches) }, maker);
      const body = sheet.body instanceof Buffer ? onePiece(sheet.body) : (sheet.body as AsyncIterable<Buffer>);
      let bytes = 0;
      await files.write(
        path,
        measured(body, (count) => {
          bytes += count;
          if (bytes > exportLimits.fileBytes) throw refuse("文件超过 2 GB，请缩小条件后重试");
          progress.check();
        }),
      );
      const expiresAt = this.#now() + exportLimits.keepMs;
      return { path, bytes, mimeType: sheet.mimeType, rights: allowed.rights, rows: progress.rows(), expiresAt };
    } finally {
      progress.end();
    }
  }

  /** Counts rows, renews the lease and ends the export with `Lost` or `Stopped` when it is not to go on. */
  #follow(task: ExportTask) {
    const { db } = this.#parts;
    const stopped = this.#stopped.signal;
    let rows = 0;
    let isLost = false;
    let toldAt = 0;
    const tell = async () => {
      toldAt = performance.now();
      if (!(await advanceTask(db.kysely, task, rows, this.#now() + this.#leaseMs))) isLost = true;
    };
    const renewing = setInterval(() => void tell().catch(() => undefined), this.#leaseMs / 3);
    const check = () => {
      if (isLost) throw new Lost();
      if (stopped.aborted) throw new Stopped();
    };
    return {
      check,
      rows: () => rows,
      end: () => clearInterval(renewing),
      async *counted(batches: Batches): Batches {
        for await (const batch of batches) {
          rows += batch.length;
          if (performance.now() - toldAt > progressMs) await tell();
          check();
          yield batch;
        }
      },
    };
  }

  /** Tells the maker that nothing came of it. */
  async #tell(task: ExportTask, reason: string): Promise<void> {
    const { db, newId, clock } = this.#parts;
    const text = `${escapeHtml(reason)}。可以到<a href="/account/exports">导出中心</a>重试。`;
    await db.transaction((trx) => queueMessage(trx, this.#message(task, "失败", text), { id: newId(), now: clock() }));
  }

  #message({ title, username, tenantId }: ExportTask, outcome: string, content: string) {
    return {
      type: messageTypes.system,
      receiver: username,
      title: `导出“${title}”${outcome}`,
      content: `<p>${content}</p>`,
      createBy: username,
      tenantId,
    };
  }
}

/** Failures that pass by themselves. */
const isPassing: ReadonlySet<string> = new Set(["unavailable", "busy", "serialization"]);

const pathOf = ({ id, format }: ExportTask, attempt: number) => `export/${id}-${attempt}.${format}`;

function reasonOf(reason: unknown): string {
  if (reason instanceof AppError) return errorMessage(reason.errorName, reason.details);
  if (reason instanceof DatabaseError && reason.failure === "diskFull") return errorMessage("STORAGE_FULL", {});
  if (reason instanceof DatabaseError && reason.failure === "timeout") return errorMessage("QUERY_TIMEOUT", {});
  return "导出时出错，请重试；仍不成功请联系管理员";
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* measured(source: AsyncIterable<Buffer | string>, count: (bytes: number) => void) {
  for await (const piece of source) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    count(bytes.length);
    yield bytes;
  }
}
