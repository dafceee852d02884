import { reportDictCode } from "../model/report-dict.ts";
import type { ResolvedDict, ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Cell, Dict, GridColumn, GridColumnOverride, Table, TableColumn } from "../schema/types.gen.ts";
import { compileCondition } from "./compile-text.ts";
import { type CompileContext, findField, isBroken, planCell } from "./context.ts";
import { defaultAlign, defaultCell, defaultWidth, grows, impliedDict, shownTitle, titleWidth } from "./defaults.ts";
import { placeOf } from "./part-place.ts";
import type { ColumnPlan } from "./plan.ts";

type ColumnOptions = Partial<Exclude<TableColumn, string>> & Pick<GridColumnOverride, "widget">;

/** What the columns of one table are made from. */
interface ColumnSource {
  readonly columns?: readonly (TableColumn | GridColumn)[] | undefined;
  readonly override?: Table["override"] | undefined;
  /** Whether the inherited key column opens the row's detail. */
  readonly linksKey?: boolean;
}

const notByDefault = new Set(["text", "json"]);

/** Columns of a list: those the screen writes out, or those the model gives, changed by `override`. */
export function compileColumns(
  context: CompileContext,
  model: ResolvedModel,
  source: ColumnSource,
  path: string,
): readonly ColumnPlan[] {
  if (!source.columns) {
    return defaultColumns(model).map((field) => {
      const options = source.override?.[field.name] ?? {};
      return planColumn(context, model, `${path}/override/${field.name}`, field, {
        ...(source.linksKey ? keyLink(model, field) : {}),
        ...options,
      });
    });
  }
  return source.columns.flatMap((column, index) => {
    const options = (typeof column === "string" ? { field: column } : column) as ColumnOptions & { field: string };
    const at = `${path}/columns/${index}`;
    const field = findField(context, model, at, options.field);
    return isBroken(field)
      ? []
      : [planColumn(context, model, at, field, { ...source.override?.[options.field], ...options })];
  });
}

/** The field that names a row opens its detail. */
function keyLink(model: ResolvedModel, field: ResolvedField): ColumnOptions {
  if (field.name !== model.titleField || field.cell) return {};
  return { cell: { type: "link", do: [{ type: "open", view: "detail" }] } };
}

/** All fields but hidden ones, long texts and JSON; then the time of creation. */
function defaultColumns(model: ResolvedModel): ResolvedField[] {
  const declared = [...model.fields.values()].filter(
    (field) => !field.system && !field.hidden && !notByDefault.has(field.type),
  );
  const createTime = model.fields.get("createTime");
  return createTime && !declared.includes(createTime) ? [...declared, createTime] : declared;
}

function planColumn(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  field: ResolvedField,
  options: ColumnOptions,
): ColumnPlan {
  const shown = asColumn(context, field, options);
  const cell: Cell = options.cell ?? defaultCell(shown);
  const title = options.title ?? shownTitle(field);
  const sortable = options.sortable ?? sortableByDefault(field);
  return {
    place: placeOf(context, path, model, `/fields/${field.name}`),
    name: field.name,
    title,
    field,
    dict: impliedDict(shown, cell.type),
    cell: planCell(context, `${path}/cell`, cell),
    width: Math.max(options.width ?? defaultWidth(shown, cell.type), titleWidth(title, sortable)),
    grows: options.width === undefined && grows(shown, cell.type) && !options.fixed,
    align: options.align ?? defaultAlign(shown, cell.type),
    fixed: options.fixed,
    sortable,
    summary: options.summary,
    visible: compileCondition(context, `${path}/visible`, options.visible, true),
    groupHeader: options.groupHeader,
  };
}

/** The field as its column has it: what the column chooses from and is edited with says how its cells look. */
function asColumn(
  context: CompileContext,
  field: ResolvedField,
  { dict, widget = field.widget }: ColumnOptions,
): ResolvedField {
  return { ...field, widget, dict: dict === undefined ? field.dict : readDict(context, dict) };
}

/** What people order by without being told: amounts, counts and times. Texts and dictionaries say so themselves. */
function sortableByDefault(field: ResolvedField): boolean {
  return ["integer", "number", "money", "percent", "date", "datetime"].includes(field.type) && !field.dict;
}

/** A dictionary as written on a column or item; a model's text defaults to its title field. */
export function readDict(context: CompileContext, dict: Dict): ResolvedDict {
  if (typeof dict === "string") return { kind: "code", code: dict };
  if ("report" in dict) return { kind: "code", code: reportDictCode(dict) };
  return {
    kind: "model",
    model: dict.model,
    text: dict.text ?? context.models.get(dict.model)?.titleField ?? "id",
    value: dict.value ?? "id",
    where: dict.where ?? {},
  };
}
