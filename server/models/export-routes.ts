import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../auth/caller.ts";
import type { SheetRow } from "../files/excel/sheet.ts";
import type { Engine } from "./engine.ts";
import { countExported, countLines, type ModelExport, openModelExport } from "./export-model.ts";
import type { ExportPlaces } from "./export-places.ts";
import { filterText } from "./filter-text.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";
import { admitSheet, type Batches, type OpenExport, readFormat, type SheetMaker, writeSheet } from "./write-sheet.ts";

export interface ExportParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  /** The language of the file. */
  readonly textsOf: (request: FastifyRequest) => ReaderTexts;
  /** Records who exported what (threats §10). */
  readonly log: (request: FastifyRequest, caller: Caller, text: string) => Promise<void>;
  readonly places: ExportPlaces;
  /** Wire text. */
  readonly clock: () => string;
  /** @throws AppError STEP_UP_REQUIRED for a large export of somebody who gave no code of two-step verification lately */
  readonly admitLarge: (request: FastifyRequest, rows: () => Promise<number>) => Promise<void>;
}

/** The rows of a model as a file; whether the caller may have it was asked before. */
export async function exportModel(
  asked: ModelExport,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ExportParts,
): Promise<FastifyReply> {
  const { model, query } = asked;
  const caller = parts.callerOf(request);
  await parts.admitLarge(request, () => countExported(parts.engine, asked, caller));
  const takeTurn = () => takePlace(parts.places, caller, reply);
  const open = openModelExport(asked, { engine: parts.engine, caller, texts: parts.textsOf(request), takeTurn });
  const lines = (limit: number) => countLines(parts.engine, asked, caller, limit);
  await admitSheet(readFormat(query.format), { columns: open.columns.length, lines });
  return answerSheet(reply, { caller, now: parts.clock(), format: query.format, open }, () =>
    parts.log(request, caller, `导出${model.title}，条件：${filterText(query, model)}`),
  );
}

interface SheetCall extends SheetMaker {
  /** `xls` (default), `xlsx`, `csv` or `pdf`. */
  readonly format: unknown;
  readonly open: OpenExport;
}

/** Answers a sheet as a stream; `log` is called when the first rows are there. @throws AppError INVALID */
export async function answerSheet(
  reply: FastifyReply,
  { caller, now, format, open }: SheetCall,
  log: () => Promise<void>,
): Promise<FastifyReply> {
  const name = readFormat(format);
  const first = await open.batches.next(); // a refused query must be an answer, not a broken file
  await log();
  const sheet = await writeSheet(name, { ...open, batches: resumed(first, open.batches) }, { caller, now });
  return reply
    .type(sheet.mimeType)
    .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(sheet.fileName)}`)
    .header("Cache-Control", "no-store")
    .send(sheet.body);
}

/** Kept until the answer is whole, or whoever asked for it has gone. */
export async function takePlace(places: ExportPlaces, { userId }: Caller, { raw }: FastifyReply): Promise<void> {
  const gone = new AbortController();
  // The streams that write a file listen for the end of the answer too, ten of them with the server's own.
  raw.setMaxListeners(raw.getMaxListeners() + 1);
  raw.once("close", () => gone.abort());
  const leave = await places.enter(userId, gone.signal);
  if (gone.signal.aborted) leave();
  else gone.signal.addEventListener("abort", leave, { once: true });
}

async function* resumed(first: IteratorResult<readonly SheetRow[]>, rest: Batches): Batches {
  if (!first.done) yield first.value;
  yield* rest;
}
