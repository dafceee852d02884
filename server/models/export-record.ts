import type { FastifyReply, FastifyRequest } from "fastify";
import { isPart, type ResolvedModel, type Row } from "../../runtime/model/resolved-model.ts";
import { sumsOf } from "../../runtime/panels/figure-rows.ts";
import type { Caller } from "../auth/caller.ts";
import type { PdfPair, PdfPart } from "../files/pdf/pdf-messages.ts";
import { pdfColumnLimit, writePdf } from "../files/pdf/write-pdf.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readId } from "./engine-parts.ts";
import { type ExportParts, takePlace } from "./export-routes.ts";
import { type ExportColumn, exportColumns } from "./export-sheet.ts";
import { sanitize } from "./html/sanitize.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";
import { mayList } from "./masters-of.ts";
import type { WireQuery } from "./query/parse-list-query.ts";
import { maxRows } from "./read-children.ts";
import { type RecordPart, readLayout, readSignatures } from "./record-layout.ts";
import { pdfHeading, plainColumn } from "./write-sheet.ts";

interface RecordCall {
  readonly models: readonly ResolvedModel[];
  readonly model: ResolvedModel;
}

interface Reader {
  readonly caller: Caller;
  readonly texts: ReaderTexts;
  readonly parts: ExportParts;
}

/**
 * One record as a PDF: its values in sections, the rows that belong to it in tables. `id`, `layout` as `readLayout` takes
 * it, `title` as it stands above the page of whoever asks, `signatures` for lines to sign on.
 *
 * @throws AppError ROW_NOT_FOUND; STEP_UP_REQUIRED as for large exports; INVALID for a field or a relation that the caller does not have
 */
export async function exportRecord(
  { models, model }: RecordCall,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ExportParts,
): Promise<FastifyReply> {
  const query = request.query as Readonly<Record<string, unknown>>;
  const reader: Reader = { caller: parts.callerOf(request), texts: parts.textsOf(request), parts };
  const { caller, texts } = reader;
  const row = await parts.engine.queryById(model.id, readId(query.id), caller);
  const layout = readLayout(query.layout, model);
  const title = titleOf(query.title) || texts.words.record(texts.text(model.title));
  // Everything is read before the answer begins: a refusal is an answer, not a broken file.
  const sections: PdfPart[] = [];
  for (const part of layout) sections.push(...(await sectionOf({ models, model }, part, row, reader)));
  const names = readSignatures(query.signatures).map((name) => texts.text(name) + texts.words.colon);
  if (names.length > 0) sections.push({ kind: "signatures", names });
  const lines = sections.reduce((count, part) => count + ("rows" in part ? part.rows.length : 1), 0);
  await parts.admitLarge(request, async () => lines);
  await parts.log(request, caller, `导出${model.title}详情为 PDF：${title}`);
  await takePlace(parts.places, caller, reply);
  const { words } = texts;
  const notes = [[words.exportedBy(caller.realname || caller.username), words.exportedAt(parts.clock())].join("　　")];
  return reply
    .type("application/pdf")
    .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(`${fileName(title)}.pdf`)}`)
    .header("Cache-Control", "no-store")
    .send(writePdf(documentOf(pdfHeading(title, notes, texts), sections)));
}

async function* documentOf(
  heading: ReturnType<typeof pdfHeading>,
  sections: readonly PdfPart[],
): AsyncGenerator<PdfPart> {
  yield { kind: "begin", heading };
  yield* sections;
  yield { kind: "end" };
}

async function sectionOf(call: RecordCall, part: RecordPart, row: Row, reader: Reader): Promise<PdfPart[]> {
  const isRows = part.relation !== undefined || part.base !== undefined;
  if (isRows) return rowsOf(call, part, row, reader);
  const columns = exportColumns(call.model, reader.caller, reader.texts, part.fields);
  return columns.length === 0
    ? []
    : [{ kind: "section", title: part.title, pairs: columns.map((column) => pairOf(call.model, column, row)) }];
}

function pairOf({ fields }: ResolvedModel, column: ExportColumn, row: Row): PdfPair {
  const { title, kind, scale, field, value } = column;
  const { type, cell, dict, widget } = fields.get(field) ?? {};
  const isHtml = cell?.type === "html" || widget?.type === "rich-text";
  // Who made a record, and others that no dictionary names, have their words beside them in a detail.
  const word = row[`${field}_dictText`];
  const given = typeof word === "string" && word !== "" && !dict ? word : value(row);
  const shown = isHtml && typeof given === "string" ? textOfHtml(given) : given;
  const isWide = type === "text" || isHtml || (typeof shown === "string" && shown.length > wideFrom);
  return { title, kind, value: shown, isWide, ...(scale === undefined ? {} : { scale }) };
}

/** Characters that half a page has no room for in two lines. */
const wideFrom = 60;

/** Who may not read the rows has none on their page either. */
async function rowsOf(call: RecordCall, part: RecordPart, row: Row, reader: Reader): Promise<PdfPart[]> {
  const { caller, texts, parts } = reader;
  const below = part.relation === undefined ? linked(call, part) : related(call, part.relation);
  if (!mayList(caller, below.model) && !(below.isPart && mayList(caller, call.model))) return [];
  const { masterField, field } = below.link;
  const key = row[masterField];
  const { model } = below;
  const isEmpty = key === null || key === undefined || key === "";
  const rows = isEmpty
    ? []
    : part.relation === undefined
      ? await linkedRows(model, { [field]: String(key) }, reader)
      : await parts.engine.listByMainId(model.id, String(row.id), caller);
  // A page that leaves rows out must not look like the whole record.
  if (rows.length >= maxRows) {
    const title = quoted(part.title || texts.text(model.title));
    throw refuse(`${title}有 ${maxRows} 行以上，一份 PDF 放不下，请在它的列表里缩小条件后导出`);
  }
  const given = exportColumns(model, caller, texts, part.fields).filter((column) => column.field !== field);
  const columns = part.fields === "" ? given.slice(0, pdfColumnLimit) : given;
  if (columns.length > pdfColumnLimit) throw refuse(`PDF 最多 ${pdfColumnLimit} 列，请少选几列`);
  const cells = rows.map((each) => columns.map(({ value }) => value(each)));
  const sums = sumsRow(part, columns, rows, texts);
  return [
    { kind: "table", title: part.title, columns: columns.map(plainColumn), rows: cells },
    ...(sums && rows.length > 0 ? [{ kind: "sums", row: sums } as const] : []),
  ];
}

/** Rows found by a value of the record, as far as a page has room for them. */
async function linkedRows(model: ResolvedModel, query: WireQuery, { parts, caller }: Reader): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of parts.engine.exportRows(model.id, query, caller)) {
    rows.push(...batch);
    if (rows.length >= maxRows) break;
  }
  return rows;
}

/** Exact sums of the columns that the page sums up; a masked number is a text and has none. */
function sumsRow(
  { sums = "" }: RecordPart,
  columns: readonly ExportColumn[],
  rows: readonly Row[],
  texts: ReaderTexts,
) {
  const summed = new Set(sums.split(","));
  const isSummed = ({ field, kind }: ExportColumn) => kind === "number" && summed.has(field);
  if (!columns.some(isSummed)) return undefined;
  const values = sumsOf(rows, [...summed]);
  const labelled = columns.findIndex((column) => !isSummed(column));
  return columns.map((column, at) =>
    isSummed(column) ? column.value(values) : at === labelled ? texts.words.total : null,
  );
}

interface Below {
  readonly model: ResolvedModel;
  readonly link: { readonly field: string; readonly masterField: string };
  readonly isPart: boolean;
}

function related({ models, model }: RecordCall, name: string): Below {
  const relation = Object.hasOwn(model.relations, name) ? model.relations[name] : undefined;
  const found = relation && relation.kind !== "tree" ? models.find((each) => each.id === relation.model) : undefined;
  if (!found || !relation || relation.kind === "tree") throw refuse(`没有关系${quoted(name)}`);
  return { model: found, link: { field: relation.foreignKey, masterField: "id" }, isPart: isPart(relation) };
}

function linked({ models }: RecordCall, { base = "", link }: RecordPart): Below {
  const model = models.find((each) => each.base === base);
  if (!model || !link || !model.fields.has(link.field)) throw refuse(`没有关系${quoted(base)}`);
  return { model, link, isPart: false };
}

const titleOf = (given: unknown): string => (typeof given === "string" ? given.slice(0, 200).trim() : "");

/** A file name that every system takes. */
const fileName = (title: string) =>
  title
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, " ")
    .slice(0, 100)
    .trim() || "PDF";

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** The words of formatted text, one line for each block. */
function textOfHtml(html: string): string {
  const blocks = html.replace(/<\/(p|div|li|tr|h[1-6]|blockquote|pre)>|<br\s*\/?>/gi, "$&\n");
  return sanitize(blocks, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
