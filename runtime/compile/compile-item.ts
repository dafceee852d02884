import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { FormItem } from "../schema/types.gen.ts";
import { readDict } from "./compile-columns.ts";
import { compileCondition } from "./compile-text.ts";
import { type CompileContext, planCell, planEditor } from "./context.ts";
import { defaultCell, defaultEditor, impliedDict, shownTitle } from "./defaults.ts";
import { placeOf } from "./part-place.ts";
import type { FieldItemPlan, ValueOrigin } from "./view-plan.ts";

export type FieldOptions = Partial<Extract<FormItem, { readonly field: string }>>;

/** One field of a form or detail: the model's field, narrowed by what the screen says. */
export function planFieldItem(
  context: CompileContext,
  model: ResolvedModel | undefined,
  path: string,
  field: ResolvedField,
  options: FieldOptions,
  columns: number,
): FieldItemPlan {
  const cell = options.cell ?? defaultCell(field);
  const dict = options.dict === undefined ? impliedDict(field, cell.type) : readDict(context, options.dict);
  const asked = { ...field, dict: options.dict === undefined ? field.dict : dict };
  const origin = originOf(field);
  return {
    kind: "field",
    place: placeOf(context, path, model, `/fields/${field.name}`),
    name: field.name,
    title: options.title ?? shownTitle(field),
    tip: options.tip ?? field.tip,
    field,
    dict,
    editor: planEditor(context, `${path}/widget`, options.widget ?? defaultEditor(asked)),
    alternatives: (options.widgets ?? []).map(({ when, widget }, index) => ({
      when: compileCondition(context, `${path}/widgets/${index}/when`, when, false),
      editor: planEditor(context, `${path}/widgets/${index}/widget`, widget),
    })),
    cell: planCell(context, `${path}/cell`, options.cell ?? defaultCell(asked)),
    span: Math.min(options.span ?? defaultSpan(field, columns), columns),
    readOnly: field.readOnly || field.system,
    origin,
    onlyWithValue: field.readOnly && (origin === "state" || origin === "fill" || origin === "rollup"),
    visible: compileCondition(context, `${path}/visible`, options.visible, true),
    disabled: compileCondition(context, `${path}/disabled`, options.disabled, false),
    required: compileCondition(context, `${path}/required`, options.required ?? field.required, false),
    default: options.default ?? field.default,
    fill: field.fill,
    onChange: options.on?.change ?? [],
  };
}

/** Long texts and pictures take the whole row. */
function defaultSpan(field: ResolvedField, columns: number): number {
  const editor = field.widget?.type;
  const wide = field.type === "text" || field.type === "json" || editor === "textarea" || editor === "image-upload";
  return wide ? columns : 1;
}

function originOf(field: ResolvedField): ValueOrigin {
  if (!field.readOnly) return undefined;
  if (field.value) return "computed";
  if (field.snapshot) return "snapshot";
  if (field.rollup) return "rollup";
  return field.fill ? "fill" : "state";
}
