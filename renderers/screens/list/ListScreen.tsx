import { observer } from "mobx-react-lite";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import type { ButtonPlan, ListPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { type AddressBar, browserAddress } from "../../../runtime/react/address-bar.ts";
import { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { ListActions, type ListActionTools } from "../../../runtime/react/list-actions.ts";
import { ListStore } from "../../../runtime/react/list-store.ts";
import { isTrue } from "../../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { AntdFrame } from "../../layouts/antd-frame.tsx";
import { saveFile } from "../../layouts/save-file.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { DataTable } from "../../table/DataTable.tsx";
import { Pager } from "../../table/Pager.tsx";
import type { Density, TableBranches } from "../../table/table-layout.ts";
import { dictionariesOf } from "./dictionaries-of.ts";
import { ListCards } from "./ListCards.tsx";
import { ListFace } from "./ListFace.tsx";
import { ListTabs } from "./ListTabs.tsx";
import { QueryBar } from "./QueryBar.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useListSettings } from "./use-list-settings.ts";
import "./list.css";

/** Forms and details come with the first one that is opened. */
const ViewHost = lazy(() => import("../ViewHost.tsx").then((module) => ({ default: module.ViewHost })));
const ImportDialog = lazy(() =>
  import("../../form/ImportDialog.tsx").then((module) => ({ default: module.ImportDialog })),
);

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
  readonly createStore?: (plan: ListPlan, services: ConsoleServices, address: AddressBar) => ListStore;
  /** Rows that open. */
  readonly branches?: (shared: ListShared) => TableBranches;
  /** In place of the pager. */
  readonly foot?: (shared: ListShared) => ReactNode;
  /** Below the table's card; not on a phone, where the detail shows the same. */
  readonly below?: (shared: ListShared) => ReactNode;
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
}

/** A list with its query, table, pager and the views that open over it. */
export const ListScreen = observer(function ListScreen(props: ListScreenProps) {
  const { plan, services, address, params, extension = plainList } = props;
  const [importing, setImporting] = useState<ButtonPlan | undefined>(undefined);
  const openImport = useEvent((button: ButtonPlan) => setImporting(button));
  const shownColumns = useEvent((): readonly string[] =>
    columns.filter((column) => !settings.hidden.has(column.name)).map((column) => column.name),
  );
  const { createStore } = extension;
  const shared = useMemo(
    () => createList(plan, services, address ?? browserAddress, { openImport, shownColumns }, createStore),
    [plan, services, address, openImport, shownColumns, createStore],
  );
  const { store, actions, dictionaries, context } = shared;
  const settings = useListSettings(plan.id, services.user.id);
  const isPhone = useMedia(mobileQuery);
  const isMobile = isPhone && !extension.tableOnPhone;
  useStart(store, dictionaries, params);
  const { rows } = store;
  useEffect(() => dictionaries.learn(plan.table.columns, rows), [dictionaries, plan, rows]);

  const rowActions = useRowActions(store, actions, dictionaries);
  const handlePress = useEvent((button: ButtonPlan, row: Row) => void actions.press(button, row));
  const handleToggle = useEvent((row: Row) => store.toggleRow(row));
  const scope = actions.scope();
  const queryItems = plan.query.items.filter((item) => isTrue(item.visible, scope) && canSee(item.field, services));
  const columns = useMemo(
    () =>
      plan.table.columns.filter((column) => canSee(column.field, services) && isTrue(column.visible, actions.scope())),
    [plan, services, actions],
  );
  const hasActions = plan.rowActions.items.some(
    (button) => !button.permission || services.hasPermission(button.permission),
  );
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
    <section className="sc-list" aria-label={plan.title}>
      {isMobile ? (
        <ListCards
          store={store}
          actions={actions}
          dictionaries={dictionaries}
          context={context}
          columns={columns}
          items={queryItems}
          rowActions={rowActions}
          onPress={handlePress}
        />
      ) : (
        <>
          <QueryBar store={store} dictionaries={dictionaries} items={queryItems} />
          <div className="sc-card sc-list-card">
            {plan.tabs ? <ListTabs store={store} tabs={plan.tabs} dictionaries={dictionaries} /> : null}
            <Toolbar
              store={store}
              actions={actions}
              columns={columns}
              density={settings.density}
              hidden={settings.hidden}
              onDensity={settings.setDensity}
              onHidden={settings.setHidden}
            />
            <SelectionBar store={store} actions={actions} />
            <DataTable
              label={plan.title}
              columns={isPhone ? columns.slice(0, 1) : columns}
              hiddenColumns={settings.hidden}
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
              rowTone={(row) => String(plan.table.rowStyle?.evaluate({ row }) ?? "")}
              rowActions={rowActions}
              onToggle={handleToggle}
              onToggleAll={() => store.toggleAll()}
              onSort={(sort) => void store.setSort(sort)}
              onPress={handlePress}
            />
            {store.total > 0 ? pager : null}
          </div>
          {isPhone ? null : extension.below?.(shared)}
        </>
      )}
      {isMobile && store.total > store.pageSize ? pager : null}
      <Suspense fallback={null}>
        <OverList isOpen={store.views.length > 0 || importing !== undefined}>
          {store.views.length > 0 ? (
            <ViewHost store={store} actions={actions} dictionaries={dictionaries} context={context} />
          ) : null}
          {importing ? (
            <ImportDialog
              model={plan.model}
              services={services}
              withTemplate={"template" in importing.source && importing.source.template === true}
              onClose={() => setImporting(undefined)}
              onDone={() => void store.load()}
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
const plainList: ListExtension = {};

function createList(
  plan: ListPlan,
  services: ConsoleServices,
  address: AddressBar,
  tools: Pick<ListActionTools, "openImport" | "shownColumns">,
  createStore: ListExtension["createStore"],
): ListShared {
  const store = createStore ? createStore(plan, services, address) : new ListStore(plan, services, address);
  const dictionaries = new DictionaryCache(services);
  const actions = new ListActions(store, dictionaries, {
    texts: messages.list,
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

/** Loads rows and dictionaries in parallel, once; `?id=` opens that row's detail over the list. */
function useStart(store: ListStore, dictionaries: DictionaryCache, params: ListScreenProps["params"]): void {
  const id = params?.id;
  useEffect(() => {
    dictionaries.load(dictionariesOf(store.plan));
    void store.load();
    return () => store.dispose();
  }, [store, dictionaries]);
  useEffect(() => {
    if (typeof id !== "string" || id === "") return;
    store.openView({
      view: "detail",
      mode: "detail",
      row: { [store.plan.table.rowKey]: id },
      values: {},
      button: undefined,
    });
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

function canSee(field: { readonly permission: { readonly see?: string } }, services: ConsoleServices): boolean {
  return field.permission.see === undefined || services.hasPermission(field.permission.see);
}
