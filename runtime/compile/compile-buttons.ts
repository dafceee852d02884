import { parseExpression } from "../expr/parse.ts";
import { compileBracedRule, sourceOf } from "../expr/template.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Actions, Button, Field, Transition } from "../schema/types.gen.ts";
import { askItems } from "./compile-ask.ts";
import { compileCondition, compileTemplate } from "./compile-text.ts";
import { type CompileContext, report } from "./context.ts";
import { compileMessages } from "./messages.ts";
import { placeOf } from "./part-place.ts";
import type { ButtonPlan, GuardPlan, Preset, RowActionsPlan, TransitionPlan } from "./plan.ts";

/** Everything a button may say; which of it a preset allows is the meta-schema's business. */
interface ButtonOptions {
  readonly preset?: Preset;
  readonly key?: string;
  readonly transition?: string;
  readonly generate?: string;
  readonly permission?: string;
  readonly label?: string;
  readonly icon?: string;
  readonly danger?: boolean;
  readonly visible?: boolean | string;
  readonly disabled?: boolean | string;
  readonly disabledReason?: string;
  readonly confirm?: string;
  readonly confirmWith?: string;
  readonly view?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly ask?: Readonly<Record<string, Field>>;
  readonly do?: Actions;
}

interface PresetFacts {
  readonly icon?: string;
  readonly danger?: boolean;
  readonly confirm?: string;
  readonly view?: string;
  /** Presets that only look need no permission of their own. */
  readonly free?: boolean;
}

/** What a preset brings along. Icons only where they carry meaning: a toolbar has them, row actions have none. */
const presets: Record<Preset, PresetFacts> = {
  add: { icon: "PlusOutlined", view: "form" },
  addChild: { view: "form" },
  edit: { view: "form" },
  detail: { view: "detail", free: true },
  copy: { view: "form" },
  delete: { danger: true, confirm: compileMessages.confirmDelete },
  deleteBatch: { danger: true, icon: "DeleteOutlined", confirm: compileMessages.confirmDelete },
  export: { icon: "DownloadOutlined" },
  import: { icon: "UploadOutlined" },
  print: { icon: "PrinterOutlined", free: true },
  recycleBin: { icon: "RestOutlined" },
  refresh: { icon: "ReloadOutlined", free: true },
  generate: {},
  transition: {},
};

/** Adding a copy or a child is adding; who may delete may take back. */
const permissionWord: Partial<Record<Preset, string>> = { copy: "add", addChild: "add", recycleBin: "delete" };

export function compileToolbar(
  context: CompileContext,
  model: ResolvedModel,
  prefix: string,
  toolbar: readonly Button[] | undefined,
): readonly ButtonPlan[] {
  const inherited: Preset[] = model.writable ? ["add", "import", "export", "deleteBatch"] : ["export"];
  const buttons = toolbar ?? inherited.map((preset) => ({ preset }) as Button);
  return planButtons(context, model, prefix, "/toolbar", buttons);
}

export function compileRowActions(
  context: CompileContext,
  model: ResolvedModel,
  prefix: string,
  rowActions: { readonly inline?: number; readonly width?: number; readonly items: readonly Button[] } | undefined,
  /** False: nothing stores the rows, so there is no call that a button could stand for. */
  inherits = true,
  path = "/rowActions/items",
): RowActionsPlan {
  const items = planButtons(
    context,
    model,
    prefix,
    path,
    rowActions?.items ?? (inherits ? inheritedRowActions(model) : []),
  );
  const inline = rowActions?.inline ?? 2;
  return { inline, width: rowActions?.width ?? rowActionsWidth(items, inline), items };
}

function inheritedRowActions(model: ResolvedModel): Button[] {
  if (!model.writable) return [{ preset: "detail" }];
  const transitions = Object.keys(model.states?.transitions ?? {}).map(
    (transition): Button => ({ preset: "transition", transition }),
  );
  return [{ preset: "edit" }, { preset: "detail" }, ...transitions, { preset: "delete" }];
}

/** Pixels of a word on a button: Chinese characters are square, letters about half as wide. */
function labelWidth(label: string): number {
  return [...label].reduce((sum, character) => sum + (character > "\u2e80" ? 14 : 8), 0);
}

/** Room for the words that can stand side by side in any one state, the dots and the paddings. */
function rowActionsWidth(items: readonly ButtonPlan[], inline: number): number {
  const states = new Set(items.flatMap((item) => item.states ?? []));
  const open = items.filter((item) => item.preset !== "delete");
  const widths = [undefined, ...states].map((state) =>
    open
      .filter((item) => !item.states || (state !== undefined && item.states.includes(state)))
      .slice(0, inline)
      .reduce((sum, item) => sum + labelWidth(item.label) + 12, 0),
  );
  return Math.max(80, 28 + Math.max(...widths) + (items.length > inline ? 20 : 0));
}

function planButtons(
  context: CompileContext,
  model: ResolvedModel,
  prefix: string,
  path: string,
  buttons: readonly Button[],
): readonly ButtonPlan[] {
  return buttons.flatMap((button, index) => {
    const plan = planButton(context, model, prefix, `${path}/${index}`, button);
    if (!plan) return [];
    if (plan.permission) context.permissions.add(plan.permission);
    return [plan];
  });
}

function planButton(
  context: CompileContext,
  model: ResolvedModel,
  prefix: string,
  path: string,
  source: Button,
): ButtonPlan | undefined {
  const options = source as ButtonOptions;
  if (options.preset === undefined) return planOwn(context, model, path, source, options);
  if (options.preset === "transition") return planTransition(context, model, prefix, path, source, options);
  if (options.preset === "generate") return planGeneration(context, model, prefix, path, source, options);
  const facts = presets[options.preset];
  if (!facts) {
    report(context, path, "按钮", String(options.preset), Object.keys(presets));
    return undefined;
  }
  return {
    ...shared(context, model, path, source, options),
    key: options.preset,
    kind: "preset",
    preset: options.preset,
    label: options.label ?? presetLabel(options.preset, model),
    icon: options.icon ?? facts.icon,
    danger: options.danger ?? facts.danger ?? false,
    permission: options.permission ?? (facts.free ? undefined : `${prefix}:${permissionOf(options.preset)}`),
    states: statesOf(options.preset, model),
    confirm: compileTemplate(context, `${path}/confirm`, options.confirm ?? facts.confirm),
    view: options.view ?? facts.view,
    transition: undefined,
    ask: [],
    actions: [],
  };
}

function permissionOf(preset: Preset): string {
  return permissionWord[preset] ?? preset;
}

/** 新增会员 where the object is short enough to stand on a button; the bare verb otherwise. */
function presetLabel(preset: Preset, model: ResolvedModel): string {
  const label = compileMessages.preset[preset];
  return preset === "add" && model.title.length <= 4 ? compileMessages.viewTitle.add(model.title) : label;
}

function statesOf(preset: Preset, model: ResolvedModel): readonly string[] | undefined {
  if (preset === "edit") return model.states?.edit;
  if (preset === "delete") return model.states?.delete;
  return undefined;
}

function planTransition(
  context: CompileContext,
  model: ResolvedModel,
  prefix: string,
  path: string,
  source: Button,
  options: ButtonOptions,
): ButtonPlan | undefined {
  const transitions = model.states?.transitions ?? {};
  const name = options.transition ?? "";
  const transition = transitions[name];
  if (!transition) {
    report(context, `${path}/transition`, "状态动作", name, Object.keys(transitions));
    return undefined;
  }
  const plan: TransitionPlan = {
    name,
    title: transition.title,
    batch: transition.batch ?? false,
    guards: (transition.guards ?? []).flatMap((guard) => planGuard(model, transition, guard)),
  };
  return {
    ...shared(context, model, path, source, options),
    key: name,
    kind: "transition",
    preset: "transition",
    label: options.label ?? transition.title,
    icon: options.icon ?? transition.icon,
    danger: options.danger ?? false,
    permission: options.permission ?? transition.permission ?? `${prefix}:${name}`,
    states: transition.from,
    confirm: compileTemplate(context, `${path}/confirm`, options.confirm ?? transition.confirm),
    view: undefined,
    transition: plan,
    ask: askItems(ofModel(context, model), model, `/states/transitions/${name}`, transition.ask ?? {}),
    actions: [],
  };
}

/** Guards over answers, other rows, the clock or what is masked can only be judged by the server. */
function planGuard(
  model: ResolvedModel,
  { ask = {} }: Pick<Transition, "ask">,
  { expr, field, message }: NonNullable<Transition["guards"]>[number],
): readonly GuardPlan[] {
  const { refs } = parseExpression(sourceOf(expr) ?? "");
  const isOfRow = ([root, name = "", below]: readonly string[]) => {
    const own = root === "row" && !below && !(name in ask) ? model.fields.get(name) : undefined;
    return own && !own.permission.plain;
  };
  if (field || refs.length === 0 || !refs.every(isOfRow)) return [];
  return [{ fields: refs.map(([, name = ""]) => name), message, holds: compileBracedRule(expr) }];
}

/** What a transition asks for is written in the model. */
const ofModel = (context: CompileContext, { id }: ResolvedModel): CompileContext => ({
  ...context,
  file: `${id}.model.json`,
  base: "",
});

/** Asks, shows what would be made, makes it. */
function planGeneration(
  context: CompileContext,
  model: ResolvedModel,
  prefix: string,
  path: string,
  source: Button,
  options: ButtonOptions,
): ButtonPlan | undefined {
  const name = options.generate ?? "";
  const generation = model.generate?.[name];
  if (!generation) {
    report(context, `${path}/generate`, "生成", name, Object.keys(model.generate ?? {}));
    return undefined;
  }
  return {
    ...shared(context, model, path, source, options),
    key: name,
    kind: "preset",
    preset: "generate",
    label: options.label ?? generation.title,
    icon: options.icon ?? generation.icon,
    danger: false,
    permission: options.permission ?? generation.permission ?? `${prefix}:${name}`,
    states: undefined,
    confirm: undefined,
    view: undefined,
    transition: undefined,
    ask: askItems(ofModel(context, model), model, `/generate/${name}`, generation.ask ?? {}),
    actions: [],
  };
}

function planOwn(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  source: Button,
  options: ButtonOptions,
): ButtonPlan {
  return {
    ...shared(context, model, path, source, options),
    key: options.key ?? path,
    kind: "own",
    preset: undefined,
    label: options.label ?? "",
    icon: options.icon,
    danger: options.danger ?? false,
    permission: options.permission,
    states: undefined,
    confirm: compileTemplate(context, `${path}/confirm`, options.confirm),
    view: undefined,
    transition: undefined,
    ask: askItems(context, model, path, options.ask ?? {}),
    actions: options.do ?? [],
  };
}

function shared(context: CompileContext, model: ResolvedModel, path: string, source: Button, options: ButtonOptions) {
  const { transition, generate } = options;
  const inherited =
    transition === undefined ? generate && `/generate/${generate}` : `/states/transitions/${transition}`;
  return {
    place: placeOf(context, path, inherited ? model : undefined, inherited ?? ""),
    visible: compileCondition(context, `${path}/visible`, options.visible, true),
    disabled: compileCondition(context, `${path}/disabled`, options.disabled, false),
    disabledReason: compileTemplate(context, `${path}/disabledReason`, options.disabledReason),
    confirmWith: options.confirmWith,
    values: options.values,
    source,
  };
}
