import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { readReportDict } from "../../runtime/model/report-dict.ts";
import type { ResolvedDict, ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import type { Draft } from "./hooks.ts";
import { hasImpliedText, impliedDicts, translateImplied } from "./implied-texts.ts";
import type { TextMemory } from "./known-texts.ts";
import { columnOf } from "./query/to-sql.ts";
import { tenantKey } from "./row-tenants.ts";
import { tenantSql } from "./visible-rows.ts";

type Texts = ReadonlyMap<string, string>;
type Models = ReadonlyMap<string, ResolvedModel>;

/**
 * Gives every field with a dictionary its sibling `<name>_dictText`: comma lists part by part, unknown parts dropped.
 * One statement looks up everything that the page names and that is not known yet, in plain dictionaries and in other
 * models' rows.
 *
 * The text of a referenced row is given for any row of the caller's tenant: they see the row that names it.
 *
 * @param known inside a transaction `textsBeside`: it has to read what it has written itself
 */
export async function addDictTexts(
  database: Queryable,
  models: Models,
  fields: readonly ResolvedField[],
  rows: readonly Draft[],
  caller: Caller,
  known?: TextMemory,
): Promise<void> {
  const withText = fields.filter((field) => (field.dict ? !isOfReport(field.dict) : hasImpliedText(field)));
  const lookUps = withText.flatMap((field) => lookUpsOf(models, field, valuesOf(field, rows), caller));
  const texts = await runLookUps(database, lookUps, known);
  for (const field of withText) {
    const found = texts.get(field.name);
    const translated = field.dict ? translate : translateImplied;
    for (const row of rows) row[`${field.name}_dictText`] = translated(field, row[field.name], found);
  }
}

/** Its words depend on who asks: their browser looks them up. */
const isOfReport = (dict: ResolvedDict): boolean => dict.kind === "code" && readReportDict(dict.code) !== undefined;

/** The texts of the values that a field holds on this page, in one source. */
interface LookUp {
  readonly field: string;
  readonly values: readonly string[];
  /** Names the source: table, columns, tenant. */
  readonly source: string;
  readonly tables: readonly string[];
  /** One part of the statement, with the columns source, value and text. */
  readonly select: (values: readonly string[]) => RawBuilder<unknown>;
  readonly show: (text: string) => string;
}

function lookUpsOf(models: Models, field: ResolvedField, values: readonly string[], caller: Caller): LookUp[] {
  if (values.length === 0) return [];
  const { dict } = field;
  if (dict?.kind === "code") return [itemLookUp(models, field, dict.code, values) ?? []].flat();
  const dicts = dict ? [dict] : impliedDicts(field);
  return dicts.flatMap((one) => rowLookUp(models, field, one, values, caller) ?? []);
}

function itemLookUp(models: Models, field: ResolvedField, code: string, values: readonly string[]): LookUp | undefined {
  const [dicts, items] = [models.get("system/dict"), models.get("system/dict-item")];
  if (!dicts || !items) return undefined;
  const source = `item ${code}`;
  return {
    field: field.name,
    values,
    source,
    tables: [dicts.table, items.table],
    select: (asked) => sql`
      select cast(${source} as text) as source, i.item_value as value, i.item_text as text
      from ${sql.table(items.table)} i join ${sql.table(dicts.table)} d on d.id = i.dict_id
      where d.dict_code = ${code} and i.item_value = any(${textList(asked)})`,
    show: (text) => text,
  };
}

/** Names the texts of another model's rows among those that are known. */
export const rowSource = (target: ResolvedModel, { value, text }: { value: string; text: string }, caller: Caller) =>
  `row ${target.id} ${value} ${text} ${tenantKey(target, caller)}`;

function rowLookUp(
  models: Models,
  field: ResolvedField,
  dict: Extract<ResolvedDict, { kind: "model" }>,
  values: readonly string[],
  caller: Caller,
): LookUp | undefined {
  const target = models.get(dict.model);
  const [valueField, textField] = [target?.fields.get(dict.value), target?.fields.get(dict.text)];
  if (!target || !valueField || !textField) return undefined;
  const access = modelAccess(target, caller).get(textField.name);
  if (!access?.visible || modelAccess(target, caller).get(valueField.name)?.mask) return undefined;
  const [value, text] = [columnOf(valueField, { model: target }), columnOf(textField, { model: target })];
  const source = rowSource(target, dict, caller);
  const mask = access.mask;
  return {
    field: field.name,
    values,
    source,
    tables: [target.table],
    select: (asked) => sql`
      select cast(${source} as text) as source, cast(${value} as text) as value, cast(${text} as text) as text
      from ${sql.table(target.table)}
      where ${tenantSql(target, caller)} and ${valueIn(valueField, target, asked)}`,
    show: (stored) => (mask ? maskText(stored, mask) : stored),
  };
}

/** The texts by field; of two sources of one field the first that has the value counts. */
async function runLookUps(
  database: Queryable,
  lookUps: readonly LookUp[],
  known: TextMemory | undefined,
): Promise<ReadonlyMap<string, Texts>> {
  const bySource = await readSources(database, lookUps, known);
  const found = new Map(lookUps.map(({ field }) => [field, new Map<string, string>()]));
  for (const { field, values, source, show } of lookUps) {
    const [texts, stored] = [found.get(field), bySource.get(source)];
    for (const value of values) {
      const text = stored?.get(value);
      if (typeof text === "string" && !texts?.has(value)) texts?.set(value, show(text));
    }
  }
  return found;
}

/** The stored texts by source: from what is known, the rest in one statement. */
async function readSources(
  database: Queryable,
  lookUps: readonly LookUp[],
  known: TextMemory | undefined,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string | null>>> {
  const found = new Map<string, Map<string, string | null>>();
  const missing = new Map<string, { readonly lookUp: LookUp; readonly values: Set<string>; readonly at: string }>();
  for (const lookUp of lookUps) {
    const { source, tables } = lookUp;
    const kept = known?.of(source, tables);
    const texts = found.get(source) ?? new Map<string, string | null>();
    found.set(source, texts);
    for (const value of lookUp.values) {
      const text = kept?.get(value);
      if (text !== undefined) texts.set(value, text);
      else {
        const open = missing.get(source) ?? { lookUp, values: new Set(), at: known?.generationOf(tables) ?? "" };
        missing.set(source, open);
        open.values.add(value);
      }
    }
  }
  if (missing.size === 0) return found;
  const statement = sql.join(
    [...missing.values()].map(({ lookUp, values }) => lookUp.select([...values])),
    sql` union all `,
  );
  const { rows } = await sql<{ source: string; value: string; text: string | null }>`${statement} ${keptPlan}`.execute(
    database,
  );
  const read = new Map<string, Map<string, string | null>>();
  for (const [source, { values }] of missing) read.set(source, new Map([...values].map((value) => [value, null])));
  for (const { source, value, text } of rows) {
    if (read.get(source)?.get(value) === null) read.get(source)?.set(value, text ?? "");
  }
  for (const [source, { lookUp, at }] of missing) {
    const texts = read.get(source) ?? new Map();
    known?.keep(source, lookUp.tables, at, texts);
    for (const [value, text] of texts) found.get(source)?.set(value, text);
  }
  return found;
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

function valueIn(field: ResolvedField, model: ResolvedModel, values: readonly string[]): Expression<SqlBool> {
  const column = columnOf(field, { model });
  const comparable = field.type === "string" ? column : sql`cast(${column} as text)`; // text columns keep their index
  return sql<SqlBool>`${comparable} = any(${textList(values)})`;
}

/** One bound list, however many values: the statement stays the same one, whose plan the database keeps. */
const textList = (values: readonly string[]) => sql`cast(${values} as text[])`;

/** The distinct single values that the rows hold. */
export function valuesOf(field: ResolvedField, rows: readonly Draft[]): string[] {
  const list = hasImpliedText(field) ? { multiple: true } : field;
  const values = new Set<string>();
  for (const row of rows) for (const value of splitValue(list, row[field.name])) values.add(value);
  return [...values];
}

export function splitValue(field: Pick<ResolvedField, "multiple">, value: unknown): string[] {
  if (isEmpty(value)) return [];
  if (!field.multiple) return [String(value)];
  return String(value)
    .split(",")
    .filter((part) => part !== "");
}

function translate(field: ResolvedField, value: unknown, texts: Texts | undefined): string | null {
  if (!field.multiple) return (isEmpty(value) ? undefined : texts?.get(String(value))) ?? null;
  const known = splitValue(field, value).flatMap((part) => texts?.get(part) ?? []);
  return known.length === 0 ? null : known.join(",");
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";
