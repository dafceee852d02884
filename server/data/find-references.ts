import { sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import { readRow } from "../models/row-codec.ts";
import type { Values } from "./shipped-rows.ts";

/** `{ "ref": "system/role", "key": { "roleCode": "finance" } }`: the row of another model with that business key. */
export interface RowReference {
  readonly ref: string;
  readonly key: Readonly<Record<string, string>>;
}

export const isRowReference = (value: unknown): value is RowReference =>
  typeof value === "object" && value !== null && "ref" in value && "key" in value;

export interface ReferenceFinder {
  /** The value to store, or undefined when there is no such row (yet). */
  find(reference: RowReference, field: ResolvedField | undefined): Promise<unknown>;
  /** Rows of the model have changed. */
  forget(modelId: string): void;
}

/** Looks rows up by business key; every combination of model and key fields is read once. */
export function createReferenceFinder(db: Queryable, models: ReadonlyMap<string, ResolvedModel>): ReferenceFinder {
  const known = new Map<string, Map<string, Map<string, Values>>>();

  const load = async (model: ResolvedModel, keyFields: readonly string[]): Promise<Map<string, Values>> => {
    const ofModel = known.get(model.id) ?? new Map<string, Map<string, Values>>();
    known.set(model.id, ofModel);
    const name = keyFields.join();
    const loaded = ofModel.get(name);
    if (loaded) return loaded;
    const { rows } = await sql<Values>`select * from ${sql.table(model.table)} order by id desc`.execute(db);
    const byKey = new Map(
      rows.map((stored) => {
        const row = readRow(model, stored);
        return [keyText(keyFields.map((field) => row[field])), row];
      }),
    );
    ofModel.set(name, byKey);
    return byKey;
  };

  return {
    async find({ ref, key }, field) {
      const model = models.get(ref);
      if (!model) return undefined;
      const keyFields = Object.keys(key).sort();
      const row = (await load(model, keyFields)).get(keyText(keyFields.map((name) => key[name])));
      const wanted = field?.dict?.kind === "model" && field.dict.model === ref ? field.dict.value : "id";
      return row?.[wanted] ?? undefined;
    },
    forget(modelId) {
      known.delete(modelId);
    },
  };
}

export const keyText = (values: readonly unknown[]): string =>
  JSON.stringify(values.map((value) => String(value ?? "")));
