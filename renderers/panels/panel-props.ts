import type { ReactNode } from "react";
import type { PanelPlan } from "../../runtime/compile/panel-plan.ts";
import type { Scope } from "../../runtime/expr/compile.ts";
import { formatBytes } from "../../runtime/format/bytes.ts";
import { rowDictText } from "../../runtime/format/cell-text.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { panelMessages } from "./panel-messages.ts";

/** A page of the console, as far as a shortcut shows it. */
export interface PageLink {
  readonly path: string;
  readonly title: string;
  /** Drawn by the console: only it knows the icons of menus. */
  readonly face?: ReactNode;
}

/** Props of every panel component: its rows have arrived. */
export interface PanelProps {
  readonly plan: PanelPlan;
  readonly rows: readonly Row[];
  readonly scope: Scope;
  readonly context: CellContext;
  readonly dictionaries: DictionaryCache;
  navigate(to: string): void;
  /** Whether the person has a permission. */
  may(permission: string): boolean;
  /** Does what the document wants done with a chosen row; absent where it says nothing. */
  onPick?: ((row: Row) => void) | undefined;
  /** A function of the console by its name; nothing where the console has none. */
  call(name: string, args: Row): void;
  /** The page of a document id or address; undefined when the person has no such page. */
  findPage(idOrPath: string): PageLink | undefined;
}

/** A group's value in words: its dictionary text where it has one, `11-21` for a day. */
export function nameText(row: Row, name: string): string {
  const text = rowDictText(row, name) ?? row[name];
  const plain = text === null || text === undefined || text === "" ? panelMessages.notFilled : String(text);
  return /^\d{4}-\d\d-\d\d$/.test(plain) ? plain.slice(5) : plain;
}

/** A figure as a number; undefined where none is stored, which is no zero. */
export function figureAt(row: Row, name: string): number | undefined {
  const stored = row[name];
  if (stored === null || stored === undefined || stored === "") return undefined;
  const value = Number(stored);
  return Number.isFinite(value) ? value : undefined;
}

/** The same where a missing figure weighs nothing. */
export const numberAt = (row: Row, name: string): number => figureAt(row, name) ?? 0;

/** A figure as people read it. Money carries ¥ outside tables. */
export function figureText(value: unknown, format: string | undefined): string {
  if (value === null || value === undefined || value === "") return "—";
  if (format === "money") return `¥${formatNumber(value, 2)}`;
  if (format === "bytes") return formatBytes(Number(value));
  if (format === "duration") return durationText(Number(value));
  if (format === "percent") return `${formatNumber(value, 2)}%`;
  return formatNumber(value, Number.isInteger(Number(value)) ? 0 : 2);
}

/** Seconds as the two largest units: `93784` → `1 天 2 小时`. */
function durationText(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const { daysHours, hoursMinutes, minutesSeconds, seconds: onlySeconds } = panelMessages.duration;
  if (days > 0) return daysHours(days, hours);
  if (hours > 0) return hoursMinutes(hours, minutes);
  return minutes > 0 ? minutesSeconds(minutes, Math.floor(seconds) % 60) : onlySeconds(Math.floor(seconds));
}

export function titleOf(plan: Pick<PanelPlan, "figures">, name: string): string {
  return plan.figures.get(name)?.title ?? name;
}
