import type { FindModel } from "../menu/derive-menu-rows.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
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
  readonly rows: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;
  /** Dictionary code → its values. */
  readonly dicts: ReadonlyMap<string, readonly string[]>;
  /** Collects which fields are named while documents are checked. */
  readonly usage: FieldUsage;
  /** Codes that can be granted; undefined while not all rows are known. */
  readonly grantable: ReadonlySet<string> | undefined;
  readonly findModel: FindModel;
  /** Ids of documents that exist and were left out. */
  readonly broken: ReadonlySet<string>;
}

export function fieldsIn(world: World, modelId: unknown): Fields | undefined {
  const model = typeof modelId === "string" ? world.models.get(modelId) : undefined;
  return model && fieldsOfModel(model);
}

/** Rows of all data documents by model, and the dictionaries among them. */
export function collectRows(data: Iterable<DataDocument>): Pick<World, "rows" | "dicts"> {
  const rows = new Map<string, Readonly<Record<string, unknown>>[]>();
  for (const document of data) rows.set(document.model, [...(rows.get(document.model) ?? []), ...document.rows]);
  const dicts = new Map<string, readonly string[]>();
  for (const row of rows.get("system/dict") ?? []) {
    const items = Array.isArray(row.items) ? (row.items as { readonly itemValue?: unknown }[]) : [];
    dicts.set(
      String(row.dictCode),
      items.map((item) => String(item.itemValue)),
    );
  }
  return { rows, dicts };
}
