import type { ButtonPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { maySee } from "../../../runtime/react/field-rights.ts";
import { buildScope, isTrue } from "../../../runtime/react/scope.ts";
import type { ScreenTestDocument } from "../../../runtime/schema/types.gen.ts";
import { AskedQuestion } from "./asked-question.ts";
import { buttonOf, formOf, listOf, rowOf, type StandingScreen } from "./run-screen-case.ts";

type Fact = ScreenTestDocument["cases"][number]["expect"][number];
type Visible = Extract<Fact, { readonly check: "visible" }>;
type Disabled = Extract<Fact, { readonly check: "disabled" }>;
type Required = Extract<Fact, { readonly check: "required" }>;

/** Why a fact does not hold; undefined when it does. */
export function checkFact(screen: StandingScreen, fact: Fact): string | undefined {
  switch (fact.check) {
    case "visible":
      return compare(`${subjectName(fact)} 显示`, isVisible(screen, fact), fact.equals ?? true);
    case "disabled":
      return compare(`${subjectName(fact)} 不可用`, isDisabled(screen, fact), fact.equals ?? true);
    case "required":
      return compare(`${subjectName(fact)} 必填`, isRequired(screen, fact), fact.equals ?? true);
    case "value":
      return compare(`${fact.field} 的值`, heldValue(screen, fact), fact.equals);
    case "options":
      return compare(`${fact.field} 的选项`, optionsOf(screen, fact.field), fact.equals);
    case "error":
      return checkError(screen, fact);
    case "request":
      return checkRequest(screen, fact);
    case "rows":
      return checkRows(screen, fact);
    case "message":
      return checkMessage(screen, fact);
    case "columns":
      return compare("看到的列", columnsOf(screen), fact.equals);
    case "buttons":
      return compare("看到的按钮", buttonsOf(screen, fact.row), fact.equals);
    case "fields":
      return compare("看到的字段", fieldsOf(screen), fact.equals);
    case "conditions":
      return compare("看到的查询条件", conditionsOf(screen), fact.equals);
    case "panels":
      return compare("面板", panelsOf(screen), fact.equals);
    case "closed":
      return compare(
        `视图 ${fact.view} 已关闭`,
        screen.opened.every(({ name }) => name !== fact.view),
        fact.equals ?? true,
      );
  }
}

function isVisible(screen: StandingScreen, { field, button, column, row, relation, index }: Visible): boolean {
  if (button !== undefined) {
    if (button === "submit" || button === "cancel") return screen.last !== undefined && !screen.last.isClosed;
    return buttonsOf(screen, row).includes(button);
  }
  if (column !== undefined && relation === undefined) return columnsOf(screen).includes(column);
  const name = field ?? column;
  if (relation !== undefined && name !== undefined) return formOf(screen).state(name, relation, index).visible;
  if (relation !== undefined) return formOf(screen).isTableVisible(relation);
  if (name === undefined) throw new Error("visible 没有说是什么");
  if (screen.last instanceof AskedQuestion) return screen.last.session.state(name).visible;
  return screen.last ? screen.last.isVisible(name) : conditionsOf(screen).includes(name);
}

function isDisabled(screen: StandingScreen, { field, button, row, relation, index }: Disabled): boolean {
  if (button !== undefined) {
    const { plan, actions } = listOf(screen);
    const on = row === undefined ? undefined : rowOf(screen, row);
    return actions.isDisabled(buttonOf(plan, button, on !== undefined), on);
  }
  if (field === undefined) throw new Error("disabled 没有说是什么");
  if (relation !== undefined) return formOf(screen).state(field, relation, index).disabled;
  return formOf(screen).isDisabled(field);
}

function isRequired(screen: StandingScreen, { field, relation, index }: Required): boolean {
  if (screen.last instanceof AskedQuestion) return screen.last.session.state(field).required;
  return formOf(screen).state(field, relation, index).required;
}

function heldValue(screen: StandingScreen, fact: Extract<Fact, { readonly check: "value" }>): unknown {
  if (!screen.last) return screen.store?.values[fact.field] ?? null;
  return formOf(screen).valueOf(fact.field, fact.relation, fact.index) ?? null;
}

function optionsOf(screen: StandingScreen, field: string): readonly string[] {
  const dict = screen.last instanceof AskedQuestion ? undefined : screen.last?.item(field)?.dict;
  const asked = dict ?? listOf(screen).plan.query.items.find(({ name }) => name === field)?.dict;
  return screen.dictionaries.options(asked).map(({ value }) => value);
}

function columnsOf(screen: StandingScreen): readonly string[] {
  const { plan, actions } = listOf(screen);
  const { services } = screen.console;
  return plan.table.columns
    .filter((column) => maySee(services, plan.model, column.field) && isTrue(column.visible, actions.scope()))
    .map(({ name }) => name);
}

function conditionsOf(screen: StandingScreen): readonly string[] {
  const { plan, actions } = listOf(screen);
  const { services } = screen.console;
  return plan.query.items
    .filter((item) => maySee(services, plan.model, item.field) && isTrue(item.visible, actions.scope()))
    .map(({ name }) => name);
}

function buttonsOf(screen: StandingScreen, id: string | undefined): readonly string[] {
  const { plan, actions } = listOf(screen);
  const row = id === undefined ? undefined : rowOf(screen, id);
  const buttons: readonly ButtonPlan[] = row ? plan.rowActions.items : plan.toolbar;
  return actions.shown(buttons, row).map(({ key }) => key);
}

function fieldsOf(screen: StandingScreen): readonly string[] {
  if (screen.last instanceof AskedQuestion) return Object.keys(screen.last.session.row);
  const view = formOf(screen);
  return view.fieldNames.filter((name) => view.isVisible(name));
}

function panelsOf({ plan, console }: StandingScreen): readonly string[] {
  const panels = "panels" in plan ? plan.panels : "report" in plan ? (plan.report?.panels ?? []) : [];
  const scope = buildScope(console.services, {});
  return panels
    .map((panel) =>
      panel.kind === "broken"
        ? `不能显示：${panel.name}`
        : isTrue(panel.visible, scope)
          ? (panel.title ?? panel.panel.type)
          : "",
    )
    .filter((title) => title !== "");
}

function checkError(
  screen: StandingScreen,
  { field, relation, index, text }: Extract<Fact, { readonly check: "error" }>,
): string | undefined {
  const errors = screen.last?.errors ?? [];
  const place =
    relation === undefined
      ? field
      : index === undefined
        ? relation
        : `${relation}[${index}]${field === undefined ? "" : `.${field}`}`;
  const own = place === undefined ? errors : errors.filter((error) => error.field === place);
  if (own.some(({ message }) => message === text)) return undefined;
  return `${place ?? ""} 应报“${text}”，实际：${errors.map((error) => `${error.field} ${error.message}`).join("；") || "没有错误"}`;
}

function checkRequest(
  screen: StandingScreen,
  { to, params, data, times = 1 }: Extract<Fact, { readonly check: "request" }>,
): string | undefined {
  const calls = screen.console.calls.filter(({ method, url }) => `${method} ${url}` === to);
  const same = calls.filter((call) => contains(call.params, params) && contains(call.data, data));
  if (same.length === times) return undefined;
  const seen =
    calls.map((call) => JSON.stringify({ params: call.params, data: call.data })).join(" ") ||
    screen.console.calls.map(({ method, url }) => `${method} ${url}`).join("、");
  return `${to} 应有 ${times} 次，实际 ${same.length} 次；发过：${seen}`;
}

function checkRows(
  screen: StandingScreen,
  { count, ids }: Extract<Fact, { readonly check: "rows" }>,
): string | undefined {
  const { store } = listOf(screen);
  return (
    (count === undefined ? undefined : compare("行数", store.rows.length, count)) ??
    (ids === undefined
      ? undefined
      : compare(
          "行",
          store.rows.map((row) => store.keyOf(row)),
          ids,
        ))
  );
}

function checkMessage(screen: StandingScreen, fact: Extract<Fact, { readonly check: "message" }>): string | undefined {
  const { notices } = screen.console;
  if (notices.some(({ level, text }) => text === fact.text && (fact.level === undefined || fact.level === level)))
    return undefined;
  return `应提示“${fact.text}”，实际：${notices.map(({ text }) => text).join("；") || "没有提示"}`;
}

/** Only the keys that are written are compared. */
function contains(actual: unknown, wanted: Readonly<Record<string, unknown>> | undefined): boolean {
  if (wanted === undefined) return true;
  return Object.entries(wanted).every(([name, value]) => isEqual((actual as Row | undefined)?.[name], value));
}

function isEqual(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((item, at) => isEqual(actual[at], item))
    );
  }
  if (typeof wanted === "object" && wanted !== null) return contains(actual, wanted as Row);
  return (actual ?? null) === (wanted ?? null);
}

function compare(what: string, actual: unknown, wanted: unknown): string | undefined {
  if (isEqual(actual, wanted)) return undefined;
  return `${what}应为 ${JSON.stringify(wanted)}，实际 ${JSON.stringify(actual)}`;
}

function subjectName(fact: Visible | Disabled | Required): string {
  const { field, button, column, row, relation }: Partial<Visible> = { ...fact, check: "visible" };
  return [row, relation, field ?? button ?? column].filter((part) => part !== undefined).join(" ");
}
