import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type CSSProperties, useMemo } from "react";
import type { PanelPlan } from "../../../runtime/compile/panel-plan.ts";
import type { ListPlan } from "../../../runtime/compile/plan.ts";
import { isBlank } from "../../../runtime/format/cell-text.ts";
import { words } from "../../../runtime/format/words.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { PanelRows } from "../../../runtime/react/panel-rows.ts";
import { chartRows, ReportStore, readSettled, withoutSettled } from "../../../runtime/react/report-store.ts";
import { buildScope } from "../../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { EmptyState } from "../../layouts/EmptyState.tsx";
import { messages } from "../../messages.ts";
import { PanelGrid } from "../dashboard/PanelGrid.tsx";
import { useRefresh } from "../dashboard/use-refresh.ts";
import { ListScreen, type ListScreenProps } from "../list/ListScreen.tsx";
import type { ListExtension } from "../list/list-extension.ts";
import type { ListShared } from "../list/list-shared.ts";
import { reportMessages } from "./report-messages.ts";
import "./report.css";

/** Conditions, charts and figures over the result, and its rows. Nothing can be changed here. */
export function ReportScreen(props: ListScreenProps) {
  const { params, fixed = nothing } = props;
  const plan = useMemo(() => withoutSettled(props.plan, fixed), [props.plan, fixed]);
  const settled = useMemo(() => readSettled(props.plan, fixed), [props.plan, fixed]);
  const given = JSON.stringify(params ?? {});
  const extension = useMemo<ListExtension>(
    () => ({
      createStore: (own, services, address) => new ReportStore(own, services, address, JSON.parse(given), settled),
      above: (shared) => <ReportHead shared={shared} />,
    }),
    [given, settled],
  );
  const missing = useMemo(() => missingParams(plan, { ...params, ...settled.params }), [plan, params, settled]);
  if (missing.length > 0) {
    return (
      <div className="sc-card">
        <EmptyState
          kind="noResult"
          title={reportMessages.missingTitle}
          text={reportMessages.missingText(missing.join(words.listComma))}
        />
      </div>
    );
  }
  if (plan.table.columns.length === 0) {
    return (
      <div className="sc-card">
        <EmptyState kind="error" title={messages.states.errorTitle} text={reportMessages.noColumns} />
      </div>
    );
  }
  const beside = plan.report?.beside;
  return (
    <div
      className={beside === undefined ? "sc-report" : "sc-report sc-report-beside"}
      style={
        { "--sc-share": `${(beside ?? 1) * 100}fr`, "--sc-rest": `${(1 - (beside ?? 0)) * 100}fr` } as CSSProperties
      }
    >
      <ListScreen {...props} plan={plan} params={undefined} extension={extension} />
    </div>
  );
}

/** Required parameters that come from the address and are not there. */
function missingParams(plan: ListPlan, params: Readonly<Record<string, unknown>>): readonly string[] {
  return (plan.report?.params ?? [])
    .filter(({ required, from, name }) => required && from !== "fixed" && (params[name] ?? "") === "")
    .map(({ title }) => title);
}

const ReportHead = observer(function ReportHead({ shared }: { readonly shared: ListShared }) {
  const { store, dictionaries, context } = shared;
  if (!(store instanceof ReportStore)) throw new Error(`${store.plan.id} is no report`);
  const { services, all, report, isWhole, applied, settled, totals = nothing } = store;
  const isAwaited = !store.isRead && store.error === undefined;
  const scope = useMemo(
    () => buildScope(services, { rows: all, query: { ...applied, ...settled }, totals }),
    [services, all, applied, settled, totals],
  );
  const { columns } = store.plan.table;
  const { version } = dictionaries;
  // biome-ignore lint/correctness/useExhaustiveDependencies: words that arrive later name the places of a chart anew.
  const named = useMemo(() => withDictTexts(all, columns, dictionaries), [all, columns, dictionaries, version]);
  const source = useMemo(
    () => reportRows(services, scope, isAwaited ? unread : Promise.resolve(named)),
    [services, scope, named, isAwaited],
  );
  useRefresh(report.refreshSeconds, () => void store.load());
  const { readAt } = store;
  if (store.status === "denied" || (report.panels.length === 0 && report.hasRowRules && !readAt)) return null;
  return (
    <div className="sc-report-panels sc-stack">
      {report.hasRowRules ? null : <p className="sc-hint">{reportMessages.noRowRules}</p>}
      {readAt === undefined ? null : (
        <p className="sc-hint">
          {reportMessages.readAt(readAt)}{" "}
          <Button type="link" size="small" onClick={() => void store.refresh()}>
            {reportMessages.readAnew}
          </Button>
        </p>
      )}
      <PanelGrid
        panels={report.panels}
        source={source}
        scope={scope}
        context={context}
        dictionaries={dictionaries}
        services={services}
        navigate={services.navigate}
        findPage={() => undefined}
        call={() => undefined}
        onRetry={() => void store.load()}
      />
      {isWhole || report.panels.length === 0 ? null : <p className="sc-hint">{reportMessages.firstRows(chartRows)}</p>}
    </div>
  );
});

const nothing = {};

/** The rows of a report carry stored values only; charts name their places by the words of the column's dictionary. */
function withDictTexts(rows: readonly Row[], columns: ListPlan["table"]["columns"], dictionaries: DictionaryCache) {
  const worded = columns.flatMap(({ name, dict }) => (dict ? [{ name, dict }] : []));
  if (worded.length === 0) return rows;
  return rows.map((row) => ({
    ...Object.fromEntries(
      worded.map(({ name, dict }) => [
        `${name}_dictText`,
        isBlank(row[name]) ? "" : dictionaries.text(dict, String(row[name])),
      ]),
    ),
    ...row,
  }));
}

/** While the rows of the report are on their way, its panels wait: they would say that there are none. */
const unread = new Promise<never>(() => {});

/** A panel without a source draws the rows of the report. */
function reportRows(services: ConsoleServices, scope: ReturnType<typeof buildScope>, all: Promise<ReportStore["all"]>) {
  const others = new PanelRows(services, scope);
  return { load: (plan: PanelPlan) => (plan.source ? others.load(plan) : all) };
}
