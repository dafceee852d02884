import type { FastifyRequest } from "fastify";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../files/excel/sheet.ts";
import { readWorkbook } from "../files/excel/workbook.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { loadDictTexts } from "./dict-text.ts";
import { keepBatch } from "./import-batch.ts";
import { sheetText } from "./import-cells.ts";
import { guessColumns } from "./import-guess.ts";
import { fieldsByTitle, findHeader, importFields, isRequiredInNewRow, plainHeader } from "./import-header.ts";
import { keyFields } from "./import-key.ts";
import { type ImportParts, readUpload } from "./import-routes.ts";
import { readRowsBody, stepRows } from "./import-rows-body.ts";
import { fixedColumns, type ImportColumns, type ImportSheet } from "./import-sheet.ts";
import { sheetDetails } from "./sheet-details.ts";
import { sheetTitles } from "./sheet-titles.ts";

interface ModelImport {
  readonly models: readonly ResolvedModel[];
  readonly model: ResolvedModel;
}

/** Filled cells of a column that are looked at, and that a person sees. */
const sampleCount = 20;

/**
 * `POST {base}/importRead`: the rows of a file for an import step by step, and which field each of its columns is
 * guessed to be. Nothing is kept.
 */
export async function readSteps(
  { models, model }: ModelImport,
  request: FastifyRequest,
  parts: ImportParts,
): Promise<Envelope> {
  const caller = parts.callerOf(request);
  const texts = parts.textsOf(request);
  const [file] = (await readUpload(request)).files;
  if (!file) throw refuse("未上传任何文件");
  const sheet = await readWorkbook(file.bytes);
  const { titles, first } = headerOf({ models, model }, sheet, caller, parts);
  const lines = sheet
    .map((cells, index) => ({ no: index + 1, cells: titles.map((_, at) => cells[at] ?? null) }))
    .slice(first)
    .filter(({ cells }) => cells.some((cell) => sheetText(cell) !== ""));
  if (lines.length === 0) throw refuse("文件里没有数据");
  if (lines.length > stepRows) throw refuse(`逐步导入最多 ${stepRows} 行，请直接导入整个文件`);
  const columns = titles.map((title, at) => ({
    title,
    samples: [...new Set(lines.map(({ cells }) => sheetText(cells[at] ?? null)).filter((text) => text !== ""))].slice(
      0,
      sampleCount,
    ),
  }));
  const fields = stepFields(model, caller);
  const titlesOf = sheetTitles(fields, texts);
  const guesses = guessColumns(columns, {
    fields,
    byTitle: fieldsByTitle(fields, parts.languages()),
    texts: await itemTexts(parts, fields),
  });
  const writable = new Set(importFields(model, caller));
  const mayChange = decideAction(caller, `${model.permissionPrefix}:edit`).allowed;
  return ok({
    fileName: file.fileName,
    columns: columns.map((column, at) => ({ ...column, samples: column.samples.slice(0, 3), ...guesses[at] })),
    fields: fields.map((field) => ({
      name: field.name,
      title: titlesOf.get(field.name) ?? texts.text(field.title),
      required: writable.has(field) && field.default === undefined && isRequiredInNewRow(model, field),
      writable: writable.has(field),
    })),
    keys: mayChange ? keyFields(model, caller).map(({ name }) => name) : [],
    rows: lines.map(({ no, cells }) => ({ no, cells: cells.map(sheetText) })),
  });
}

/**
 * `POST {base}/importRows`: what storing these rows would say, or stores them. `keep` is `none`, `whole` or `sound`.
 * The rows are judged anew at each call: what was right a minute ago may be taken now.
 */
export async function importSteps(
  { models, model }: ModelImport,
  request: FastifyRequest,
  parts: ImportParts,
): Promise<Envelope> {
  const caller = parts.callerOf(request);
  const { message } = parts.textsOf(request);
  const { keep, key, fileName, columns, rows, fixed } = readRowsBody(request.body);
  const known = new Map(stepFields(model, caller).map((field) => [field.name, field]));
  const named = columns.map((name) => (name === null ? undefined : known.get(name)));
  if (
    columns.some((name, at) => name !== null && !named[at]) ||
    new Set(columns.filter(Boolean)).size < named.filter(Boolean).length
  ) {
    throw refuse("列的对应关系不正确，请重新选择文件");
  }
  if (key !== undefined) requireKey(model, caller, named, key);
  const fixedFields = fixedColumns({ models, model }, caller, fixed);
  const isFixed = (field: ResolvedField | undefined) => fixedFields.some((one) => one.field === field);
  const sheet: ImportSheet = {
    columns: [...named.map((field) => (isFixed(field) ? undefined : field)), ...fixedFields.map(({ field }) => field)],
    ignoredHeaders: [],
    rows: rows.map(({ no, cells }) => ({
      rowNumber: no,
      cells: [...columns.map((_, at) => cells[at] ?? null), ...fixedFields.map(({ value }) => value)],
    })),
    languages: parts.languages(),
    wantsOffers: true,
    placeOf: (rowNumber) => `第 ${rowNumber} 行`,
  };
  let batchId: string | undefined;
  const { problems, added, changed, isStored, refusal } = await parts.engine.importRows(model.id, sheet, caller, {
    keep,
    key,
    onStored: async (work, stored) => {
      batchId = await keepBatch(work, { model, fileName, wrong: stored.problems.length }, stored);
    },
  });
  if (isStored) {
    const what = `新增 ${added} 行，更新 ${changed} 行，错误 ${problems.length} 行`;
    await parts.log(request, caller, `导入${model.title}，文件 ${fileName}，${what}`);
  }
  return ok({
    added,
    changed,
    isStored,
    batchId: isStored ? batchId : null,
    refusal: refusal === undefined ? null : message(refusal),
    problems: problems.map(({ rowNumber, faults }) => ({
      no: rowNumber,
      faults: faults.map((fault) => ({ ...fault, message: message(fault.message) })),
    })),
  });
}

/** What a column may be meant as: fields that may be written, and those that name a stored row. */
function stepFields(model: ResolvedModel, caller: Caller): readonly ResolvedField[] {
  return [...new Set([...importFields(model, caller), ...keyFields(model, caller)])];
}

function requireKey(model: ResolvedModel, caller: Caller, columns: ImportColumns, key: string): void {
  if (!decideAction(caller, `${model.permissionPrefix}:edit`).allowed) throw new AppError("FORBIDDEN");
  const field = keyFields(model, caller).find(({ name }) => name === key);
  if (!field) throw refuse("不能按这个字段更新已有数据");
  if (!columns.includes(field)) throw refuse(`按“${field.title}”更新时，文件中要有这一列`);
}

/** The row of titles, by the titles that are known; in a file of other words the first row with two texts. */
function headerOf(
  { models, model }: ModelImport,
  sheet: readonly (readonly CellValue[])[],
  caller: Caller,
  parts: ImportParts,
): { readonly titles: readonly string[]; readonly first: number } {
  const languages = parts.languages();
  const byTitle = fieldsByTitle(stepFields(model, caller), languages);
  const details = sheetDetails(models, model);
  const known = {
    byTitle,
    all: new Set(fieldsByTitle([...model.fields.values()], languages).keys()),
    details: new Set(details ? languages.texts.map(({ text }) => text(details.title)) : []),
  };
  try {
    const { index, rows, titles } = findHeader(sheet, known);
    if (titles.some((title) => known.details.has(title))) {
      throw refuse(`文件里带有“${details?.title ?? ""}”，请直接导入整个文件`);
    }
    return { titles, first: index + rows };
  } catch (error) {
    const at = sheet.slice(0, 5).findIndex((row) => row.filter((cell) => plainHeader(cell) !== "").length > 1);
    const isOurs =
      error instanceof AppError && sheet.slice(0, 5).some((row) => row.some((cell) => byTitle.has(plainHeader(cell))));
    if (!(error instanceof AppError) || at < 0 || isOurs) throw error;
    return { titles: (sheet[at] ?? []).map(plainHeader), first: at + 1 };
  }
}

async function itemTexts(
  { db, engine }: ImportParts,
  fields: readonly ResolvedField[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const codes = fields.flatMap(({ dict }) => (dict?.kind === "code" ? [dict.code] : []));
  const texts = await loadDictTexts(db.kysely, engine.models, [...new Set(codes)]);
  return new Map(
    fields.flatMap(({ name, dict }) =>
      dict?.kind === "code" ? [[name, new Set(texts.get(dict.code)?.values() ?? [])] as const] : [],
    ),
  );
}
