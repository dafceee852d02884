import { createHash } from "node:crypto";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { DocumentSource } from "../documents/document-source.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import type { Engine } from "../models/engine.ts";
import { countExported, countLines, filtersOf, openModelExport } from "../models/export-model.ts";
import { filterText } from "../models/filter-text.ts";
import { chineseReader, type ReaderTexts } from "../models/language/reader-texts.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";
import { sheetDetails } from "../models/sheet-details.ts";
import type { OpenExport } from "../models/write-sheet.ts";
import { openReportExport } from "../online/reports/export-report.ts";
import { itemsFor } from "../online/reports/report-columns.ts";
import type { Reports } from "../online/reports/reports.ts";
import { findFigures, openFigures } from "./export-figures.ts";
import type { ExportSource } from "./export-task.ts";

interface SourceParts {
  readonly engine: Engine;
  readonly reports: Reports;
  readonly documents: DocumentSource;
  readonly clock: () => string;
}

/** An export that its caller may have made. */
export interface AllowedExport {
  readonly title: string;
  /** The conditions in words, for lists and logs. */
  readonly conditions: string;
  /**
   * What decides which rows and values the caller sees, as one text: a file made with other rights is not the caller's
   * any more.
   */
  readonly rights: string;
  /** How many rows there will be; large totals are estimates. @throws AppError for a query that is refused */
  count(): Promise<number>;
  /** How many lines its file will have, counted as far as the limit; absent: as many as rows. */
  lines?(limit: number): Promise<number>;
  open(texts: ReaderTexts): Promise<OpenExport>;
}

type Allow = (parts: SourceParts, id: string, query: WireQuery, caller: Caller) => Promise<AllowedExport>;

const kinds: Record<ExportSource["kind"], Allow> = {
  model: allowModel,
  report: allowReport,
  screen: allowFigures,
};

/** @throws AppError FORBIDDEN without the right to export it, INVALID for a source that is not there */
export const allowExport = (
  parts: SourceParts,
  { kind, id }: ExportSource,
  query: WireQuery,
  caller: Caller,
): Promise<AllowedExport> => kinds[kind](parts, id, query, caller);

async function allowModel({ engine }: SourceParts, id: string, query: WireQuery, caller: Caller) {
  const model = engine.models.get(id);
  if (!model) throw refuse(`没有数据模型${quoted(id)}`);
  if (!decideAction(caller, `${model.permissionPrefix}:export`).allowed) throw new AppError("FORBIDDEN");
  const models = [...engine.models.values()];
  const details = sheetDetails(models, model);
  return {
    title: model.title,
    conditions: filterText(filtersOf(query), model),
    rights: fingerprint(caller, [model, ...(details ? [details.model] : [])]),
    count: () => countExported(engine, { model, query }, caller),
    lines: (limit: number) => countLines(engine, { models, model, query }, caller, limit),
    open: async (texts: ReaderTexts) => openModelExport({ models, model, query }, { engine, caller, texts }),
  };
}

async function allowReport({ reports }: SourceParts, id: string, query: WireQuery, caller: Caller) {
  const report = await reports.open(id, caller, { draft: false });
  if (!reports.mayExport(report)) throw new AppError("FORBIDDEN");
  const columns = itemsFor(report.definition, caller).map(({ fieldName }) => fieldName);
  return {
    title: report.definition.head.name,
    conditions: filterText(query),
    // Its statement may read any table.
    rights: hashOf([placeOf(caller), columns, [...caller.dataRules].sort()]),
    count: async () => (await reports.run(report, { ...query, pageNo: "1", pageSize: "1" })).total,
    open: (texts: ReaderTexts) => openReportExport(reports, report, query, { texts }),
  };
}

async function allowFigures(parts: SourceParts, id: string, query: WireQuery, caller: Caller) {
  const { engine, clock } = parts;
  const report = findFigures({ engine, documents: parts.documents.current }, id, caller);
  const open = (texts: ReaderTexts) => openFigures(report, query, { engine, caller, texts, now: clock() });
  return {
    title: report.plan.title,
    conditions: filterText(filtersOf(query), report.queried),
    rights: fingerprint(caller, [report.queried]),
    count: async () => (await open(chineseReader)).count,
    open,
  };
}

function fingerprint(caller: Caller, models: readonly ResolvedModel[]): string {
  const perModel = models.map((model) => [
    caller.dataRules.get(model.permissionPrefix) ?? [],
    [...modelAccess(model, caller)].map(([name, { visible, mask }]) => [name, visible, mask ?? null]),
  ]);
  return hashOf([placeOf(caller), perModel]);
}

/** What row rules ask of a person. */
const placeOf = ({ isAdmin, tenantId, orgCode, orgCodes }: Caller) => [isAdmin, tenantId, orgCode, orgCodes];

const hashOf = (facts: unknown): string => createHash("sha256").update(JSON.stringify(facts)).digest("hex");
