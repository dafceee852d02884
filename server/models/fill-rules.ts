import { randomInt } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { compileBraced, isExpression } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { modelOf, readKept, type Work } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";
import { readValue } from "./row-codec.ts";
import { tenantKey } from "./row-tenants.ts";
import { raiseCounter, readCounter, type Serial, type SerialTarget } from "./serial-counter.ts";
import { tenantSql } from "./visible-rows.ts";

/** The field that a rule fills. */
export type FillTarget = SerialTarget;

export interface StoredRule {
  readonly code: string;
  readonly handler: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type FillHandler = (
  work: Work,
  rule: StoredRule,
  forms: readonly Row[],
  target: FillTarget | undefined,
) => Promise<readonly unknown[]>;

/** What a stored rule's `ruleClass` names. A rule with another class fills nothing. */
const handlers: Readonly<Record<string, FillHandler>> = {
  serial: (...call) => fillSerial(...call),
  random: (...call) => fillRandom(...call),
  lookup: (...call) => fillLookup(...call),
};

/**
 * The value of a fill rule, or null when there is no such rule.
 *
 * @param target the field that it fills; default: the first that names the rule
 */
export async function runFillRule(work: Work, code: string, form: Row, target?: FillTarget): Promise<unknown> {
  return (await runFillRules(work, code, [form], target))[0] ?? null;
}

/** One value for each form, in their order: numbers are reserved at once, so that an import asks the counter once. */
export async function runFillRules(
  work: Work,
  code: string,
  forms: readonly Row[],
  target: FillTarget | undefined = fieldFilledBy(work, code),
): Promise<readonly unknown[]> {
  const rule = await findRule(work, code);
  if (!rule || !Object.hasOwn(handlers, rule.handler)) return forms.map(() => null);
  return (await handlers[rule.handler]?.(work, rule, forms, target)) ?? forms.map(() => null);
}

/** Who asks for a number by the rule's code gets the next one of the field, and not of a counter beside it. */
function fieldFilledBy(work: Work, code: string): FillTarget | undefined {
  for (const model of work.parts.models.values()) {
    for (const field of model.fields.values()) if (field.fill === code) return { model, field };
  }
  return undefined;
}

/**
 * Whether the rule counts on: its counter is locked until the commit, so it is asked when everything else is known that
 * has to be read.
 */
export async function isSerial(work: Work, code: string): Promise<boolean> {
  return (await findRule(work, code))?.handler === "serial";
}

export async function findRule(work: Work, code: string): Promise<StoredRule | undefined> {
  const model = work.parts.models.get("system/fill-rule");
  return model && readKept(work, `fill ${code}`, [model.table], () => loadRule(work, model, code));
}

async function loadRule(work: Work, model: ResolvedModel, code: string): Promise<StoredRule | undefined> {
  const { rows } = await sql<{ handler: string; params: unknown }>`
    select rule_class as handler, rule_params as params from ${sql.table(model.table)}
    where rule_code = ${code}`.execute(work.trx);
  const found = rows[0];
  if (!found) return undefined;
  const params = typeof found.params === "string" ? JSON.parse(found.params) : found.params;
  return { code, handler: found.handler, params: (params ?? {}) as StoredRule["params"] };
}

/** `SO{yyMMdd}{000000}`: parts of the date, and one counter of fixed width. */
const datePart = /\{([yMd]+)\}/g;
const counterPart = /\{(0+)\}/;
const periods: Readonly<Record<string, (now: string) => string>> = {
  day: (now) => now.slice(0, 10),
  month: (now) => now.slice(0, 7),
  year: (now) => now.slice(0, 4),
};

const fillSerial: FillHandler = async (work, rule, forms, target) => {
  const serial = serialOf(work, rule, forms.length);
  const last = await (work.isTrial ? readCounter : raiseCounter)(work, serial, target);
  return forms.map((_, index) => serialText(serial, last - BigInt(forms.length - 1 - index)));
};

/** The numbers that a rule asks its counter for. */
export function serialOf(work: Work, rule: StoredRule, count: number): Serial {
  const pattern = String(rule.params.pattern ?? "{000000}").replace(datePart, (_, part: string) =>
    dateText(part, work.now),
  );
  const reset = String(rule.params.reset ?? "");
  const period = Object.hasOwn(periods, reset) ? (periods[reset]?.(work.now) ?? "") : "";
  const width = counterPart.exec(pattern)?.[1]?.length ?? 6;
  const [before = "", after = ""] = pattern.split(counterPart).filter((_, index) => index !== 1);
  return { name: rule.code, period, before, after, width, count };
}

export const serialText = ({ before, after, width }: Serial, number: bigint): string =>
  before + String(number).padStart(width, "0") + after;

function dateText(part: string, now: string): string {
  const values: Record<string, string> = {
    yyyy: now.slice(0, 4),
    yy: now.slice(2, 4),
    MM: now.slice(5, 7),
    dd: now.slice(8, 10),
  };
  return part.replace(/yyyy|yy|MM|dd/g, (token) => values[token] ?? "");
}

const randomTries = 20;

/** `{ length, alphabet }`: a code that no row of the field has yet. */
const fillRandom: FillHandler = async (work, rule, forms, target) => {
  const free = new Set<string>();
  for (let attempt = 0; attempt < randomTries && free.size < forms.length; attempt += 1) {
    const drawn = new Set<string>();
    while (drawn.size < forms.length - free.size) drawn.add(drawCode(rule));
    const taken = target ? await takenCodes(work, target, [...drawn]) : new Set<string>();
    for (const code of drawn) if (!taken.has(code) && !work.drawnCodes?.has(`${rule.code} ${code}`)) free.add(code);
  }
  if (free.size < forms.length) throw new Error(`fill rule ${rule.code}: no free code in ${randomTries} tries`);
  for (const code of free) work.drawnCodes?.add(`${rule.code} ${code}`);
  return [...free];
};

export function drawCode({ params }: StoredRule): string {
  const alphabet = String(params.alphabet ?? "23456789ABCDEFGHJKLMNPQRSTUVWXYZ");
  const length = Math.min(64, Math.max(1, Number(params.length ?? 6)));
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

async function takenCodes(work: Work, target: FillTarget, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`${takenSql(target, codes)} ${keptPlan}`.execute(work.trx);
  return new Set(rows.map((row) => row.value));
}

/** `select … as value`: those of the codes that rows of the field have. */
export function takenSql({ model, field }: FillTarget, codes: readonly string[]): RawBuilder<{ value: string }> {
  return sql`select ${columnOf(field, { model })} as value from ${sql.table(model.table)}
    where ${columnOf(field, { model })} = any(cast(${codes} as text[]))`;
}

/** `{ model, where, value }`: a field of the one row that fits; nothing fits or an empty condition → null. */
const fillLookup: FillHandler = async (work, rule, forms) => {
  const model = modelOf(work.parts, String(rule.params.model ?? ""));
  const value = model.fields.get(String(rule.params.value ?? "id"));
  if (!value) return forms.map(() => null);
  // Many rows of a file ask for the same few: each is looked up once.
  const found = new Map<string, unknown>();
  return inTurn(forms, async (form) => {
    const wanted = wantedValues(work, rule, form);
    const key = JSON.stringify([...wanted.values()]);
    if (!found.has(key)) found.set(key, await lookUp(work, model, value, wanted));
    return found.get(key);
  });
};

/** What the fields of the condition must be for this form; undefined where the form leaves it open. */
function wantedValues(work: Work, rule: StoredRule, form: Row): ReadonlyMap<string, string | undefined> {
  const scope = { user: expressionUser(work.caller), form, row: form, now: work.now };
  return new Map(
    Object.entries((rule.params.where ?? {}) as Row).map(([name, stated]) => {
      const wanted = isExpression(stated) ? compileBraced(stated)(scope) : stated;
      return [name, wanted === null || wanted === undefined || wanted === "" ? undefined : String(wanted)];
    }),
  );
}

/** What a rule looks up hardly changes: it is kept like the rule itself. */
function lookUp(
  work: Work,
  model: ResolvedModel,
  value: ResolvedField,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<unknown> {
  const key = JSON.stringify(["lookup", model.id, value.name, ...wanted, tenantKey(model, work.caller)]);
  // Sums change without a word to what is kept.
  const isSummed = [value.name, ...wanted.keys()].some((name) => {
    const field = model.fields.get(name);
    return field?.rollup !== undefined || field?.value !== undefined;
  });
  if (isSummed) return lookUpNow(work, model, value, wanted);
  return readKept(work, key, [model.table], () => lookUpNow(work, model, value, wanted));
}

async function lookUpNow(
  work: Work,
  model: ResolvedModel,
  value: ResolvedField,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<unknown> {
  const conditions = [...wanted].map(([name, text]) => {
    const field = model.fields.get(name);
    const typed = field && text !== undefined ? typedValue(field, text) : undefined;
    return field && typed !== undefined ? sql`${columnOf(field, { model })} = ${boundSql(field, typed)}` : sql`false`;
  });
  const { rows } = await sql<{ found: unknown }>`
    select ${columnOf(value, { model })} as found from ${sql.table(model.table)}
    where ${sql.join([tenantSql(model, work.caller), ...conditions], sql` and `)}
    order by ${sql.ref(`${model.table}.id`)} limit 1 ${keptPlan}`.execute(work.trx);
  return rows[0] ? readValue(value, rows[0].found) : null;
}

/** One after the other: they share one connection. */
async function inTurn<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

/** Names that `ruleClass` may hold. */
export const fillHandlerNames: readonly string[] = Object.keys(handlers);
