import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { CellValue, SheetColumn, SheetRow } from "../../files/excel/sheet.ts";
import { refuse } from "../../http/refusal.ts";
import type { ReaderTexts } from "../../models/language/reader-texts.ts";
import type { Batches, OpenExport } from "../../models/write-sheet.ts";
import type { ReportItem, ReportParamRow } from "./definition.ts";
import { itemsFor } from "./report-columns.ts";
import { dictKeyOf } from "./report-dictionaries.ts";
import type { OpenReport, Reports } from "./reports.ts";
import type { ReportRows } from "./run-report.ts";
import { maxReportRows } from "./sql/report-sql.ts";

/** Rows of one file: ten pages of the longest kind. */
const maxExportRows = 100_000;

export interface ReportSheetColumn extends SheetColumn {
  readonly name: string;
  readonly isTotal: boolean;
  readonly value: (value: unknown) => CellValue;
}

/** Decimal places as the page shows them, by the word for a number. */
const scaleOf: Readonly<Record<string, number>> = { Integer: 0, Long: 0, BigDecimal: 2 };

interface ReportReader {
  readonly texts: ReaderTexts;
  /** Waited for before the second page is read. */
  readonly takeTurn?: () => Promise<void>;
}

/** The rows of a report for a file; whether its caller may have one was asked before. */
export async function openReportExport(
  reports: Reports,
  report: OpenReport,
  query: Row,
  { texts, takeTurn = async () => {} }: ReportReader,
): Promise<OpenExport> {
  const { definition, caller } = report;
  const columns = exportColumns(itemsFor(definition, caller), await reports.dictOptions(report), texts);
  const load = (page: Row) => reports.run(report, { ...query, ...page });
  const batches = exportBatches(load, columns, texts, takeTurn);
  const conditions = async () => reportConditions({ columns, params: definition.params }, query, texts);
  const name = texts.text(definition.head.name);
  const hasSums = columns.some(({ isTotal }) => isTotal);
  return { name, heading: name, columns, texts, batches, hasSums, conditions };
}

/** Parts of a call that narrow nothing. */
const noCondition: ReadonlySet<string> = new Set([
  ...["pageNo", "pageSize", "column", "order", "format", "draft", "fileName", "exportFields", "exportGroups"],
]);

/** What a report was asked with: parameters and columns by their titles, options by their texts. */
function reportConditions(
  asked: { readonly columns: readonly ReportSheetColumn[]; readonly params: readonly ReportParamRow[] },
  query: Row,
  { words, text: translated }: ReaderTexts,
): string {
  const { columns, params } = asked;
  const told = Object.entries(query).flatMap(([name, given]) => {
    if (noCondition.has(name) || name.startsWith("_") || given === "" || given === null || given === undefined)
      return [];
    const plain = name.replace(/^self_/, "").replace(/_(begin|end)$/, "");
    const column = columns.find((each) => each.name === plain);
    const text = String(column?.value(given) ?? given).replace(/^\*|\*$/g, "");
    const shown = name.endsWith("_begin") ? words.from(text) : name.endsWith("_end") ? words.until(text) : text;
    const param = params.find((each) => each.paramName === plain)?.paramTxt;
    return [`${column?.title ?? (param ? translated(param) : plain)} ${shown}`];
  });
  return told.join(words.and);
}

/** The columns of the file: those that the page shows, with its titles, groups and dictionary texts. */
export function exportColumns(
  items: readonly ReportItem[],
  options: Readonly<Record<string, readonly DictOption[] | null>>,
  { text }: ReaderTexts,
): ReportSheetColumn[] {
  return items
    .filter(({ isShow }) => isShow)
    .map((item) => {
      const dict = dictKeyOf(item);
      const words = new Map((dict === undefined ? null : options[dict])?.map((option) => [option.value, option.text]));
      const scale = Object.hasOwn(scaleOf, item.fieldType) && dict === undefined ? scaleOf[item.fieldType] : undefined;
      const isNumber = scale !== undefined;
      return {
        name: item.fieldName,
        title: text(item.fieldTxt),
        ...(item.groupTitle === "" ? {} : { group: text(item.groupTitle) }),
        kind: isNumber ? ("number" as const) : ("text" as const),
        ...(isNumber ? { scale } : {}),
        widthChars: item.fieldWidth ? Math.max(8, Math.round(item.fieldWidth / 8)) : isNumber ? 14 : 20,
        isTotal: item.isTotal,
        value: (value: unknown) => cellOf(value, words, text),
      };
    });
}

/** A comma list is translated part by part; a part without a text stays as it is. */
function cellOf(value: unknown, words: ReadonlyMap<string, string>, text: (written: string) => string): CellValue {
  if (value === null || value === undefined) return null;
  if (words.size === 0) return typeof value === "number" ? value : String(value);
  const known = words.get(String(value));
  if (known !== undefined) return text(known);
  return String(value)
    .split(",")
    .map((part) => text(words.get(part) ?? part))
    .join(",");
}

/**
 * Page after page of the longest kind, and the sums below the last.
 *
 * @throws AppError INVALID for more rows than a file holds, before the first
 */
export async function* exportBatches(
  load: (page: { readonly pageNo: string; readonly pageSize: string }) => Promise<ReportRows>,
  columns: readonly ReportSheetColumn[],
  { words }: ReaderTexts,
  takeTurn: () => Promise<void>,
): Batches {
  let seen = 0;
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await load({ pageNo: String(pageNo), pageSize: String(maxReportRows) });
    if (page.total > maxExportRows) throw refuse(`报表一次最多导出 ${maxExportRows} 行，请缩小条件后重试`);
    if (pageNo === 1) await takeTurn(); // a refused query is refused before it waits
    seen += page.records.length;
    yield page.records.map((row) => sheetRow(columns, row));
    if (seen < page.total && page.records.length > 0) continue;
    if (columns.some(({ isTotal }) => isTotal) && seen > 0) yield [totalRow(columns, page.totals, words.total)];
    return;
  }
}

export const sheetRow = (columns: readonly ReportSheetColumn[], row: Row): SheetRow =>
  columns.map(({ name, value }) => value(row[name]));

export function totalRow(columns: readonly ReportSheetColumn[], totals: ReportRows["totals"], title: string): SheetRow {
  const labelled = columns.findIndex(({ isTotal }) => !isTotal);
  return columns.map(({ name, isTotal }, index) =>
    isTotal ? (totals[name] ?? null) : index === labelled ? title : null,
  );
}
