import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { type OnlineReport, type ReportChart, readOnlineReport } from "../../../runtime/wire/online-report.ts";
import { reportMessages } from "./report-messages.ts";

type ReportDocument = Extract<ScreenDocument, { readonly kind: "report" }>;

/**
 * What the server says of the online report behind a document, and the document with it: columns, conditions and inputs
 * for parameters are the server's, a document only changes them. Undefined for reports over other sources.
 */
export async function loadReport(screen: ReportDocument, services: ConsoleServices, signal: AbortSignal) {
  if (screen.source.type !== "cgreport") return undefined;
  const { code, draft } = screen.source;
  const ask = (call: string) =>
    services.request<unknown>({
      method: "GET",
      url: `/online/cgreport/api/${call}/${encodeURIComponent(code)}`,
      ...(draft ? { params: { draft: 1 } } : {}),
      signal,
    });
  // A document that states where its parameters come from asks nobody for them.
  const asksParams = screen.params === undefined && screen.source.params === undefined;
  const [columns, inputs, params] = await Promise.all([
    ask("getColumns"),
    ask("getQueryInfo"),
    asksParams ? ask("getParamsInfo") : [],
  ]);
  const report = readOnlineReport(code, columns, inputs, params);
  return { report, screen: withReport(screen, report) };
}

/** Conditions, widths, groups, links and sums as the report has them, where the document says nothing else. */
function withReport(screen: ReportDocument, own: OnlineReport): ReportDocument {
  const { override, totals = own.table.totals, ...table } = screen.table ?? {};
  const { items = own.query.items, override: asked, ...query } = screen.query ?? {};
  const panels =
    screen.panels ?? (own.chart && [{ title: own.model.title, span: 24, ...panelOf(own.chart), ...drillOf(own) }]);
  const refresh = screen.refresh ?? own.refreshSeconds;
  return {
    ...screen,
    ...(panels ? { panels } : {}),
    ...(refresh === undefined ? {} : { refresh }),
    query: { items, override: merged(own.query.override, asked), ...query },
    table: { ...table, override: merged(own.table.override, override), ...(totals.length > 0 ? { totals } : {}) },
  } as ReportDocument;
}

function panelOf({ kind, x, y, series }: ReportChart) {
  if (kind === "pivot") return { type: kind, rows: [x], values: y, ...(series ? { column: series } : {}) };
  return { type: "chart", kind, x, y, ...(series ? { series } : {}) };
}

/** A press on a place shows its rows in their list, as a document would say it. */
function drillOf({ drill, chart }: OnlineReport) {
  if (!drill || chart?.kind === "pivot") return {};
  const { to, test, query } = drill;
  return {
    do: [
      {
        type: "if",
        test,
        then: [{ type: "navigate", to, query }],
        else: [{ type: "message", level: "info", text: reportMessages.noDrill }],
      },
    ],
  };
}

type Options = Readonly<Record<string, object | undefined>>;

function merged(own: Options, written: Options = {}): Options {
  const names = new Set([...Object.keys(own), ...Object.keys(written)]);
  return Object.fromEntries([...names].map((name) => [name, { ...own[name], ...written[name] }]));
}

/** A plan with what only the server knows: its words, and what the person may do with this report. */
export function completePlan(plan: ListPlan, { words, hasRowRules, mayExport }: OnlineReport): ListPlan {
  if (!plan.report) return plan;
  const toolbar = plan.toolbar.flatMap((button) => {
    if (button.preset !== "export") return [button];
    return mayExport ? [{ ...button, permission: undefined }] : [];
  });
  return { ...plan, toolbar, report: { ...plan.report, words, hasRowRules } };
}
