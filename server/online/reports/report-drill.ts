import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { type Drill, type DrillColumn, drillOf } from "../../../runtime/online-reports/drill.ts";
import { readBuild } from "../../../runtime/online-reports/report-build.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import type { Caller } from "../../auth/caller.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { openCode } from "../../models/look-ups/screen-look-ups.ts";
import type { ReportDefinition } from "./definition.ts";
import { itemsFor } from "./report-columns.ts";
import { wireTypeOf } from "./sql/offered-tables.ts";

/** Where a press on the chart of a report that was built by clicks leads; undefined for whoever may not open that list. */
export function reportDrill(
  documents: DocumentStore,
  definition: ReportDefinition,
  caller: Caller,
): (Drill & { readonly to: string }) | undefined {
  const { settings } = definition.head;
  const build = readBuild(settings);
  const x = (settings as { readonly chart?: { readonly x?: unknown } } | null)?.chart?.x;
  if (!build || typeof x !== "string") return undefined;
  const model = [...documents.resolvedModels.values()].find(({ table }) => table === build.table);
  if (!model) return undefined;
  const to = listAddress(documents, model, caller);
  if (to === undefined) return undefined;
  const items = new Map(itemsFor(definition, caller).map((item) => [item.fieldName, item]));
  const drill = drillOf({ build, x, columns: columnsOf(model, caller), items });
  return drill && { ...drill, to };
}

/** The list of the model's rows that the caller may open: the one of the same name before others. */
function listAddress(documents: DocumentStore, model: ResolvedModel, caller: Caller): string | undefined {
  const lists = [...documents.screens].flatMap(([id, screen]) => {
    const { path, hidden } = screen.menu ?? {};
    const isList = screen.kind === "list" && screen.model === model.id && path !== undefined && hidden !== true;
    if (!isList || !decideAction(caller, openCode(documents, id, screen)).allowed) return [];
    return [{ id, path }];
  });
  return (lists.find(({ id }) => id === model.id) ?? lists[0])?.path;
}

/** The columns that the caller may narrow a list by. */
function columnsOf(model: ResolvedModel, caller: Caller): ReadonlyMap<string, DrillColumn> {
  const may = (code: string | undefined) => code === undefined || decideAction(caller, code).allowed;
  const asked = [...model.fields.values()].filter(
    ({ queryable, permission: { see, plain } }) => queryable && may(see) && may(plain),
  );
  return new Map(
    asked.map(({ name, column, type, dict, multiple }): [string, DrillColumn] => {
      const isRef = dict?.kind === "model" && !multiple;
      const wire = wireTypeOf[type];
      return [column, { field: name, type: wire, isRef, isWord: wire === "String" && dict === undefined }];
    }),
  );
}
