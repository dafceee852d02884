import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Detail, Editor, GridButton, GridColumn, GridColumnOverride } from "../schema/types.gen.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileCondition, compileExpressionText } from "./compile-text.ts";
import { compileTree } from "./compile-tree.ts";
import { type CompileContext, findField, isBroken, planEditor, report } from "./context.ts";
import { defaultEditor, gridTitleWidth } from "./defaults.ts";
import type { GridButtonPlan, GridColumnPlan, GridPlan, GridTreePlan, RowAddPlan, RowPickPlan } from "./plan.ts";
import type { SubTablePlan } from "./view-plan.ts";

export type GridDetail = Extract<Detail, { readonly kind: "table" }>;

type ColumnOptions = GridColumnOverride & { readonly field: string };

/** Pixels, from the design tokens (`metrics.grid`). */
const gridMetrics = { rowHeight: { medium: 61, small: 48, mini: 40, tiny: 36 }, maxHeight: 400 } as const;
/** Pixels of a column that does not say (TBL-02): all such columns share what is left of the table. */
const columnWidth = { usual: 120, datetime: 240 } as const;
/** Where a table that rows are dragged in keeps their place when the relation does not say. */
const usualOrderField = "orderNum";

/** The editable table of a relation: its columns with their editors, and what may be done with its rows. */
export function compileGrid(
  context: CompileContext,
  master: ResolvedModel,
  target: ResolvedModel,
  detail: GridDetail,
  path: string,
  popover?: SubTablePlan,
): GridPlan {
  const relation = master.relations[detail.relation];
  const many = relation?.kind === "one-to-many" ? relation : undefined;
  const foreignKey = relation && "foreignKey" in relation ? relation.foreignKey : undefined;
  const usual = detail.dragSort && target.fields.has(usualOrderField) ? usualOrderField : undefined;
  const orderField = many?.order ?? usual;
  const inherited = fieldsToEnter(target, new Set([foreignKey, orderField].filter(isName)));
  const columns = optionsOf(detail.columns ?? inherited, detail.override ?? {});
  return {
    modelId: target.id,
    columns: columns.flatMap((options, index) => planColumn(context, target, options, `${path}/columns/${index}`)),
    isSingle: relation?.kind === "one-to-one",
    orderField,
    min: many?.min ?? 0,
    max: relation?.kind === "one-to-one" ? 1 : many?.max,
    height: detail.height ?? gridMetrics.maxHeight,
    rowHeight: detail.rowHeight ?? gridMetrics.rowHeight[detail.size ?? "medium"],
    rowNumber: detail.rowNumber ?? true,
    selection: detail.selection ?? "multiple",
    dragSort: detail.dragSort ?? false,
    paging: planPaging(detail),
    tree: planTree(context, target, detail, columns, path),
    popover,
    disabledRows: compileExpressionText(context, `${path}/disabledRows`, detail.disabledRows),
    add: planAdd(context, detail, path),
    remove: planButton(context, detail, "removeRows", path),
    save: planButton(context, detail, "saveRows", path),
    import: planButton(context, detail, "importRows", path),
    export: planButton(context, detail, "exportRows", path),
    pick: planPick(context, target, detail, path),
    alwaysEdit: detail.alwaysEdit ?? false,
    permissionPrefix: detail.permissionPrefix,
    onChange: detail.on?.change ?? [],
    onSaved: detail.on?.saved ?? [],
  };
}

function planTree(
  context: CompileContext,
  target: ResolvedModel,
  { tree }: GridDetail,
  columns: readonly ColumnOptions[],
  path: string,
): GridTreePlan | undefined {
  const plan = tree && compileTree(context, target, {}, { path });
  if (!plan) return undefined;
  const { parent, hasChild, root } = plan;
  return {
    parent,
    hasChild,
    root,
    column: tree.column ?? columns[0]?.field ?? target.titleField,
    parentKey: tree.parentKey ?? "parentId",
    params: tree.params ?? {},
  };
}

function planPaging({ pager, pageSize, pageSizes = [10, 20, 30] }: GridDetail): GridPlan["paging"] {
  if (!(pager ?? pageSize !== undefined)) return undefined;
  return { pageSize: pageSize || (pageSizes[0] ?? 10), pageSizes };
}

function planAdd(context: CompileContext, detail: GridDetail, path: string): RowAddPlan | undefined {
  const plan = planButton(context, detail, "addRow", path);
  const button = detail.toolbar?.find((one) => one.preset === "addRow");
  return plan && { ...plan, templates: (button?.preset === "addRow" ? button.templates : undefined) ?? [] };
}

/** A table that says nothing about its buttons has them all. */
function planButton(
  context: CompileContext,
  { toolbar }: GridDetail,
  preset: "addRow" | "removeRows" | "saveRows" | "importRows" | "exportRows",
  path: string,
): GridButtonPlan | undefined {
  if (!toolbar) return { label: undefined, visible: true };
  const index = toolbar.findIndex((button) => button.preset === preset);
  const button = toolbar[index];
  return button && buttonPlan(context, `${path}/toolbar/${index}`, button);
}

function buttonPlan(context: CompileContext, path: string, { label, visible }: GridButton): GridButtonPlan {
  return { label, visible: compileCondition(context, `${path}/visible`, visible, true) };
}

/** Columns of the dialog when the document names none: what a person knows a row by. */
const pickColumns = 5;

function planPick(
  context: CompileContext,
  target: ResolvedModel,
  detail: GridDetail,
  path: string,
): RowPickPlan | undefined {
  const index = detail.toolbar?.findIndex((button) => button.preset === "pickRows") ?? -1;
  const button = detail.toolbar?.[index];
  if (button?.preset !== "pickRows") return undefined;
  const at = `${path}/toolbar/${index}/field`;
  const field = findField(context, target, at, button.field);
  if (isBroken(field)) return undefined;
  const { dict } = field;
  const model = dict?.kind === "model" ? context.models.get(dict.model) : undefined;
  if (!model || dict?.kind !== "model") {
    report(context, at, "引用另一个模型的字段", button.field, referencesOf(target));
    return undefined;
  }
  const usual = [...model.fields.values()].filter((one) => !one.system && !one.hidden && one.type !== "json");
  return {
    ...buttonPlan(context, `${path}/toolbar/${index}`, button),
    field: field.name,
    model,
    columns: button.columns ?? usual.slice(0, pickColumns).map((one) => one.name),
    where: { ...dict.where, ...button.where },
  };
}

function referencesOf(model: ResolvedModel): readonly string[] {
  return [...model.fields.values()].flatMap(({ name, dict }) => (dict?.kind === "model" ? [name] : []));
}

const isName = (name: string | undefined): name is string => name !== undefined;

/** Without a list of columns: every field that a person may see, but the ones that join and order the rows. */
function fieldsToEnter(target: ResolvedModel, without: ReadonlySet<string>): readonly GridColumn[] {
  return [...target.fields.values()]
    .filter((field) => !field.system && !field.hidden && field.type !== "json" && !without.has(field.name))
    .map((field) => field.name);
}

function optionsOf(
  columns: readonly GridColumn[],
  override: Readonly<Record<string, GridColumnOverride>>,
): readonly ColumnOptions[] {
  return columns.map((column) => {
    const own = typeof column === "string" ? { field: column } : column;
    return { ...override[own.field], ...own };
  });
}

function planColumn(
  context: CompileContext,
  target: ResolvedModel,
  options: ColumnOptions,
  path: string,
): readonly GridColumnPlan[] {
  const [plan] = compileColumns(context, target, { columns: [options] }, path);
  if (!plan) return [];
  const { field, dict } = plan;
  const isRequired = field.required === true || options.required === true;
  const usual = options.width ?? columnWidth[field.type === "datetime" ? "datetime" : "usual"];
  return [
    {
      ...plan,
      width: Math.max(usual, gridTitleWidth(plan.title, isRequired)),
      grows: options.width === undefined && options.fixed === undefined,
      editor: planEditor(
        context,
        `${path}/widget`,
        withHint(options.widget ?? defaultEditor({ ...field, dict }), { ...options, title: plan.title }),
      ),
      readOnly: isGiven(field) || options.disabled === true || options.value !== undefined,
      required: isRequired,
      default: options.default,
      rules: options.rules ?? [],
      tip: options.tip ?? field.tip,
    },
  ];
}

/** TBL-09: a hint may name its column by `${title}`, `${key}` and `${defaultValue}`. */
function withHint(editor: Editor, { title, field, default: value }: ColumnOptions): Editor {
  if (!("placeholder" in editor) || editor.placeholder === undefined) return editor;
  const parts: Readonly<Record<string, unknown>> = { title, key: field, defaultValue: value };
  const placeholder = editor.placeholder.replace(/\$\{(title|key|defaultValue)\}/g, (_all, part) =>
    String(parts[part] ?? ""),
  );
  return { ...editor, placeholder };
}

/** Never typed in: computed by the model or set by the server. */
const isGiven = (field: ResolvedField): boolean => field.readOnly || field.system || field.value !== undefined;
