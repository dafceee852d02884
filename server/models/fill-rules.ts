import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { compileBraced, isExpression } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { boundSql, columnOf } from "../query/to-sql.ts";
import { modelOf, type Work } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import { readValue } from "./row-codec.ts";
import { tenantSql } from "./visible-rows.ts";

const counters = "engine_counter";

interface FillTarget {
  readonly model: ResolvedModel;
  readonly field: ResolvedField;
}

interface StoredRule {
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

/** The value of a fill rule, or null when there is no such rule. `target` is the field that it fills. */
export async function runFillRule(work: Work, code: string, form: Row, target?: FillTarget): Promise<unknown> {
  return (await runFillRules(work, code, [form], target))[0] ?? null;
}

/** One value for each form, in their order: numbers are reserved at once, so that an import asks the counter once. */
export async function runFillRules(
  work: Work,
  code: string,
  forms: readonly Row[],
  target?: FillTarget,
): Promise<readonly unknown[]> {
  const rule = await findRule(work, code);
  if (!rule || !Object.hasOwn(handlers, rule.handler)) return forms.map(() => null);
  return (await handlers[rule.handler]?.(work, rule, forms, target)) ?? forms.map(() => null);
}

async function findRule(work: Work, code: string): Promise<StoredRule | undefined> {
  const model = work.parts.models.get("system/fill-rule");
  if (!model) return undefined;
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

/** Counters are rows, raised in the transaction of the save: two writers never get one number, a refusal leaves a gap. */
const fillSerial: FillHandler = async (work, rule, forms, target) => {
  const pattern = String(rule.params.pattern ?? "{000000}").replace(datePart, (_, part: string) =>
    dateText(part, work.now),
  );
  const reset = String(rule.params.reset ?? "");
  const period = Object.hasOwn(periods, reset) ? (periods[reset]?.(work.now) ?? "") : "";
  const width = counterPart.exec(pattern)?.[1]?.length ?? 6;
  const [before = "", after = ""] = pattern.split(counterPart).filter((_, index) => index !== 1);
  const first = await highestInUse(work, rule, period, { before, after, width }, target);
  const tenant = target && !target.model.scope.tenant ? 0 : work.caller.tenantId;
  const { rows } = await sql<{ value: string }>`
    insert into ${sql.table(counters)} as counter (tenant_id, name, period, value)
    values (${tenant}, ${rule.code}, ${period}, ${first + forms.length})
    on conflict (tenant_id, name, period) do update set value = counter.value + ${forms.length}
    returning value`.execute(work.trx);
  const last = BigInt(rows[0]?.value ?? 0);
  return forms.map((_, index) => {
    const number = last - BigInt(forms.length - 1 - index);
    return before + String(number).padStart(width, "0") + after;
  });
};

/** A counter that was never used starts after the numbers that shipped or imported rows already have. */
async function highestInUse(
  work: Work,
  rule: StoredRule,
  period: string,
  shape: { readonly before: string; readonly after: string; readonly width: number },
  target: FillTarget | undefined,
): Promise<number> {
  const tenant = target && !target.model.scope.tenant ? 0 : work.caller.tenantId;
  const known = await sql`select 1 from ${sql.table(counters)}
    where tenant_id = ${tenant} and name = ${rule.code} and period = ${period}`.execute(work.trx);
  if (known.rows.length > 0 || !target) return 0;
  const column = columnOf(target.field, { model: target.model });
  const literal = shape.before.replace(/[\\%_]/g, "\\$&");
  const { rows } = await sql<{ highest: string | null }>`
    select max(${column}) as highest from ${sql.table(target.model.table)}
    where ${column} like ${`${literal}${"_".repeat(shape.width)}${shape.after.replace(/[\\%_]/g, "\\$&")}`}
      and substr(${column}, ${shape.before.length + 1}, ${shape.width}) ~ '^[0-9]+$'`.execute(work.trx);
  const digits = rows[0]?.highest?.slice(shape.before.length, shape.before.length + shape.width);
  return digits ? Number(digits) : 0;
}

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
  const alphabet = String(rule.params.alphabet ?? "23456789ABCDEFGHJKLMNPQRSTUVWXYZ");
  const length = Math.min(64, Math.max(1, Number(rule.params.length ?? 6)));
  const free = new Set<string>();
  for (let attempt = 0; attempt < randomTries && free.size < forms.length; attempt += 1) {
    const drawn = new Set<string>();
    while (drawn.size < forms.length - free.size) {
      drawn.add(Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""));
    }
    const taken = target ? await takenCodes(work, target, [...drawn]) : new Set<string>();
    for (const code of drawn) if (!taken.has(code) && !work.drawnCodes?.has(`${rule.code} ${code}`)) free.add(code);
  }
  if (free.size < forms.length) throw new Error(`fill rule ${rule.code}: no free code in ${randomTries} tries`);
  for (const code of free) work.drawnCodes?.add(`${rule.code} ${code}`);
  return [...free];
};

async function takenCodes(work: Work, { model, field }: FillTarget, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    code: string;
  }>`select ${columnOf(field, { model })} as code from ${sql.table(model.table)}
    where ${columnOf(field, { model })} in (${sql.join(codes)})`.execute(work.trx);
  return new Set(rows.map((row) => row.code));
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

async function lookUp(
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
    order by ${sql.ref(`${model.table}.id`)} limit 1`.execute(work.trx);
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
