import type { FindModel } from "../menu/derive-menu-rows.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { nearest } from "../schema/nearest.ts";
import type { DataDocument, ScreenDocument } from "../schema/types.gen.ts";
import type { FieldUsage } from "./field-usage.ts";
import { type Fields, fieldsOfModel } from "./fields-of.ts";

/** What a document may refer to: everything else that was read, by name. */
export interface World {
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly screens: ReadonlyMap<string, ScreenDocument>;
  /**
   * Business keys of shipped rows: `system/dict` → dictionary codes. A model without shipped rows is absent, and
   * then its keys are not checked: the rows may live in a database.
   */
  readonly rows: ReadonlyMap<string, Rows>;
  /** Dictionary code → its values. */
  readonly dicts: ReadonlyMap<string, readonly string[]>;
  /** Codes that models, prefixes of pages and shipped menu rows give by themselves. */
  readonly permissions: ReadonlySet<string>;
  /** What a page's menu may stand below: shipped menu rows and pages that have a menu. */
  readonly menuIds: ReadonlySet<string>;
  /** Tables, API paths and menu paths, each with the file that has it. */
  readonly owners: ReadonlyMap<string, string>;
  /** Collects which fields are named while documents are checked. */
  readonly usage: FieldUsage;
  /** Codes that can be granted; undefined while not all rows are known. */
  readonly grantable: ReadonlySet<string> | undefined;
  /** Codes that shipped grants name, and those that several of them name. */
  readonly granted: ReadonlySet<string>;
  readonly grantedOften: ReadonlySet<string>;
  readonly findModel: FindModel;
  /** Documents that exist and were left out, by kind and id: `model:store/store`. */
  readonly broken: ReadonlySet<string>;
}

export function fieldsIn(world: World, modelId: unknown): Fields | undefined {
  const model = typeof modelId === "string" ? world.models.get(modelId) : undefined;
  return model && fieldsOfModel(model);
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Whether rows may be missing because the data document that ships them cannot be read. */
export const hasHiddenRows = ({ broken }: World): boolean => [...broken].some((one) => one.startsWith("data:"));

/**
 * Rows of all data documents by model, and the dictionaries among them; the same objects for the same documents. A
 * model that is misspelt is told there: its rows count as those that were meant.
 */
export function collectRows(
  data: Iterable<DataDocument>,
  models: ReadonlyMap<string, unknown>,
): Pick<World, "rows" | "dicts"> {
  const rows = new Map<string, Rows>();
  for (const document of data) {
    const model = models.has(document.model) ? document.model : nearest(document.model, models.keys(), 2);
    rows.set(model ?? document.model, joinRows(rows.get(model ?? document.model), document.rows));
  }
  const dicts = new Map<string, readonly string[]>();
  for (const row of rows.get("system/dict") ?? []) dicts.set(String(row.dictCode), valuesOf(row));
  return { rows, dicts };
}

const joined = new WeakMap<Rows, WeakMap<Rows, Rows>>();

function joinRows(before: Rows | undefined, more: Rows): Rows {
  if (before === undefined) return more;
  const known = joined.get(before) ?? new WeakMap<Rows, Rows>();
  joined.set(before, known);
  const both = known.get(more) ?? [...before, ...more];
  known.set(more, both);
  return both;
}

const dictValues = new WeakMap<object, readonly string[]>();

function valuesOf(row: Rows[number]): readonly string[] {
  const items = Array.isArray(row.items) ? (row.items as { readonly itemValue?: unknown }[]) : [];
  const values = dictValues.get(row) ?? items.map((item) => String(item.itemValue));
  dictValues.set(row, values);
  return values;
}
