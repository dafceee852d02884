import type { ScreenDocument } from "../../schema/types.gen.ts";
import { compileModels, type FormWorld } from "../compile-model.ts";
import { formScreens } from "../compile-screen.ts";
import type { OnlineFormDefinition } from "../definition.ts";
import type { ExportedPages, PageFinding } from "./export-pages.ts";
import { lossesOf } from "./page-losses.ts";
import type { TableNames } from "./read-field.ts";
import { readPages } from "./read-pages.ts";

/** The form that comes back from its exported documents, with the ids that it had. */
export function readBack(
  definition: OnlineFormDefinition,
  { models, screen }: Pick<ExportedPages, "models" | "screen">,
  tableOfModel: (id: string) => TableNames | undefined,
): OnlineFormDefinition {
  const [model] = models;
  if (!model) return definition;
  const byId = new Map(models.map((one) => [one.id, one]));
  const read = readPages({
    model,
    screen,
    modelOf: (id) => byId.get(id),
    tableOfModel: (id) => {
      const exported = byId.get(id);
      return exported ? { table: exported.table, columnOf: (name) => name } : tableOfModel(id);
    },
    tableName: ({ table }) => table,
  }).definition;
  const subs = new Map(definition.subs.map((sub) => [sub.head.tableName, sub.head]));
  const withId = (form: OnlineFormDefinition, id: string | null | undefined): OnlineFormDefinition => ({
    ...form,
    head: { ...form.head, ...(id ? { id } : {}) },
  });
  return {
    ...withId({ ...read, head: { ...read.head, tableName: definition.head.tableName } }, definition.head.id),
    subs: read.subs.map((sub) => withId(sub, subs.get(sub.head.tableName)?.id)),
  };
}

/**
 * What a form does that is lost on the way to its exported documents and back: both are compiled, and every place in
 * which their documents differ is named.
 */
export function exportLosses(
  definition: OnlineFormDefinition,
  exported: ExportedPages,
  { world, tableOfModel }: { readonly world: FormWorld; readonly tableOfModel: (id: string) => TableNames | undefined },
): readonly PageFinding[] {
  const back = readBack(definition, exported, tableOfModel);
  const plain = { ...definition, buttons: [], subs: definition.subs.map((sub) => ({ ...sub, buttons: [] })) };
  const [before, after] = [pagesOf(plain, world), pagesOf(back, world)];
  return [...before].flatMap(([id, page]) => {
    const other = after.get(id);
    if (!other) return [{ place: page.model.title, kind: "left" as const, message: "附表没有回来" }];
    return lossesOf(page.model.title, page, other, { both: true, ignored: ["renamedFrom"] });
  });
}

/** The documents of a form and of its sub-tables, by the ids of their models. */
function pagesOf(definition: OnlineFormDefinition, world: FormWorld) {
  const { models } = compileModels(definition, world);
  return new Map(
    [definition, ...definition.subs].flatMap((form, at) => {
      const model = models[at];
      if (!model) return [];
      const screens: readonly ScreenDocument[] = formScreens(form, world, model.titleField);
      return [[model.id, { model: withoutFormer(model), screens }] as const];
    }),
  );
}

/** A column that is to be renamed is so in the table of this server only. */
const withoutFormer = <Model extends { readonly fields: object }>(model: Model): Model => ({
  ...model,
  fields: Object.fromEntries(
    Object.entries(model.fields).map(([name, { renamedFrom: _former, ...field }]) => [name, field]),
  ),
});
