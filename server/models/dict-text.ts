import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { fieldAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import { columnOf } from "../query/to-sql.ts";
import type { Draft } from "./hooks.ts";
import { readValue } from "./row-codec.ts";
import { tenantSql } from "./visible-rows.ts";

type Texts = ReadonlyMap<string, string>;
type Models = ReadonlyMap<string, ResolvedModel>;

/**
 * Gives every field with a dictionary its sibling `<name>_dictText`: comma lists part by part, unknown parts dropped.
 * One look-up for all plain dictionaries of the page and one for each table dictionary.
 *
 * The text of a referenced row is given for any row of the caller's tenant: he sees the row that names it.
 */
export async function addDictTexts(
  database: Queryable,
  models: Models,
  fields: readonly ResolvedField[],
  rows: readonly Draft[],
  caller: Caller,
): Promise<void> {
  const withDict = fields.filter((field) => field.dict !== undefined);
  if (rows.length === 0 || withDict.length === 0) return;
  const codes = withDict.flatMap((field) => (field.dict?.kind === "code" ? [field.dict.code] : []));
  const byCode = await loadDictTexts(database, models, [...new Set(codes)]);
  for (const field of withDict) {
    const texts =
      field.dict?.kind === "code"
        ? byCode.get(field.dict.code)
        : await loadRowTexts(database, models, field, valuesOf(field, rows), caller);
    for (const row of rows) row[`${field.name}_dictText`] = translate(field, row[field.name], texts);
  }
}

/** Texts of plain dictionaries, switched-off items included: they are no longer offered but still read. */
export async function loadDictTexts(
  database: Queryable,
  models: Models,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Texts>> {
  const found = new Map<string, Map<string, string>>();
  const [dicts, items] = [models.get("system/dict"), models.get("system/dict-item")];
  if (codes.length === 0 || !dicts || !items) return found;
  const { rows } = await sql<{ code: string; value: string; text: string }>`
    select d.dict_code as code, i.item_value as value, i.item_text as text
    from ${sql.table(items.table)} i join ${sql.table(dicts.table)} d on d.id = i.dict_id
    where d.dict_code in (${sql.join(codes)})`.execute(database);
  for (const { code, value, text } of rows) {
    const texts = found.get(code) ?? new Map<string, string>();
    found.set(code, texts.set(value, text));
  }
  return found;
}

async function loadRowTexts(
  database: Queryable,
  models: Models,
  field: ResolvedField,
  values: readonly string[],
  caller: Caller,
): Promise<Texts> {
  const dict = field.dict?.kind === "model" ? field.dict : undefined;
  const target = dict && models.get(dict.model);
  const [valueField, textField] = [target?.fields.get(dict?.value ?? ""), target?.fields.get(dict?.text ?? "")];
  if (!target || !valueField || !textField || values.length === 0) return new Map();
  const access = fieldAccess(target, textField, caller);
  if (!access.visible) return new Map();
  const { rows } = await sql<{ value: unknown; text: unknown }>`
    select ${columnOf(valueField, { model: target })} as value, ${columnOf(textField, { model: target })} as text
    from ${sql.table(target.table)}
    where ${tenantSql(target, caller)} and ${valueIn(valueField, target, values)}`.execute(database);
  return new Map(
    rows.map(({ value, text }) => {
      const plain = String(readValue(textField, text) ?? "");
      return [String(readValue(valueField, value)), access.mask ? maskText(plain, access.mask) : plain];
    }),
  );
}

function valueIn(field: ResolvedField, model: ResolvedModel, values: readonly string[]): Expression<SqlBool> {
  const column = columnOf(field, { model });
  const comparable = field.type === "string" ? column : sql`cast(${column} as text)`; // text columns keep their index
  return sql<SqlBool>`${comparable} in (${sql.join(values)})`;
}

/** The distinct single values that the rows hold. */
export function valuesOf(field: ResolvedField, rows: readonly Draft[]): string[] {
  return [...new Set(rows.flatMap((row) => splitValue(field, row[field.name])))];
}

export function splitValue(field: Pick<ResolvedField, "multiple">, value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (!field.multiple) return [String(value)];
  return String(value)
    .split(",")
    .filter((part) => part !== "");
}

function translate(field: ResolvedField, value: unknown, texts: Texts | undefined): string | null {
  const known = splitValue(field, value).flatMap((part) => texts?.get(part) ?? []);
  return known.length === 0 ? null : known.join(",");
}
