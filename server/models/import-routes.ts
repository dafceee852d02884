import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import type { Database } from "../db/database.ts";
import { headingRows } from "../files/excel/merged-cells.ts";
import type { SheetColumn } from "../files/excel/sheet.ts";
import { readWorkbook } from "../files/excel/workbook.ts";
import { writeXlsx } from "../files/excel/write-xlsx.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import type { Engine } from "./engine.ts";
import { keepBatch } from "./import-batch.ts";
import { detailFields } from "./import-details.ts";
import { importFields, templateHeaders } from "./import-header.ts";
import type { RowProblem } from "./import-problems.ts";
import { type FixedValues, fixedColumns, type ImportSheet, joinSheets, readImportSheet } from "./import-sheet.ts";
import type { FileLanguages, ReaderTexts } from "./language/reader-texts.ts";
import { sheetDetails } from "./sheet-details.ts";

export interface Report {
  /** Its name without the ending, at a time. */
  readonly name: (time: string) => string;
  readonly text: string;
}

export interface ImportParts {
  readonly engine: Engine;
  readonly db: Database;
  readonly callerOf: (request: FastifyRequest) => Caller;
  /** The language of the template, of the report and of the answer. */
  readonly textsOf: (request: FastifyRequest) => ReaderTexts;
  readonly languages: () => FileLanguages;
  readonly log: (request: FastifyRequest, caller: Caller, text: string) => Promise<void>;
  /** Keeps the report where only the importer can read it; answers its path below the static address. */
  readonly keepReport: (report: Report, caller: Caller) => Promise<{ readonly url: string; readonly fileName: string }>;
}

interface ModelImport {
  readonly models: readonly ResolvedModel[];
  readonly model: ResolvedModel;
}

/** Stores the rows of uploaded files; whether the caller may was asked before. */
export const importModel = (
  { models, model }: ModelImport,
  request: FastifyRequest,
  parts: ImportParts,
): Promise<Envelope> => importFile(request, { models, model }, parts);

/** An empty workbook with the columns that the caller may fill. */
export function answerTemplate(
  { models, model }: ModelImport,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Pick<ImportParts, "callerOf" | "textsOf">,
): FastifyReply {
  const details = sheetDetails(models, model);
  const [caller, texts] = [parts.callerOf(request), parts.textsOf(request)];
  const columns = [
    ...templateColumns(model, importFields(model, caller), texts),
    ...(details
      ? templateColumns(details.model, detailFields(details, caller), texts).map((column) => ({
          ...column,
          group: texts.text(details.title),
        }))
      : []),
  ];
  const first = headingRows(columns) + 1;
  const { template, templateHint } = texts.words;
  const heading = { title: template(texts.text(model.title)), subtitle: templateHint(first) };
  const fileName = encodeURIComponent(`${heading.title}.xlsx`);
  return reply
    .type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
    .header("Content-Disposition", `attachment; filename*=UTF-8''${fileName}`)
    .send(writeXlsx(heading, columns, Readable.from([])));
}

function templateColumns(model: ResolvedModel, fields: readonly ResolvedField[], texts: ReaderTexts): SheetColumn[] {
  const headers = templateHeaders(model, fields, texts);
  return fields.map((field, index) => ({
    title: headers[index] ?? field.title,
    widthChars: 18,
    kind: isNumeric(field) ? "number" : "text",
  }));
}

/** A workbook of the largest import that is taken. */
const maxImportBytes = 50 * 1024 * 1024;

/** Files of one import. */
const maxImportFiles = 10;

async function importFile(
  request: FastifyRequest,
  { models, model }: ModelImport,
  parts: ImportParts,
): Promise<Envelope> {
  const details = sheetDetails(models, model);
  const caller = parts.callerOf(request);
  const [texts, languages] = [parts.textsOf(request), parts.languages()];
  const { files, fixed } = await readUpload(request);
  const fixedOnes = fixedColumns({ models, model }, caller, fixed);
  const sheets: { readonly fileName: string; readonly sheet: ImportSheet }[] = [];
  for (const { fileName, bytes } of files) {
    sheets.push({
      fileName,
      sheet: readImportSheet(model, caller, await readWorkbook(bytes), languages, fixedOnes, details),
    });
  }
  const sheet = joinSheets(sheets);
  const fileName = sheets.map((one) => one.fileName).join("、");
  const { problems, refusal } = await parts.engine.importRows(model.id, sheet, caller, {
    keep: "whole",
    onStored: async (work, stored) => void (await keepBatch(work, { model, fileName, wrong: 0 }, stored)),
  });
  if (problems.length === 0 && refusal !== undefined) throw refuse(refusal);
  const total = sheet.rows.reduce((lines, { details: below = [] }) => lines + Math.max(1, below.length), 0);
  await parts.log(request, caller, `导入${model.title}，文件 ${fileName}，共 ${total} 行，错误 ${problems.length} 行`);
  const ignored = sheet.ignoredHeaders.length > 0 ? `（未识别的列已忽略：${sheet.ignoredHeaders.join("、")}）` : "";
  if (problems.length === 0) {
    return answer(200, `共${total}行数据全部导入成功！${ignored}`, null);
  }
  const report = await parts.keepReport(
    { name: texts.words.reportName, text: reportText(sheet, problems, texts) },
    caller,
  );
  return answer(201, "文件中有错误数据，未导入任何一行，请修改后重新导入。", {
    totalCount: total,
    successCount: 0,
    errorCount: problems.length,
    msg: texts.message(`总上传行数：${total}，已导入行数：0，错误行数：${problems.length}`),
    fileUrl: `/sys/common/static/${report.url}`,
    fileName: report.fileName,
  });
}

interface Upload {
  readonly files: readonly { readonly fileName: string; readonly bytes: Buffer }[];
  readonly fixed: FixedValues;
}

/**
 * The parts of an import: `file` or `files[]`, and `foreignKeys`, the master that the rows belong to as JSON
 * (`{"memberId":"…"}`). `isSingleTableImport` says what is the case here anyway and is not read.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError("BAD_REQUEST");
  const files: { fileName: string; bytes: Buffer }[] = [];
  let fixed: FixedValues = {};
  const limits = { fileSize: maxImportBytes, files: maxImportFiles };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") {
      if (part.fieldname === "foreignKeys") fixed = readForeignKeys(part.value);
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw new AppError("TOO_LARGE");
    files.push({ fileName: part.filename, bytes });
  }
  if (files.length === 0) throw refuse("未上传任何文件");
  return { files, fixed };
}

function readForeignKeys(text: unknown): FixedValues {
  const keys = parsedJson(String(text ?? "").trim() || "{}");
  const isRecord = typeof keys === "object" && keys !== null && !Array.isArray(keys);
  if (!isRecord || Object.values(keys).some((value) => typeof value !== "string")) {
    throw refuse('参数 foreignKeys 须为 JSON 对象，例如 {"memberId":"…"}');
  }
  return keys as FixedValues;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong, a line for each row. */
function reportText(sheet: ImportSheet, problems: readonly RowProblem[], { words, message }: ReaderTexts): string {
  const lines = problems.map(
    ({ rowNumber, faults }) =>
      message(sheet.placeOf(rowNumber)) +
      words.colon +
      faults.map((fault) => message(fault.message)).join(words.nextMistake),
  );
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

const answer = (code: number, message: string, result: unknown): Envelope => ({
  success: true,
  code,
  message,
  result,
  timestamp: Date.now(),
});
