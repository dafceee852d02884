import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import {
  drawCode,
  type FillTarget,
  findRule,
  isSerial,
  runFillRule,
  runFillRules,
  type StoredRule,
  serialOf,
  serialText,
  takenSql,
} from "./fill-rules.ts";
import type { Draft } from "./hooks.ts";
import type { BesideAsk } from "./referenced-rows.ts";
import { besideOf, raiseCounter, raiseSql } from "./serial-counter.ts";
import { isSame } from "./store-row.ts";

/** Values that one look at the database gives: asked together with what references name, they cost no way of their own. */
export interface FillAsk extends BesideAsk {
  readonly field: string;
  readonly rows: readonly Draft[];
  /** What the field holds then in each of the rows, given what was answered. */
  readonly take: (answer: readonly string[]) => readonly unknown[] | Promise<readonly unknown[]>;
}

type Asking = (
  work: Work,
  rule: StoredRule,
  target: FillTarget,
  rows: readonly Row[],
) => Omit<FillAsk, "field" | "name" | "rows">;

const askings: Readonly<Record<string, Asking>> = {
  random: (work, rule, target, rows) => {
    const drawn = new Set<string>();
    while (drawn.size < rows.length) drawn.add(drawCode(rule));
    const codes = [...drawn];
    return {
      statement: takenSql(target, codes),
      take: (taken) => (taken.length === 0 ? codes : runFillRules(work, rule.code, rows, target)),
    };
  },
  serial: (work, rule, target, { length }) => {
    const serial = serialOf(work, rule, length);
    const texts = (last: bigint) =>
      Array.from({ length }, (_, index) => serialText(serial, last - BigInt(length - 1 - index)));
    if (besideOf(work)) return { take: async () => texts(await raiseCounter(work, serial, target)) };
    return { statement: raiseSql(work, serial, target), take: ([last]) => texts(BigInt(last ?? 0)) };
  },
};

/** New rows of a model. */
interface NewDrafts {
  readonly model: ResolvedModel;
  readonly rows: readonly Draft[];
}

/**
 * The empty fields of new rows that can be asked for so. Counters come last: they are locked until the commit, and by then
 * everything else of the statement is read.
 */
export async function fillAsks(work: Work, drafts: readonly NewDrafts[]): Promise<FillAsk[]> {
  const [first, last]: [FillAsk[], FillAsk[]] = [[], []];
  const counting = new Set<string>();
  for (const { model, rows: all } of drafts) {
    for (const field of model.fields.values()) {
      // A snapshot may give it a value, and then no number is taken.
      if (field.fill === undefined || field.snapshot) continue;
      const rows = all.filter((row) => isSame(row[field.name], null));
      const rule = rows.length > 0 ? await findRule(work, field.fill) : undefined;
      const asking = rule && Object.hasOwn(askings, rule.handler) ? askings[rule.handler] : undefined;
      if (!rule || !asking) continue;
      // One statement cannot raise one counter twice.
      if (rule.handler === "serial" && counting.size === counting.add(rule.code).size) continue;
      const name = `fill ${model.id} ${field.name}`;
      const ask = { field: field.name, rows, name, ...asking(work, rule, { model, field }, rows) };
      (rule.handler === "serial" ? last : first).push(ask);
    }
  }
  return [...first, ...last];
}

/** Puts what was answered into the rows. */
export async function takeFills(asks: readonly FillAsk[], answers: ReadonlyMap<string, readonly string[]>) {
  for (const { field, name, rows, take } of asks) {
    const values = await take(answers.get(name) ?? []);
    for (const [index, row] of rows.entries()) row[field] = values[index] ?? null;
  }
}

/** Fill rules run where nothing was sent; those that count on after all others. */
export async function fillFields(
  work: Work,
  model: ResolvedModel,
  row: Draft,
  { serial, except }: { readonly serial: boolean; readonly except?: ReadonlySet<string> },
): Promise<void> {
  for (const field of model.fields.values()) {
    if (field.fill === undefined || except?.has(field.name) || !isSame(row[field.name], null)) continue;
    if ((await isSerial(work, field.fill)) !== serial) continue;
    const value = await runFillRule(work, field.fill, row, { model, field });
    if (value !== null) row[field.name] = value;
  }
}
