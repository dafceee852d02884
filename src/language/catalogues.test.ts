import { describe, expect, it } from "vitest";
import { chineseCode } from "../../renderers/code/code-messages.ts";
import { chineseHistory } from "../../renderers/detail/history-messages.ts";
import { chineseCronEditor } from "../../renderers/editors/cron/cron-editor-messages.ts";
import { chineseDateSpans } from "../../renderers/editors/date/date-messages.ts";
import { chineseWriting } from "../../renderers/editors/writing/writing-messages.ts";
import { chineseConflict } from "../../renderers/form/conflict-messages.ts";
import { chineseDraft } from "../../renderers/form/draft-messages.ts";
import { chineseGenerate } from "../../renderers/form/generate-messages.ts";
import { chineseImport } from "../../renderers/form/import-messages.ts";
import { chineseImportSteps } from "../../renderers/form/import-steps/import-steps-messages.ts";
import { chineseGallery } from "../../renderers/gallery/gallery-messages.ts";
import { chineseGrid } from "../../renderers/grid/grid-messages.ts";
import { chineseMessages } from "../../renderers/messages.ts";
import { chineseChartChoice } from "../../renderers/panels/chart-choice/chart-choice-messages.ts";
import { chinesePanels } from "../../renderers/panels/panel-messages.ts";
import { chinesePicks } from "../../renderers/pick-messages.ts";
import { chineseFindings } from "../../renderers/screens/findings-messages.ts";
import { chineseCalendar } from "../../renderers/screens/list/calendar-messages.ts";
import { chineseExport } from "../../renderers/screens/list/export-messages.ts";
import { chineseRecycleBin } from "../../renderers/screens/list/recycle-bin-messages.ts";
import { chineseReport } from "../../renderers/screens/report/report-messages.ts";
import { chineseSuperQuery } from "../../renderers/super-query/super-query-messages.ts";
import { chineseUploadCell } from "../../renderers/upload-messages.ts";
import { chineseCompileMessages } from "../../runtime/compile/messages.ts";
import { chineseCronMessages } from "../../runtime/cron/cron-messages.ts";
import { englishCronSentence } from "../../runtime/cron/describe-cron.en-US.ts";
import { chineseCronSentence } from "../../runtime/cron/describe-cron.ts";
import { parseCron } from "../../runtime/cron/parse-cron.ts";
import { chineseWords } from "../../runtime/format/words.ts";
import type { CatalogueName } from "../../runtime/language/language.ts";
import { chineseSystemFields } from "../../runtime/model/system-fields.ts";
import { chineseRecordMessages } from "../../runtime/record/record-messages.ts";
import { chineseAccount } from "../messages/account.ts";
import { chineseAdministration } from "../messages/administration.ts";
import { chineseOpenApi } from "../messages/open-api.ts";
import { chineseOperations } from "../messages/operations.ts";
import { chineseSecondFactor } from "../messages/second-factor.ts";
import { chineseShortcuts } from "../messages/shortcuts.ts";
import { zhCN } from "../messages/zh-CN.ts";
import { chineseFormPreview } from "../online/form-preview-messages.ts";
import { chineseReportDesigner } from "../online/report-preview-messages.ts";
import { chineseFormRules } from "../online/rules/rule-texts.ts";
import { chinesePhonePreview } from "../pages/phone-preview-messages.ts";
import { chineseStudio } from "../studio/studio-messages.ts";
import { chineseXray } from "../xray/xray-messages.ts";
import { english } from "./en-US.ts";

const chinese: Record<CatalogueName, unknown> = {
  account: chineseAccount,
  administration: chineseAdministration,
  chartChoice: chineseChartChoice,
  code: chineseCode,
  compile: chineseCompileMessages,
  conflict: chineseConflict,
  draft: chineseDraft,
  console: zhCN,
  cron: chineseCronMessages,
  cronEditor: chineseCronEditor,
  cronSentence: chineseCronSentence,
  dateSpans: chineseDateSpans,
  format: chineseWords,
  gallery: chineseGallery,
  grid: chineseGrid,
  calendar: chineseCalendar,
  generate: chineseGenerate,
  recycleBin: chineseRecycleBin,
  exportFile: chineseExport,
  importFile: chineseImport,
  importSteps: chineseImportSteps,
  openApi: chineseOpenApi,
  secondFactor: chineseSecondFactor,
  shortcuts: chineseShortcuts,
  operations: chineseOperations,
  records: chineseRecordMessages,
  renderers: chineseMessages,
  findings: chineseFindings,
  xray: chineseXray,
  report: chineseReport,
  formPreview: chineseFormPreview,
  phonePreview: chinesePhonePreview,
  formRules: chineseFormRules,
  studio: chineseStudio,
  reportDesigner: chineseReportDesigner,
  superQuery: chineseSuperQuery,
  systemFields: chineseSystemFields,
  panels: chinesePanels,
  history: chineseHistory,
  picks: chinesePicks,
  uploads: chineseUploadCell,
  writing: chineseWriting,
};

/** Every entry by its path; functions and texts alike. */
function entriesOf(value: unknown, path: string): [path: string, entry: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => entriesOf(inner, `${path}.${name}`));
}

const han = /[\u4e00-\u9fff]/;
/** Chinese on purpose: the languages are offered by their own names. */
const byTheirOwnNames = /^console\.language\./;

/** Counted in 万 in the one language and in thousands in the other: the number is never there as it came. */
const roundFigures = /^panels\.short/;

/** What a text says with its parts filled: numbers where a number fits, marks elsewhere. */
function said(entry: unknown, part: (index: number) => unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "function") return undefined;
  try {
    return String(entry(...[0, 1, 2].map(part)));
  } catch {
    return undefined; // it wants more than numbers or texts
  }
}

describe.each(Object.keys(chinese) as CatalogueName[])("the catalogue %s", (name) => {
  const source = entriesOf(chinese[name], name);
  const translated = new Map(entriesOf(english.catalogues[name], name));

  it("I18N-01 has the same entries in English as in Chinese", () => {
    expect([...translated.keys()].sort()).toEqual(source.map(([path]) => path).sort());
  });

  it("I18N-01 says nothing in Chinese in its English entries", () => {
    const left = [...translated]
      .filter(([path]) => !byTheirOwnNames.test(path))
      .filter(([, entry]) => han.test(said(entry, (index) => index + 3) ?? "") || han.test(String(entry)))
      .map(([path]) => path);
    expect(left).toEqual([]);
  });

  it("I18N-01 uses the same parts in English as in Chinese", () => {
    const mark = (index: number) => `Z${index}Z`;
    const parts = (entry: unknown) => [...new Set(said(entry, mark)?.match(/z\dz/gi) ?? [])].sort().join(" ");
    const differing = source
      .filter(([path, entry]) => typeof entry === "function" && !roundFigures.test(path))
      .filter(([path, entry]) => parts(entry) !== parts(translated.get(path)))
      .map(([path]) => path);
    expect(differing).toEqual([]);
  });
});

it.each([
  ["0 30 2 ? * 2-6", "At 02:30:00, Monday to Friday"],
  ["0 0/5 9-18 * * ?", "Every 5 minutes, at hour 9 to 18, every day"],
  ["0 0 8,12 1 * ?", "At 08:00:00 and 12:00:00, on the 1st"],
  ["0 0 0 L 3 ? 2030", "At 00:00:00, on the last day of the month in March in 2030"],
  ["0 0 * * * ?", "Every hour, every day"],
  ["0 0 6 ? * 2#1", "At 06:00:00, on the 1st Monday of the month"],
])("I18N-02 tells when %s runs in English: %s", (expression, sentence) => {
  expect(englishCronSentence.describe(parseCron(expression))).toBe(sentence);
});
