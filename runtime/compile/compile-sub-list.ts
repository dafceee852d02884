import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Button, Detail } from "../schema/types.gen.ts";
import { compileList } from "./compile-screen.ts";
import type { CompileContext } from "./context.ts";
import type { SubListPlan } from "./view-plan.ts";

type ListDetail = Extract<Detail, { readonly kind: "list" }>;

interface SubListSource {
  /** Under which the person's columns are kept. */
  readonly id: string;
  readonly title: string;
  /** Of the rows. */
  readonly model: ResolvedModel;
  readonly key: SubListPlan["key"];
  readonly path: string;
  readonly detail: ListDetail;
}

/** What makes rows below a record more than a table to read. */
const listParts = ["tabs", "query", "toolbar", "rowActions", "views"] as const;
/** What a table to read may be told itself. */
const readParts: ReadonlySet<string> = new Set(["columns", "height"]);

/**
 * The list of a detail that asks for more than columns. Unlike a page it inherits neither buttons nor conditions: rows
 * that belong to a record offer what the document writes.
 */
export function compileSubList(context: CompileContext, source: SubListSource): SubListPlan | undefined {
  const { id, title, model, key, path, detail } = source;
  if (!isWholeList(detail)) return undefined;
  const { tabs, query, table = {}, toolbar = [], rowActions, views } = detail;
  const own: CompileContext = { ...context, diagnostics: [], base: (context.base ?? "") + path };
  const plan = compileList(
    own,
    id,
    {
      schemaVersion: 1,
      kind: "list",
      title,
      model: model.id,
      ...(tabs ? { tabs } : {}),
      query: query ?? { items: [], advanced: false },
      table: { selection: toolbar.some(worksOnChosen) ? "multiple" : "none", ...table },
      toolbar,
      rowActions: rowActions ?? { items: [] },
      ...(views ? { views } : {}),
    },
    model,
  );
  for (const finding of own.diagnostics) context.diagnostics.push({ ...finding, path: path + finding.path });
  // The column that points back to the record says the same in every row.
  const columns = plan.table.columns.filter((column) => table.columns !== undefined || column.name !== key.field);
  return { key, plan: { ...plan, table: { ...plan.table, columns } } };
}

function isWholeList(detail: ListDetail): boolean {
  if (listParts.some((part) => detail[part] !== undefined)) return true;
  return Object.keys(detail.table ?? {}).some((part) => !readParts.has(part));
}

const worksOnChosen = (button: Button): boolean =>
  "preset" in button && (button.preset === "deleteBatch" || button.preset === "transition");
