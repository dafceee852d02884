import { englishCode } from "../../renderers/code/code-messages.en-US.ts";
import { englishHistory } from "../../renderers/detail/history-messages.en-US.ts";
import { englishCronEditor } from "../../renderers/editors/cron/cron-editor-messages.en-US.ts";
import { englishDateSpans } from "../../renderers/editors/date/date-messages.en-US.ts";
import { englishWriting } from "../../renderers/editors/writing/writing-messages.en-US.ts";
import { englishConflict } from "../../renderers/form/conflict-messages.en-US.ts";
import { englishDraft } from "../../renderers/form/draft-messages.en-US.ts";
import { englishGenerate } from "../../renderers/form/generate-messages.en-US.ts";
import { englishImport } from "../../renderers/form/import-messages.en-US.ts";
import { englishImportSteps } from "../../renderers/form/import-steps/import-steps-messages.en-US.ts";
import { englishGallery } from "../../renderers/gallery/gallery-messages.en-US.ts";
import { englishGrid } from "../../renderers/grid/grid-messages.en-US.ts";
import { englishMessages } from "../../renderers/messages.en-US.ts";
import { englishChartChoice } from "../../renderers/panels/chart-choice/chart-choice-messages.en-US.ts";
import { englishPanels } from "../../renderers/panels/panel-messages.en-US.ts";
import { englishPicks } from "../../renderers/pick-messages.en-US.ts";
import { englishFindings } from "../../renderers/screens/findings-messages.en-US.ts";
import { englishCalendar } from "../../renderers/screens/list/calendar-messages.en-US.ts";
import { englishExport } from "../../renderers/screens/list/export-messages.en-US.ts";
import { englishRecycleBin } from "../../renderers/screens/list/recycle-bin-messages.en-US.ts";
import { englishReport } from "../../renderers/screens/report/report-messages.en-US.ts";
import { englishSuperQuery } from "../../renderers/super-query/super-query-messages.en-US.ts";
import { englishUploadCell } from "../../renderers/upload-messages.en-US.ts";
import { englishCompileMessages } from "../../runtime/compile/messages.en-US.ts";
import { englishCronMessages } from "../../runtime/cron/cron-messages.en-US.ts";
import { englishCronSentence } from "../../runtime/cron/describe-cron.en-US.ts";
import { englishWords } from "../../runtime/format/words.en-US.ts";
import type { CatalogueName, Language } from "../../runtime/language/language.ts";
import { englishSystemFields } from "../../runtime/model/system-fields.en-US.ts";
import { englishRecordMessages } from "../../runtime/record/record-messages.en-US.ts";
import { englishAccount } from "../messages/account.en-US.ts";
import { englishAdministration } from "../messages/administration.en-US.ts";
import { enUS } from "../messages/en-US.ts";
import { englishOpenApi } from "../messages/open-api.en-US.ts";
import { englishOperations } from "../messages/operations.en-US.ts";
import { englishSecondFactor } from "../messages/second-factor.en-US.ts";
import { englishShortcuts } from "../messages/shortcuts.en-US.ts";
import { englishFormPreview } from "../online/form-preview-messages.en-US.ts";
import { englishReportDesigner } from "../online/report-preview-messages.en-US.ts";
import { englishFormRules } from "../online/rules/rule-texts.en-US.ts";
import { englishPhonePreview } from "../pages/phone-preview-messages.en-US.ts";
import { englishStudio } from "../studio/studio-messages.en-US.ts";
import { englishXray } from "../xray/xray-messages.en-US.ts";

/** The whole interface in English; fetched only where a person chose it. */
export const english = {
  locale: "en-US",
  catalogues: {
    account: englishAccount,
    administration: englishAdministration,
    chartChoice: englishChartChoice,
    code: englishCode,
    compile: englishCompileMessages,
    conflict: englishConflict,
    draft: englishDraft,
    console: enUS,
    cron: englishCronMessages,
    cronEditor: englishCronEditor,
    cronSentence: englishCronSentence,
    dateSpans: englishDateSpans,
    findings: englishFindings,
    format: englishWords,
    gallery: englishGallery,
    grid: englishGrid,
    calendar: englishCalendar,
    generate: englishGenerate,
    recycleBin: englishRecycleBin,
    exportFile: englishExport,
    importFile: englishImport,
    importSteps: englishImportSteps,
    openApi: englishOpenApi,
    secondFactor: englishSecondFactor,
    shortcuts: englishShortcuts,
    operations: englishOperations,
    records: englishRecordMessages,
    renderers: englishMessages,
    report: englishReport,
    formPreview: englishFormPreview,
    phonePreview: englishPhonePreview,
    formRules: englishFormRules,
    studio: englishStudio,
    reportDesigner: englishReportDesigner,
    superQuery: englishSuperQuery,
    systemFields: englishSystemFields,
    panels: englishPanels,
    history: englishHistory,
    picks: englishPicks,
    uploads: englishUploadCell,
    writing: englishWriting,
    xray: englishXray,
  } satisfies Record<CatalogueName, unknown>,
} as const satisfies Language;
