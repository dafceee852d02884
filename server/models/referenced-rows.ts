import { type RawBuilder, sql } from "kysely";
import type { ResolvedDict, ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { rowSource, splitValue } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import { inUse } from "./in-use.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";
import { readText } from "./row-codec.ts";
import { tenantSql, visibleSql } from "./visible-rows.ts";

/** A row that a reference names, as far as a save needs it. */
export interface ReferencedRow {
  /** Of the caller's tenant and not deleted: what is copied from it is the model's own statement, whoever may see it. */
  readonly isOwn: boolean;
  /** The caller sees it, and the dictionary's `where` holds: it may be chosen. */
  readonly isUsable: boolean;
  readonly orgCode: unknown;
  /** The fields that snapshots of the reference copy. */
  readonly copied: Row;
}

/** What references named when they were asked about, by field and value. */
export type ReferencedRows = Map<string, readonly ReferencedRow[]>;

/** References of one model to look up. */
export interface ReferenceAsk {
  readonly model: ResolvedModel;
  readonly field: ResolvedField;
  readonly values: readonly string[];
}

const keyOf = (model: ResolvedModel, field: ResolvedField, value: string) => `${model.id} ${field.name} ${value}`;

/** The rows of one reference; looked up now when it was not asked about before. */
export async function referencedRows(
  work: Work,
  model: ResolvedModel,
  field: ResolvedField,
  value: string,
): Promise<readonly ReferencedRow[]> {
  const rows = work.referenced ?? new Map();
  await loadReferenced({ ...work, referenced: rows }, [{ model, field, values: [value] }]);
  return rows.get(keyOf(model, field, value)) ?? [];
}

/** A statement that answers a column `value`, run with a look-up. */
export interface BesideAsk {
  /** Of the asks of one look-up each has its own. */
  readonly name: string;
  /** Without one it asks in a way of its own. */
  readonly statement?: RawBuilder<unknown>;
}

/**
 * Looks up everything that is not known yet, in one statement. Does nothing in a work without memory.
 *
 * @param beside run after the look-up, in their order, as parts of the same statement
 * @returns the values that they answered, by their names
 */
export async function loadReferenced(
  work: Work,
  asks: readonly ReferenceAsk[],
  beside: readonly BesideAsk[] = [],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { referenced } = work;
  if (!referenced) return new Map();
  const missing = new Map<string, { readonly ask: ReferenceAsk; readonly values: Set<string> }>();
  for (const ask of asks) {
    const source = `${ask.model.id} ${ask.field.name}`;
    const open = missing.get(source) ?? { ask, values: new Set<string>() };
    for (const value of ask.values) if (!referenced.has(`${source} ${value}`)) open.values.add(value);
    if (open.values.size > 0) missing.set(source, open);
  }
  const parts = [...missing].flatMap(([source, { ask, values }]) => selectSql(work, source, ask, [...values]) ?? []);
  for (const [source, { values }] of missing) for (const value of values) referenced.set(`${source} ${value}`, []);
  const asking = beside.flatMap(({ name, statement }) => (statement ? [{ name, statement }] : []));
  if (parts.length + asking.length === 0) return new Map();
  const asked = [...missing.values()].map(({ ask }) => ({ ask, at: generationOf(work, ask) }));
  const { rows } = await sql<FoundRow>`${togetherSql(parts, asking)} ${keptPlan}`.execute(work.trx);
  const answers = new Map<string, string[]>();
  for (const row of rows) {
    const ask = missing.get(row.source)?.ask;
    if (!ask) {
      answers.set(row.source, [...(answers.get(row.source) ?? []), row.value]);
      continue;
    }
    const key = `${row.source} ${row.value}`;
    referenced.set(key, [...(referenced.get(key) ?? []), readFound(work, ask, row)]);
  }
  for (const { ask, at } of asked) keepTexts(work, ask, at, rows);
  return answers;
}

/** A statement that changes something can only be a `with` part of another; it runs when its rows are asked for. */
function togetherSql(
  parts: readonly RawBuilder<unknown>[],
  beside: readonly Required<BesideAsk>[],
): RawBuilder<unknown> {
  const part = (index: number) => sql.id(`beside${index}`);
  const statements = beside.map(({ statement }, index) => sql`${part(index)} as (${statement})`);
  const answers = beside.map(
    ({ name }, index) => sql`
    select cast(${name} as text) as source, cast(value as text) as value, cast(null as boolean) as own,
      cast(null as boolean) as usable, cast(null as text) as org, cast(null as text) as text, cast(null as json) as copied
    from ${part(index)}`,
  );
  const all = sql.join([...parts, ...answers], sql` union all `);
  return statements.length > 0 ? sql`with ${sql.join(statements)} ${all}` : all;
}

function generationOf(work: Work, { field }: ReferenceAsk): string {
  const table = targetOf(work, field)?.target.table;
  return work.texts.generationOf(table === undefined ? [] : [table]);
}

/** How the rows read is known then, so that the answer to the save need not look it up while others wait for its locks. */
function keepTexts(work: Work, { model, field }: ReferenceAsk, generation: string, rows: readonly FoundRow[]): void {
  const named = targetOf(work, field);
  if (!named) return;
  const { target, dict } = named;
  const found = rows.filter(({ source, own }) => source === `${model.id} ${field.name}` && own);
  const texts = new Map(found.map(({ value, text }) => [value, text ?? ""]));
  if (texts.size > 0) work.texts.keep(rowSource(target, dict, work.caller), [target.table], generation, texts);
}

interface FoundRow {
  readonly source: string;
  readonly value: string;
  readonly own: boolean | null;
  readonly usable: boolean | null;
  readonly org: string | null;
  readonly text: string | null;
  readonly copied: readonly (string | null)[];
}

function selectSql(
  work: Work,
  source: string,
  { model, field }: ReferenceAsk,
  values: readonly string[],
): RawBuilder<unknown> | undefined {
  const named = targetOf(work, field);
  if (!named) return undefined;
  const { target, key, dict } = named;
  const typed = values.flatMap((value) => typedValue(key, value) ?? []);
  if (typed.length === 0) return undefined;
  const column = columnOf(key, { model: target });
  const isNamed =
    key.type === "string"
      ? sql`${column} = any(cast(${typed} as text[]))`
      : sql`${column} in (${sql.join(typed.map((value) => boundSql(key, value)))})`;
  const orgCode = target.fields.get("sysOrgCode");
  const text = target.fields.get(dict.text);
  const copied = copiedFields(work, model, field).map((one) => sql`cast(${columnOf(one, { model: target })} as text)`);
  return sql`
    select cast(${source} as text) as source, cast(${column} as text) as value, ${tenantSql(target, work.caller)} as own,
      (${visibleSql(target, work.caller, work.now)} and ${inUse(target, dict.where)}) as usable,
      ${orgCode ? columnOf(orgCode, { model: target }) : sql`cast(null as text)`} as org,
      ${text ? sql`cast(${columnOf(text, { model: target })} as text)` : sql`cast(null as text)`} as text,
      json_build_array(${sql.join(copied)}) as copied
    from ${sql.table(target.table)} where ${isNamed}`;
}

function readFound(work: Work, { model, field }: ReferenceAsk, { own, usable, org, copied }: FoundRow): ReferencedRow {
  const fields = copiedFields(work, model, field);
  return {
    isOwn: own === true,
    isUsable: usable === true,
    orgCode: org,
    copied: Object.fromEntries(fields.map((one, index) => [one.name, readText(one, copied[index] ?? null)])),
  };
}

/** The model that a reference names rows of, and the field by which it names them. */
export function targetOf(
  work: Pick<Work, "parts">,
  field: ResolvedField,
):
  | {
      readonly target: ResolvedModel;
      readonly key: ResolvedField;
      readonly dict: Extract<ResolvedDict, { kind: "model" }>;
    }
  | undefined {
  const dict = field.dict?.kind === "model" ? field.dict : undefined;
  const target = dict && work.parts.models.get(dict.model);
  const key = target?.fields.get(dict?.value ?? "id");
  return dict && target && key ? { target, key, dict } : undefined;
}

/** What snapshots copy by way of this reference. */
function copiedFields(work: Pick<Work, "parts">, model: ResolvedModel, field: ResolvedField): ResolvedField[] {
  const target = targetOf(work, field)?.target;
  const names = [...model.fields.values()].flatMap(({ snapshot }) =>
    snapshot?.from === field.name ? [snapshot.field] : [],
  );
  return [...new Set(names)].flatMap((name) => target?.fields.get(name) ?? []);
}

/** The references of a row that hold another value than before. */
export function changedReferences(
  work: Pick<Work, "parts">,
  model: ResolvedModel,
  row: Row,
  before: Row | undefined,
): ReferenceAsk[] {
  return [...model.fields.values()].flatMap((field) => {
    const isChanged = (row[field.name] ?? null) !== (before?.[field.name] ?? null);
    const values = isChanged && targetOf(work, field) ? splitValue(field, row[field.name]) : [];
    return values.length > 0 ? [{ model, field, values }] : [];
  });
}
