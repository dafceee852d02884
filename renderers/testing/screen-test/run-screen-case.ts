import type { ButtonPlan, ListPlan, PanelsPlan, ScreenPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../../runtime/react/address-bar.ts";
import { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { ListActions } from "../../../runtime/react/list-actions.ts";
import { ListStore } from "../../../runtime/react/list-store.ts";
import { PanelRows } from "../../../runtime/react/panel-rows.ts";
import { RecordStore } from "../../../runtime/react/record-store.ts";
import { ReportStore } from "../../../runtime/react/report-store.ts";
import { buildScope, isTrue } from "../../../runtime/react/scope.ts";
import { TreeListStore } from "../../../runtime/react/tree-list-store.ts";
import type { ScreenTestDocument } from "../../../runtime/schema/types.gen.ts";
import { readPage } from "../../../runtime/wire/page.ts";
import { messages } from "../../messages.ts";
import { dictionariesOf } from "../../screens/list/dictionaries-of.ts";
import { mayEditAsItStands, mayEditRecords } from "../../sub-lists/may-edit.ts";
import { AskedQuestion } from "./asked-question.ts";
import { checkFact } from "./check-fact.ts";
import { OpenedView, type ViewMode } from "./open-view.ts";
import type { TestConsole } from "./test-console.ts";

type Case = ScreenTestDocument["cases"][number];
type Step = NonNullable<Case["steps"]>[number];

/** A screen that stands, without a page around it: what its buttons, forms and rows do can be asked. */
export interface StandingScreen {
  readonly plan: ScreenPlan;
  readonly console: TestConsole;
  readonly dictionaries: DictionaryCache;
  readonly store: ListStore | undefined;
  readonly actions: ListActions | undefined;
  /** Views that stand open, the newest last. */
  opened: readonly (OpenedView | AskedQuestion)[];
  /** The one that was open last, also when it is closed. */
  last: OpenedView | AskedQuestion | undefined;
}

/**
 * Runs the steps of one case and compares its facts. Everything but looks is the product's own: stores, actions, rules.
 *
 * @returns what does not hold, in words; empty when all facts do
 * @throws Error for a step that cannot be done
 */
export async function runScreenCase(
  plan: ScreenPlan,
  testConsole: TestConsole,
  { steps = [], expect }: Case,
): Promise<readonly string[]> {
  const screen = await stand(plan, testConsole);
  for (const step of steps) await doStep(screen, step);
  return expect.flatMap((fact) => checkFact(screen, fact) ?? []);
}

async function stand(plan: ScreenPlan, testConsole: TestConsole): Promise<StandingScreen> {
  const { services } = testConsole;
  const dictionaries = new DictionaryCache(services);
  const nothing = { plan, console: testConsole, dictionaries, opened: [], last: undefined };
  if (plan.kind === "broken") throw new Error(`页面不能使用：${plan.diagnostics[0]?.message}`);
  if ("panels" in plan) {
    await readPanels(plan, testConsole);
    return { ...nothing, store: undefined, actions: undefined };
  }
  dictionaries.load(dictionariesOf(plan));
  const store = storeOf(plan, testConsole);
  const actions = new ListActions(store, dictionaries, {
    texts: messages.list,
    save: () => undefined,
    openImport: () => undefined,
    openRecycleBin: () => undefined,
    shownColumns: () => plan.table.columns.map(({ name }) => name),
    print: () => undefined,
  });
  if (plan.kind !== "form") await store.load();
  return { ...nothing, store, actions };
}

function storeOf(plan: ListPlan, { services, firstId }: TestConsole): ListStore {
  const address = memoryAddress();
  if (plan.kind === "form" || plan.kind === "detail") return new RecordStore(plan, services, firstId);
  if (plan.kind === "report") return new ReportStore(plan, services, address, {});
  return plan.tree ? new TreeListStore(plan, plan.tree, services, address) : new ListStore(plan, services, address);
}

async function readPanels(plan: PanelsPlan, { services }: TestConsole): Promise<void> {
  const scope = buildScope(services, {});
  const source = new PanelRows(services, scope);
  const shown = plan.panels.flatMap((panel) => (panel.kind === "panel" && isTrue(panel.visible, scope) ? [panel] : []));
  await Promise.all(shown.map((panel) => source.load(panel)));
}

async function doStep(screen: StandingScreen, step: Step): Promise<void> {
  switch (step.do) {
    case "open":
      return openView(screen, step.view, step.mode, step.row);
    case "fill":
      return fill(screen, step);
    case "addRow":
      return formOf(screen).addRow(step.relation, (step.values ?? {}) as Row);
    case "removeRow":
      return formOf(screen).removeRow(step.relation, step.index);
    case "click":
      return click(screen, step.button, step.row, step.confirm ?? true);
    case "select":
      for (const id of step.rows) listOf(screen).store.toggleRow(rowOf(screen, id));
      return;
    case "query":
      for (const [name, value] of Object.entries(step.values)) listOf(screen).store.setValue(name, value);
      return listOf(screen).store.search();
    case "reply":
      return screen.console.reply(step.to, step.with);
  }
}

async function openView(screen: StandingScreen, name: string, asked: ViewMode | undefined, id?: string): Promise<void> {
  const { plan, store } = listOf(screen);
  const view = plan.views.get(name);
  if (!view && id !== undefined) return openRows(screen, name, id);
  if (!view) throw new Error(`没有视图 ${name}`);
  const mode = asked ?? (view.kind === "detail" ? "detail" : id === undefined ? "add" : "edit");
  const row = id === undefined ? {} : rowOf(screen, id);
  store.openView({ view: name, mode, row: id === undefined ? undefined : row, values: {}, button: undefined });
  show(screen, new OpenedView(plan, view, mode, row, screen.console.services, screen.dictionaries));
}

/** The editable table below a record, with the rows that the server has. */
async function openRows(screen: StandingScreen, name: string, id: string): Promise<void> {
  const { plan } = listOf(screen);
  const { services } = screen.console;
  const table = plan.details.find((detail) => detail.name === name && detail.form);
  if (!table?.form) throw new Error(`没有视图 ${name}`);
  const params = { id, relation: table.relation };
  const answer = await services.request({ method: "GET", url: `${table.base}/listByMainId`, params });
  const row = { ...rowOf(screen, id), [name]: readPage(answer).rows };
  const mode = mayEditRecords(plan, services) && mayEditAsItStands(plan, row) ? "edit" : "detail";
  show(screen, new OpenedView(plan, table.form, mode, row, services, screen.dictionaries));
}

function show(screen: StandingScreen, view: OpenedView | AskedQuestion): void {
  screen.opened = [...screen.opened, view];
  screen.last = view;
}

async function fill(screen: StandingScreen, step: Extract<Step, { readonly do: "fill" }>): Promise<void> {
  const view = screen.last;
  if (view instanceof AskedQuestion) return view.fill(step.field, step.value);
  if (step.relation === undefined) return formOf(screen).fill(step.field, step.value);
  formOf(screen).fillCell(step.relation, step.index ?? 0, step.field, step.value);
}

async function click(screen: StandingScreen, key: string, id: string | undefined, confirms: boolean): Promise<void> {
  screen.console.confirms = confirms;
  if (key === "cancel") return closeLast(screen);
  if (key === "submit") {
    const view = screen.last;
    if (!view) throw new Error("没有打开的表单");
    await view.submit();
    if (view.isClosed) await closeLast(screen);
    return;
  }
  const { plan, store, actions } = listOf(screen);
  const row = id === undefined ? undefined : rowOf(screen, id);
  const button = buttonOf(plan, key, row !== undefined);
  const before = new Set(store.views);
  await actions.press(button, row);
  for (const view of store.views.filter((each) => !before.has(each))) {
    if (view.mode === "ask" && view.button) {
      show(screen, new AskedQuestion(plan, view.button, view.row, screen.console.services, actions));
      continue;
    }
    const target = plan.views.get(view.view);
    if (!target || target.content) continue;
    const whole = view.row ?? view.values;
    show(
      screen,
      new OpenedView(plan, target, view.mode as ViewMode, whole, screen.console.services, screen.dictionaries),
    );
  }
}

async function closeLast(screen: StandingScreen): Promise<void> {
  screen.opened = screen.opened.slice(0, -1);
  screen.store?.closeView();
}

export function buttonOf(plan: ListPlan, key: string, onRow: boolean): ButtonPlan {
  const own = onRow ? plan.rowActions.items : plan.toolbar;
  const button =
    own.find((each) => each.key === key) ??
    [...plan.toolbar, ...plan.rowActions.items].find((each) => each.key === key);
  if (!button) throw new Error(`没有按钮 ${key}`);
  return button;
}

export function rowOf(screen: StandingScreen, id: string): Row {
  const { store } = listOf(screen);
  const row = store.rows.find((each) => store.keyOf(each) === id);
  if (!row) throw new Error(`没有行 ${id}`);
  return row;
}

export function listOf({ plan, store, actions }: StandingScreen) {
  if (!store || !actions || plan.kind === "broken" || "panels" in plan) throw new Error("页面没有行");
  return { plan, store, actions };
}

export function formOf({ last }: StandingScreen): OpenedView {
  if (!(last instanceof OpenedView)) throw new Error("没有打开的表单");
  return last;
}
