import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import { modelAccess } from "../../../runtime/permission/field-access.ts";
import type { Caller } from "../../auth/caller.ts";
import { mastersOf } from "../../models/read-children.ts";
import { offeredTables, wireTypeOf } from "./offered-tables.ts";
import type { CatalogueTable } from "./report-sql.ts";

/** The tables whose lists the caller may open, or their masters', with the columns that he sees; by title. */
export function reportCatalogue(models: ReadonlyMap<string, ResolvedModel>, caller: Caller): readonly CatalogueTable[] {
  const mayList = (one: ResolvedModel) => decideAction(caller, `${one.permissionPrefix}:list`).allowed;
  const tables = [...offeredTables(models).values()].filter(
    ({ model }) => mayList(model) || mastersOf(models, model).some((master) => mayList(master.model)),
  );
  return tables
    .map(({ model, columns }): CatalogueTable => {
      const access = modelAccess(model, caller);
      const shown = [...columns.values()].filter(({ name }) => access.get(name)?.visible);
      return {
        name: model.table,
        model: model.id,
        title: model.title,
        columns: shown.map(({ column, title, type, dict }) => ({
          name: column,
          title,
          type: wireTypeOf[type],
          dict,
        })),
      };
    })
    .sort((one, other) => one.title.localeCompare(other.title, "zh-CN"));
}
