import type { OnlineFormDefinition } from "../../../runtime/online-forms/definition.ts";
import { renameRows } from "../../../runtime/online-forms/rename-rows.ts";
import { renameInRules } from "../../../runtime/online-forms/rules/follow-rules.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { freeName } from "./pages/plan-import.ts";

/** A definition to start from; a document, not code. */
export interface FormTemplate extends OnlineFormDefinition {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly sort: number;
}

const files = import.meta.glob<{ readonly default: Omit<FormTemplate, "key"> }>("./templates/*.json", { eager: true });

/** Every template in its order. */
export const formTemplates: readonly FormTemplate[] = Object.entries(files)
  .map(([path, { default: template }]) => ({ ...template, key: /([^/]+)\.json$/.exec(path)?.[1] ?? path }))
  .sort((one, other) => one.sort - other.sort);

/** @throws AppError INVALID for a key that is none */
export function templateOf(key: string): FormTemplate {
  const found = formTemplates.find((template) => template.key === key);
  if (!found) throw refuse(`没有模板${quoted(key.slice(0, 50))}`);
  return found;
}

/** The definition of a template over tables that are free, with a title of its own. */
export function fromTemplate(
  template: OnlineFormDefinition,
  title: string,
  isTaken: (tableName: string) => boolean,
): OnlineFormDefinition {
  const names = new Map<string, string>();
  for (const { head } of [template, ...template.subs]) {
    const taken = new Set(names.values());
    names.set(
      head.tableName,
      freeName(head.tableName, (name) => isTaken(name) || taken.has(name)),
    );
  }
  const rename = (definition: OnlineFormDefinition): OnlineFormDefinition => ({
    ...definition,
    head: {
      ...definition.head,
      tableName: names.get(definition.head.tableName) ?? definition.head.tableName,
      ...(definition.head.rules ? { rules: renameInRules(definition.head.rules, names) } : {}),
    },
    fields: definition.fields.map((field) => ({
      ...field,
      ...(field.mainTable ? { mainTable: names.get(field.mainTable) ?? field.mainTable } : {}),
      // A computed value names the rows of a sub-table by its table.
      ...(field.fieldExtendJson ? { fieldExtendJson: renameRows(field.fieldExtendJson, names) } : {}),
    })),
    subs: definition.subs.map(rename),
  });
  const renamed = rename(template);
  return title === "" ? renamed : { ...renamed, head: { ...renamed.head, tableTxt: title } };
}
