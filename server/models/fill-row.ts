import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import {
  drawCode,
  type FillTarget,
  findRule,
  isSerial,
  runFillRule,
  type StoredRule,
  serialOf,
  serialText,
  takenSql,
} from "./fill-rules.ts";
import type { Draft } from "./hooks.ts";
import type { BesideAsk } from "./referenced-rows.ts";
import { raiseSql } from "./serial-counter.ts";
import { isSame } from "./store-row.ts";

/** A value that one look at the database gives: asked together with what references name, it costs no way of its own. */
export interface FillAsk extends BesideAsk {
  readonly field: string;
  /** What the field holds then, given what was answered. */
  readonly take: (answer: readonly string[]) => unknown;
}

type Asking = (work: Work, rule: StoredRule, target: FillTarget, row: Row) => Omit<FillAsk, "field" | "name">;

const askings: Readonly<Record<string, Asking>> = {
  random: (work, rule, target, row) => {
    const code = drawCode(rule);
    return {
      statement: takenSql(target, [code]),
      take: (taken) => (taken.length === 0 ? code : runFillRule(work, rule.code, row, target)),
    };
  },
  serial: (work, rule, target) => {
    const serial = serialOf(work, rule, 1);
    return {
      statement: raiseSql(work, serial, target),
      take: ([last]) => serialText(serial, BigInt(last ?? 0)),
    };
  },
};

/**
 * The empty fields of a new row that can be asked for so. Counters come last: they are locked until the commit, and by then
 * everything else of the statement is read.
 */
export async function fillAsks(work: Work, model: ResolvedModel, row: Row): Promise<FillAsk[]> {
  const [first, last]: [FillAsk[], FillAsk[]] = [[], []];
  const counting = new Set<string>();
  for (const field of model.fields.values()) {
    // A snapshot may give it a value, and then no number is taken.
    if (field.fill === undefined || field.snapshot || !isSame(row[field.name], null)) continue;
    const rule = await findRule(work, field.fill);
    const asking = rule && Object.hasOwn(askings, rule.handler) ? askings[rule.handler] : undefined;
    if (!rule || !asking) continue;
    // One statement cannot raise one counter twice.
    if (rule.handler === "serial" && counting.size === counting.add(rule.code).size) continue;
    const ask = { field: field.name, name: `fill ${field.name}`, ...asking(work, rule, { model, field }, row) };
    (rule.handler === "serial" ? last : first).push(ask);
  }
  return [...first, ...last];
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
