import { observer } from "mobx-react-lite";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import "../../actions/index.gen.ts";
import { type SyntheticEvent, useEffect, useMemo, useState } from "react";
import type { ButtonPlan, ListPlan, RowLayout } from "../../../runtime/compile/plan.ts";
import { businessTime } from "../../../runtime/format/business-time.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { SavedQuery } from "../../../runtime/query/saved-query.ts";
import { type AddressBar, browserAddress } from "../../../runtime/react/address-bar.ts";
import { isOffered } from "../../../runtime/react/button-state.ts";
import { mayAsk, maySee } from "../../../runtime/react/field-rights.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { keepScope } from "../../../runtime/react/part-marks.ts";
import { isTrue } from "../../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { OverPage } from "../../layouts/OverPage.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { useEvent } from "../../layouts/use-event.ts";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { SuperQueryButton } from "../../super-query/SuperQueryButton.tsx";
import { DataTable } from "../../table/DataTable.tsx";
import type { TableGroups } from "../../table/GroupRow.tsx";
import { Pager } from "../../table/Pager.tsx";
import { isArranged, useTableModel } from "../../table/table-model.ts";
import { useTableSettings } from "../../table/use-table-settings.ts";
import { useRefresh } from "../dashboard/use-refresh.ts";
import { ListState } from "./ListState.tsx";
import { ListTabs } from "./ListTabs.tsx";
import type { ListExtension } from "./list-extension.ts";
import { createList, useShared } from "./list-shared.ts";
import { fetchNear } from "./near-view.ts";
import { QueryBar } from "./QueryBar.tsx";
import { hiddenBut, selectionOf, Toolbar } from "./Toolbar.tsx";
import { useDefaultQuery, useListStart } from "./use-list-start.ts";
import { useRowActions } from "./use-row-actions.ts";
import "./list.css";

/** These come with the first list on a narrow screen, while its rows are on their way. */
const PhoneBar = lazyPart(() => import("./PhoneBar.tsx").then((module) => ({ default: module.PhoneBar })));
const ListCards = lazyPart(() => import("./ListCards.tsx").then((module) => ({ default: module.ListCards })));

/** These come with the first press that needs them. */
const SelectionBar = lazyPart(() => import("./SelectionBar.tsx").then((module) => ({ default: module.SelectionBar })));
const OverList = lazyPart(() => {
  // Mostly a view is opened: it is asked for at the same time.
  void import("../ViewHost.tsx").catch(() => undefined);
  return import("./OverList.tsx").then((module) => ({ default: module.OverList }));
});

/** Comes with the first list that shows pictures. */
const CoverCards = lazyPart(() => import("./CoverCards.tsx").then((module) => ({ default: module.CoverCards })));

/** Comes with the first list that is looked at as a calendar. */
const CalendarRows = lazyPart(() => import("./CalendarRows.tsx").then((module) => ({ default: module.CalendarRows })));

export interface ListScreenProps {
  readonly extension?: ListExtension;
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  readonly address?: AddressBar | undefined;
  /** A row to open at once: `{ id }` opens its detail. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Conditions that nobody on the page changes; the same object while the page lives. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  /** The record that all rows belong to; expressions read it as `master`. */
  readonly master?: Row | undefined;
  /** The saved query that the list starts with when its address asks nothing. */
  readonly defaultQuery?: SavedQuery | undefined;
}

/** A list with its query, table, pager and the views that open over it. */
export const ListScreen = observer(function ListScreen(props: ListScreenProps) {
  const { plan, services, address, params, fixed = noConditions, extension = plainList, defaultQuery } = props;
  const [importing, setImporting] = useState<ButtonPlan | undefined>(undefined);
  const [showsBin, setShowsBin] = useState(false);
  const [exporting, setExporting] = useState<ButtonPlan | undefined>(undefined);
  const openRecycleBin = useEvent(() => setShowsBin(true));
  const openExport = useEvent((button: ButtonPlan) => setExporting(button));
  const openImport = useEvent((button: ButtonPlan) => setImporting(button));
  // A phone's table draws the names alone; a file or a saved query has every column that was not switched off.
  const shownColumns = useEvent((): readonly string[] =>
    (isPhone ? allowed.filter(({ name }) => !settings.hidden.includes(name)) : model.shown).map(({ name }) => name),
  );
  const master = useEvent(() => props.master);
  const { createStore } = extension;
  const shared = useShared(
    () =>
      createList(
        { plan, services, address: address ?? browserAddress, fixed },
        { openImport, openRecycleBin, openExport, shownColumns, master },
        createStore,
      ),
    [plan, services, address, fixed, createStore],
    true,
  );
  const { store, actions, dictionaries, context } = shared;
  const { settings, change } = useTableSettings(`list:${plan.id}`, services);
  const isPhone = useMedia(mobileQuery);
  // Cards would lose the groups that a link names.
  const isMobile = isPhone && !extension.tableOnPhone && store.groups.length === 0;
  const { calendar } = plan.table;
  const mayCalendar = calendar && mayAsk(services, plan.model, calendar.date);
  const layouts = plan.table.layouts.filter((layout) => layout !== "calendar" || mayCalendar);
  // A link that names a month shows it, whatever was chosen for the list before.
  const wanted = store.month === undefined ? (settings.as ?? plan.table.as) : "calendar";
  const as = layouts.includes(wanted) ? wanted : "table";
  const isCalendar = as === "calendar" && store.groups.length === 0;
  const [day, setDay] = useState<string>();
  const handleAs = (next: RowLayout) => {
    change({ as: next });
    if (next !== "calendar") void store.setMonth(undefined);
    if (store.groups.length > 0) void store.setGroups([]);
  };
  const allowed = useMemo(
    () =>
      plan.table.columns
        .filter((column) => maySee(services, plan.model, column.field) && isTrue(column.visible, actions.scope()))
        .map((column) => (mayAsk(services, plan.model, column.field) ? column : { ...column, sortable: false })),
    [plan, services, actions],
  );
  const handleResize = useEvent((name: string, width: number | undefined) => {
    const { [name]: _before, ...widths } = settings.widths;
    change({ widths: width === undefined ? widths : { ...widths, [name]: width } });
  });
  /** A phone has room for the names alone. */
  const inTable = useMemo(() => (isPhone ? allowed.slice(0, 1) : allowed), [isPhone, allowed]);
  // A count of before would tell of rows that are not there.
  const hasFailed = store.status === "error" || store.status === "denied";
  const selection = selectionOf(store, actions);
  const model = useTableModel({
    columns: inTable,
    choice: isPhone ? undefined : settings,
    rows: hasFailed ? noRows : store.rows,
    rowKey: plan.table.rowKey,
    selection,
    selected: store.selected,
    sort: store.sort,
    onSelect: (keys) => void store.choose(keys),
    onSort: (sort) => void store.setSort(sort),
    onResize: handleResize,
  });
  const showColumns = useEvent((shown: readonly string[]) => change({ hidden: hiddenBut(allowed, shown) }));
  useDefaultQuery(store, services, defaultQuery, showColumns);
  useEffect(
    () =>
      void store.setMonth(
        isCalendar ? (store.month ?? businessTime(new Date(), services.timeZone).slice(0, 7)) : undefined,
      ),
    [store, isCalendar, services.timeZone],
  );
  useListStart(shared, params);
  useRefresh(plan.refreshSeconds, () => void store.load());
  const handleNear = useEvent(({ target }: SyntheticEvent) => fetchNear(plan, target));
  const { rows } = store;
  const hasOver = store.views.length > 0 || importing !== undefined || exporting !== undefined || showsBin;
  const closeAll = () => {
    for (const { key } of store.views) store.closeView(key);
    setImporting(undefined);
    setExporting(undefined);
    setShowsBin(false);
  };
  useEffect(() => dictionaries.learn(plan.table.columns, rows), [dictionaries, plan, rows]);

  const rowActions = useRowActions(store, actions, dictionaries);
  const handlePress = useEvent((button: ButtonPlan, row: Row) => void actions.press(button, row));
  const handleToggle = useEvent((row: Row) => void store.chooseRow(row));
  const scope = actions.scope();
  const queryItems = plan.query.items.filter(
    (item) => isTrue(item.visible, scope) && mayAsk(services, plan.model, item.field),
  );
  const { onCard } = extension;
  const belowCard = useMemo(() => onCard && ((row: Row) => onCard(shared, row)), [onCard, shared]);
  const hasActions = plan.rowActions.items.some((button) => isOffered(button, plan, services));
  const isLoading = store.status === "loading" || store.status === "idle";
  const parts = { store, actions, dictionaries, context, columns: allowed, rowActions, onPress: handlePress };
  const otherLayout =
    isCalendar && calendar ? (
      <CalendarRows {...parts} calendar={calendar} chosen={day} onChoose={setDay} />
    ) : as === "cards" && store.groups.length === 0 ? (
      <CoverCards {...parts} isPhone={isPhone} onToggle={handleToggle} />
    ) : null;
  const laidOut = otherLayout && <LazyBoundary fallback={<ProgressBar />}>{otherLayout}</LazyBoundary>;
  const hasGroups = store.grouped !== undefined && !hasFailed;
  const pager = hasGroups ? (
    <div className="sc-tree-foot sc-bar sc-over sc-line sc-muted">
      <span className="sc-num" role="status">
        {messages.list.groupCount(
          (store.grouped ?? []).filter(({ node, depth }) => node && depth === 0).length,
          store.total,
        )}
      </span>
    </div>
  ) : extension.foot ? (
    extension.foot(shared)
  ) : hasFailed || isCalendar ? null : (
    <Pager
      pageNo={store.pageNo}
      pageSize={store.pageSize}
      pageSizes={plan.table.pageSizes}
      total={store.total}
      onChange={(pageNo, pageSize) => void store.setPage(pageNo, pageSize)}
    />
  );
  return (
    <section
      ref={keepScope(() => actions.scope())}
      className={extension.aside ? "sc-list sc-stack sc-list-beside" : "sc-list sc-stack"}
      aria-label={plan.title}
      onPointerOver={handleNear}
      onFocus={handleNear}
    >
      {extension.aside?.(shared)}
      {isPhone ? (
        <LazyBoundary fallback={<div className="sc-cards-bar" />}>
          <PhoneBar
            store={store}
            actions={actions}
            dictionaries={dictionaries}
            items={queryItems}
            layouts={layouts.filter((layout) => layout !== as)}
            onAs={handleAs}
            superQuery={
              plan.query.advanced ? (
                <SuperQueryButton
                  compact
                  store={store}
                  dictionaries={dictionaries}
                  columns={shownColumns()}
                  onColumns={showColumns}
                />
              ) : null
            }
          />
        </LazyBoundary>
      ) : null}
      {isMobile ? extension.above?.(shared) : null}
      {isMobile ? (
        (laidOut ?? (
          <LazyBoundary fallback={<ProgressBar />}>
            <ListCards
              store={store}
              actions={actions}
              dictionaries={dictionaries}
              context={context}
              columns={allowed}
              rowActions={rowActions}
              below={belowCard}
              onToggle={handleToggle}
              onPress={handlePress}
            />
          </LazyBoundary>
        ))
      ) : (
        <>
          {isPhone ? null : <QueryBar store={store} dictionaries={dictionaries} items={queryItems} />}
          {extension.above?.(shared)}
          <div className="sc-card sc-list-card sc-stack">
            {plan.tabs && !isPhone ? <ListTabs store={store} tabs={plan.tabs} dictionaries={dictionaries} /> : null}
            {isPhone ? null : (
              <Toolbar
                store={store}
                actions={actions}
                dictionaries={dictionaries}
                columns={model.all}
                density={settings.density}
                choice={settings}
                isArranged={isArranged(allowed, model)}
                layouts={layouts}
                as={as}
                onAs={handleAs}
                onDensity={(density) => change({ density })}
                onChoice={(choice) => change(choice)}
              />
            )}
            {store.selected.size > 0 ? (
              <LazyBoundary fallback={null}>
                <SelectionBar store={store} actions={actions} />
              </LazyBoundary>
            ) : null}
            {laidOut ?? (
              <DataTable
                label={plan.title}
                model={model}
                context={context}
                dictVersion={dictionaries.version}
                density={extension.density ?? settings.density}
                height={plan.table.height}
                groups={hasGroups ? groupsOf(store) : undefined}
                branches={extension.branches?.(shared)}
                selection={selection}
                sort={store.sort}
                firstNumber={plan.table.rowNumber && !hasGroups ? (store.pageNo - 1) * store.pageSize + 1 : undefined}
                actionsWidth={hasActions ? (isPhone ? phoneActions.width : plan.rowActions.width) : undefined}
                inline={isPhone ? phoneActions.inline : plan.rowActions.inline}
                totals={plan.table.totals}
                queryTotals={store.totals}
                loading={isLoading}
                expectedRows={store.pageSize}
                empty={<ListState store={store} actions={actions} />}
                rowTone={(row) => String(plan.table.rowStyle?.evaluate({ ...scope, row, master: props.master }) ?? "")}
                rowActions={rowActions}
                resizes={plan.table.columnSettings}
                onPress={handlePress}
              />
            )}
            {store.total > 0 ? pager : null}
          </div>
          {isPhone ? null : extension.below?.(shared)}
        </>
      )}
      {isMobile && store.total > store.pageSize ? pager : null}
      {hasOver ? (
        <OverPage services={services} onFailed={closeAll}>
          <OverList
            shared={shared}
            fixed={fixed}
            importing={importing}
            exporting={exporting}
            columns={isPhone ? allowed : model.all}
            shownColumns={shownColumns}
            onExported={() => setExporting(undefined)}
            showsBin={showsBin}
            onImported={() => setImporting(undefined)}
            onBinClosed={() => setShowsBin(false)}
          />
        </OverPage>
      ) : null}
    </section>
  );
});

const groupsOf = (store: ListStore): TableGroups => ({
  rows: store.grouped ?? [],
  sums: store.plan.table.sums,
  fields: store.plan.model.fields,
  stateOf: (node) => store.groupState(node),
  onPress: (node) => void store.pressGroup(node),
});

/** On a phone a table leaves its room to the names: one word and the dots. */
const phoneActions = { inline: 1, width: 104 } as const;
const noRows: readonly Row[] = [];
const noConditions: Readonly<Record<string, unknown>> = {};
const plainList: ListExtension = {};
