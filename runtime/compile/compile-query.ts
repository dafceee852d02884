import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Query } from "../schema/types.gen.ts";
import { readDict } from "./compile-columns.ts";
import { compileCondition } from "./compile-text.ts";
import { type CompileContext, findField, isBroken, planEditor } from "./context.ts";
import { defaultCell, defaultOp, impliedDict, queryEditor } from "./defaults.ts";
import { placeOf } from "./part-place.ts";
import type { QueryItemPlan, QueryPlan } from "./plan.ts";

type ItemOptions = Partial<Exclude<NonNullable<Query["items"]>[number], string>>;

/** The query bar: the screen's items, or the fields that the model marks for searching. */
export function compileQuery(context: CompileContext, model: ResolvedModel, query: Query | undefined): QueryPlan {
  return {
    items: query?.items ? writtenItems(context, model, query) : inheritedItems(context, model, query),
    collapsedCount: query?.collapsedCount ?? 3,
    advanced: query?.advanced ?? true,
  };
}

function writtenItems(context: CompileContext, model: ResolvedModel, query: Query): QueryItemPlan[] {
  return (query.items ?? []).flatMap((item, index) => {
    const options = typeof item === "string" ? { field: item } : item;
    const path = `/query/items/${index}`;
    const field = findField(context, model, path, options.field);
    return isBroken(field)
      ? []
      : [planItem(context, model, path, field, { ...query.override?.[options.field], ...options })];
  });
}

function inheritedItems(context: CompileContext, model: ResolvedModel, query: Query | undefined): QueryItemPlan[] {
  return [...model.fields.values()]
    .filter(isSearchedByDefault)
    .map((field) =>
      planItem(context, model, `/query/override/${field.name}`, field, query?.override?.[field.name] ?? {}),
    );
}

function isSearchedByDefault(field: ResolvedField): boolean {
  if (field.system || field.hidden) return false;
  return field.search || field.unique || field.index || field.dict !== undefined;
}

function planItem(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  field: ResolvedField,
  options: ItemOptions,
): QueryItemPlan {
  const dict =
    options.dict === undefined ? impliedDict(field, defaultCell(field).type) : readDict(context, options.dict);
  const asked = { ...field, dict };
  const op = options.op ?? defaultOp(asked);
  return {
    place: placeOf(context, path, model, `/fields/${field.name}`),
    name: field.name,
    title: options.title ?? field.title,
    field,
    op,
    dict,
    editor: planEditor(context, `${path}/widget`, options.widget ?? queryEditor(asked, op)),
    default: options.default,
    visible: compileCondition(context, `${path}/visible`, options.visible, true),
  };
}
