import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { ButtonPlan, ListPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { SavedQuery } from "../../../runtime/query/saved-query.ts";
import { type AddressBar, browserAddress } from "../../../runtime/react/address-bar.ts";
import { isOffered } from "../../../runtime/react/button-state.ts";
import { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { maySee } from "../../../runtime/react/field-rights.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { ListActions, type ListActionTools } from "../../../runtime/react/list-actions.ts";
import { ListStore } from "../../../runtime/react/list-store.ts";
import { isTrue } from "../../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { AntdFrame } from "../../layouts/antd-frame.tsx";
import { pickFiles } from "../../layouts/pick-files.ts";
import { saveFile } from "../../layouts/save-file.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { SuperQueryButton } from "../../super-query/SuperQueryButton.tsx";
import { arrangeColumns } from "../../table/arrange-columns.ts";
import { DataTable } from "../../table/DataTable.tsx";
import { Pager } from "../../table/Pager.tsx";
import type { Density, TableBranches } from "../../table/table-layout.ts";
import { dictionariesOf } from "./dictionaries-of.ts";
import { ListCards } from "./ListCards.tsx";
import { ListFace } from "./ListFace.tsx";
import { ListTabs } from "./ListTabs.tsx";
import { PhoneBar } from "./PhoneBar.tsx";
import { QueryBar } from "./QueryBar.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { hiddenBut, Toolbar } from "./Toolbar.tsx";
import { useListSettings } from "./use-list-settings.ts";
import "./list.css";

/** Forms and details come with the first one that is opened. */
const ViewHost = lazyPart(() => import("../ViewHost.tsx").then((module) => ({ default: module.ViewHost })));
const ImportDialog = lazyPart(() =>
  import("../../form/ImportDialog.tsx").then((module) => ({ default: module.ImportDialog })),
);

const RecycleBin = lazyPart(() => import("./RecycleBin.tsx").then((module) => ({ default: module.RecycleBin })));

/** The living parts of one mounted list. */
export interface ListShared {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
}

/** What the other kinds of list add to the plain one. Functions keep their identity while the screen lives. */
export interface ListExtension {
  /** Rows from elsewhere than `{base}/list`. */
  readonly createStore?: (
    plan: ListPlan,
    services: ConsoleServices,
    address: AddressBar,
    fixed: Readonly<Record<string, unknown>>,
  ) => ListStore;
  /** Rows that open. */
  readonly branches?: (shared: ListShared) => TableBranches;
  /** In place of the pager. */
  readonly foot?: (shared: ListShared) => ReactNode;
  /** Between the conditions and the rows. */
  readonly above?: (shared: ListShared) => ReactNode;
  /** Below the table's card; not on a phone, where the detail shows the same. */
  readonly below?: (shared: ListShared) => ReactNode;
  /** Left of everything; above it on a phone. */
  readonly aside?: (shared: ListShared) => ReactNode;
  /** Rows always this close, whatever the person chose. */
  readonly density?: Density;
  /** The table on a phone too: cards would lose the way rows hang together. */
  readonly tableOnPhone?: boolean;
}

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
  const openRecycleBin = useEvent(() => setShowsBin(true));
  const openImport = useEvent((button: ButtonPlan) => setImporting(button));
  const shownColumns = useEvent((): readonly string[] =>
    columns.filter((column) => !hidden.has(column.name)).map((column) => column.name),
  );
  const master = useEvent(() => props.master);
  const { createStore } = extension;
  const shared = useMemo(
    () =>
      createList(
        { plan, services, address: address ?? browserAddress, fixed },
        { openImport, openRecycleBin, shownColumns, master },
        createStore,
      ),
    [plan, services, address, fixed, openImport, openRecycleBin, shownColumns, master, createStore],
  );
  const { store, actions, dictionaries, context } = shared;
  const { settings, hidden, change } = useListSettings(plan.id, services);
  const isPhone = useMedia(mobileQuery);
  const isMobile = isPhone && !extension.tableOnPhone;
  const allowed = useMemo(
    () =>
      plan.table.columns.filter(
        (column) => maySee(services, plan.model, column.field) && isTrue(column.visible, actions.scope()),
      ),
    [plan, services, actions],
  );
  const columns = useMemo(() => arrangeColumns(allowed, settings), [allowed, settings]);
  const showColumns = useEvent((shown: readonly string[]) => change({ hidden: hiddenBut(allowed, shown) }));
  useDefaultQuery(store, defaultQuery, showColumns);
  useStart(store, dictionaries, params);
  const { rows } = store;
  useEffect(() => dictionaries.learn(plan.table.columns, rows), [dictionaries, plan, rows]);

  const rowActions = useRowActions(store, actions, dictionaries);
  const handlePress = useEvent((button: ButtonPlan, row: Row) => void actions.press(button, row));
  const handleToggle = useEvent((row: Row) => void store.chooseRow(row));
  const scope = actions.scope();
  const queryItems = plan.query.items.filter(
    (item) => isTrue(item.visible, scope) && maySee(services, plan.model, item.field),
  );
  const handleResize = useEvent((name: string, width: number | undefined) => {
    const { [name]: _before, ...widths } = settings.widths;
    change({ widths: width === undefined ? widths : { ...widths, [name]: width } });
  });
  const hasActions = plan.rowActions.items.some((button) => isOffered(button, plan, services));
  const isLoading = store.status === "loading" || store.status === "idle";
  const pager = extension.foot ? (
    extension.foot(shared)
  ) : (
    <Pager
      pageNo={store.pageNo}
      pageSize={store.pageSize}
      pageSizes={plan.table.pageSizes}
      total={store.total}
      onChange={(pageNo, pageSize) => void store.setPage(pageNo, pageSize)}
    />
  );
  return (
    <section className={extension.aside ? "sc-list sc-list-beside" : "sc-list"} aria-label={plan.title}>
      {extension.aside?.(shared)}
      {isMobile ? extension.above?.(shared) : null}
      {isPhone ? (
        <PhoneBar
          store={store}
          actions={actions}
          dictionaries={dictionaries}
          items={queryItems}
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
      ) : null}
      {isMobile ? (
        <ListCards
          store={store}
          actions={actions}
          dictionaries={dictionaries}
          context={context}
          columns={allowed}
          rowActions={rowActions}
          onPress={handlePress}
        />
      ) : (
        <>
          {isPhone ? null : <QueryBar store={store} dictionaries={dictionaries} items={queryItems} />}
          {extension.above?.(shared)}
          <div className="sc-card sc-list-card">
            {plan.tabs && !isPhone ? <ListTabs store={store} tabs={plan.tabs} dictionaries={dictionaries} /> : null}
            {isPhone ? null : (
              <Toolbar
                store={store}
                actions={actions}
                dictionaries={dictionaries}
                columns={columns}
                density={settings.density}
                choice={settings}
                onDensity={(density) => change({ density })}
                onChoice={(choice) => change(choice)}
              />
            )}
            <SelectionBar store={store} actions={actions} />
            <DataTable
              label={plan.title}
              columns={isPhone ? columns.slice(0, 1) : columns}
              hiddenColumns={hidden}
              rows={store.status === "error" || store.status === "denied" ? noRows : store.rows}
              rowKey={plan.table.rowKey}
              context={context}
              dictVersion={dictionaries.version}
              density={extension.density ?? settings.density}
              branches={extension.branches?.(shared)}
              selection={plan.table.selection}
              selected={store.selected}
              sort={store.sort}
              firstNumber={plan.table.rowNumber ? (store.pageNo - 1) * store.pageSize + 1 : undefined}
              actionsWidth={hasActions ? plan.rowActions.width : undefined}
              inline={plan.rowActions.inline}
              totals={plan.table.totals}
              queryTotals={store.totals}
              loading={isLoading}
              expectedRows={store.pageSize}
              face={<ListFace store={store} actions={actions} />}
              rowTone={(row) => String(plan.table.rowStyle?.evaluate({ row, master: props.master }) ?? "")}
              rowActions={rowActions}
              onToggle={handleToggle}
              onToggleAll={() => store.toggleAll()}
              onSort={(sort) => void store.setSort(sort)}
              onResize={plan.table.columnSettings ? handleResize : undefined}
              onPress={handlePress}
            />
            {store.total > 0 ? pager : null}
          </div>
          {isPhone ? null : extension.below?.(shared)}
        </>
      )}
      {isMobile && store.total > store.pageSize ? pager : null}
      <Suspense fallback={null}>
        <OverList isOpen={store.views.length > 0 || importing !== undefined || showsBin}>
          {store.views.length > 0 ? (
            <ViewHost store={store} actions={actions} dictionaries={dictionaries} context={context} />
          ) : null}
          {importing ? (
            <ImportDialog
              model={plan.model}
              services={services}
              fixed={fixed}
              withTemplate={"template" in importing.source && importing.source.template === true}
              onClose={() => setImporting(undefined)}
              onDone={() => void store.load()}
            />
          ) : null}
          {showsBin ? (
            <RecycleBin
              plan={plan}
              services={services}
              context={context}
              dictionaries={dictionaries}
              onRestored={() => void store.load()}
              onClose={() => setShowsBin(false)}
            />
          ) : null}
        </OverList>
      </Suspense>
    </section>
  );
});

/** Dialogs and drawers are antd's; their theme comes with the first of them. */
function OverList({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return isOpen ? <AntdFrame>{children}</AntdFrame> : null;
}

const noRows: readonly Row[] = [];
const noConditions: Readonly<Record<string, unknown>> = {};
const plainList: ListExtension = {};

interface ListOrigin {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  readonly address: AddressBar;
  readonly fixed: Readonly<Record<string, unknown>>;
}

function createList(
  { plan, services, address, fixed }: ListOrigin,
  tools: ListTools,
  createStore: ListExtension["createStore"],
): ListShared {
  const store = createStore
    ? createStore(plan, services, address, fixed)
    : new ListStore(plan, services, address, fixed);
  return shareStore(store, tools);
}

type ListTools = Pick<ListActionTools, "openImport" | "openRecycleBin" | "shownColumns" | "master">;

/** The living parts around a store. */
export function shareStore(store: ListStore, tools: ListTools): ListShared {
  const { plan, services } = store;
  const dictionaries = new DictionaryCache(services);
  for (const [code, options] of plan.report?.words ?? []) dictionaries.put(code, options);
  const actions = new ListActions(store, dictionaries, {
    texts: messages.list,
    pickFiles,
    save: saveFile,
    ...tools,
    print: () => window.print(),
  });
  const context: CellContext = {
    isState: (name) => name === plan.model.states?.field,
    dictOption: (dict, value) => dictionaries.option(dict, value),
    fileUrl: (path) => services.fileUrl(path),
    run: (row, list) => void actions.runOn(row, list),
  };
  return { store, actions, dictionaries, context };
}

/** Before the first rows are asked for, and only where the address says nothing about what to show. */
function useDefaultQuery(
  store: ListStore,
  saved: SavedQuery | undefined,
  showColumns: (shown: readonly string[]) => void,
): void {
  useEffect(() => {
    if (!saved || !store.startWith(saved)) return;
    if (saved.columns) showColumns(saved.columns);
  }, [store, saved, showColumns]);
}

/** Loads rows and dictionaries in parallel, once; `?id=` opens that row's detail over the list. */
function useStart(store: ListStore, dictionaries: DictionaryCache, params: ListScreenProps["params"]): void {
  const id = params?.id ?? store.addressedId;
  useEffect(() => {
    dictionaries.load(dictionariesOf(store.plan));
    // A page that comes back from behind another tab shows its rows as they were; a load that was cut off runs again.
    if (store.status === "idle" || store.status === "loading") void store.load();
    return () => store.dispose();
  }, [store, dictionaries]);
  const opened = useRef<{ readonly store: ListStore; readonly id: unknown } | undefined>(undefined);
  useEffect(() => {
    // Coming back from behind another tab opens nothing that was closed before.
    const isSeen = opened.current?.store === store && opened.current.id === id;
    opened.current = { store, id };
    if (typeof id !== "string" || id === "" || isSeen) return;
    const row = { [store.plan.table.rowKey]: id };
    // The list writes the address too: a row that is open already stays as it is.
    const isOpen = store.views.some((open) => open.mode === "detail" && open.row && store.keyOf(open.row) === id);
    if (!isOpen) store.openView({ view: "detail", mode: "detail", row, values: {}, button: undefined });
  }, [store, id]);
}

/** The same row gives the same list of buttons, so that its memoised line stays still. */
function useRowActions(store: ListStore, actions: ListActions, dictionaries: DictionaryCache) {
  const { rows } = store;
  const { version } = dictionaries;
  return useMemo(() => {
    void rows;
    void version;
    const known = new WeakMap<Row, readonly ButtonPlan[]>();
    return (row: Row) => {
      const before = known.get(row);
      if (before) return before;
      const buttons = actions.shown(store.plan.rowActions.items, row);
      known.set(row, buttons);
      return buttons;
    };
  }, [store, actions, rows, version]);
}
