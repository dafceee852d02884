import type { PanelPlan } from "../../runtime/compile/plan.ts";
import type { Scope } from "../../runtime/expr/compile.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { CellContext } from "../cells/cell-props.ts";

/** A page of the console, as far as a shortcut shows it. */
export interface PageLink {
  readonly path: string;
  readonly title: string;
}

/** Props of every panel component: its rows have arrived. */
export interface PanelProps {
  readonly plan: PanelPlan;
  readonly rows: readonly Row[];
  readonly scope: Scope;
  readonly context: CellContext;
  readonly dictionaries: DictionaryCache;
  navigate(to: string): void;
  /** The page of a document id or address; undefined when the person has no such page. */
  findPage(idOrPath: string): PageLink | undefined;
}

/** A group's value in words: its dictionary text where it has one, `11-21` for a day. */
export function nameText(row: Row, name: string): string {
  const text = row[`${name}_dictText`] ?? row[name];
  const plain = text === null || text === undefined || text === "" ? "未填写" : String(text);
  return /^\d{4}-\d\d-\d\d$/.test(plain) ? plain.slice(5) : plain;
}

export function numberAt(row: Row, name: string): number {
  const value = Number(row[name] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

/** A figure as people read it. Money carries ¥ outside tables. */
export function figureText(value: unknown, format: string | undefined): string {
  if (value === null || value === undefined || value === "") return "—";
  if (format === "money") return `¥${formatNumber(value, 2)}`;
  if (format === "percent") return `${formatNumber(value, 2)}%`;
  return formatNumber(value, Number.isInteger(Number(value)) ? 0 : 2);
}

export function titleOf(plan: PanelPlan, name: string): string {
  return plan.figures.get(name)?.title ?? name;
}
