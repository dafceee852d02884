import type { ResolvedField, ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../../../runtime/permission/field-access.ts";
import type { Caller } from "../../../auth/caller.ts";
import { mayList, readableMasters } from "../../../models/masters-of.ts";
import { type OfferedTable, offeredTables, wireTypeOf } from "./offered-tables.ts";
import type { CatalogueTable, RefColumn } from "./report-sql.ts";

/** The tables whose lists the caller may open, or are parts of such, with the columns that they see; by title. */
export function reportCatalogue(models: ReadonlyMap<string, ResolvedModel>, caller: Caller): readonly CatalogueTable[] {
  const offered = [...offeredTables(models).values()];
  const byModel = new Map(offered.map((table) => [table.model.id, table]));
  const tables = offered.filter(
    ({ model }) => mayList(caller, model) || readableMasters(models, model, caller).length > 0,
  );
  return tables
    .map(({ model, columns }): CatalogueTable => {
      const access = modelAccess(model, caller);
      const shown = [...columns.values()].filter(({ name }) => access.get(name)?.visible);
      return {
        name: model.table,
        model: model.id,
        title: model.title,
        columns: shown.map((field) => ({
          name: field.column,
          title: field.title,
          type: wireTypeOf[field.type],
          dict: field.dict,
          ref: refOf(field, byModel),
        })),
      };
    })
    .sort((one, other) => one.title.localeCompare(other.title, "zh-CN"));
}

/** Where a reference can be joined: one row, by a column and a name that reports read. */
function refOf({ dict, multiple }: ResolvedField, byModel: ReadonlyMap<string, OfferedTable>): RefColumn | undefined {
  const other = dict?.kind === "model" && !multiple ? byModel.get(dict.model) : undefined;
  if (!other || dict?.kind !== "model") return undefined;
  const columnOf = (name: string) => [...other.columns.values()].find((field) => field.name === name)?.column;
  const [value, text] = [columnOf(dict.value), columnOf(dict.text)];
  return value && text ? { model: other.model.id, table: other.model.table, value, text } : undefined;
}
