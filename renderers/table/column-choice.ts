import type { ColumnPlan } from "../../runtime/compile/plan.ts";

/** How a person wants the columns of one table. Names that the table no longer has are left alone. */
export interface ColumnChoice {
  readonly hidden: readonly string[];
  /** Names in the wanted order; columns that are not in it keep their place after their neighbour. */
  readonly order: readonly string[];
  /** Pixels, by name. */
  readonly widths: Readonly<Record<string, number>>;
  /** Side on which a column stays in sight; `none` frees one that the document pins. */
  readonly pins: Readonly<Record<string, "left" | "right" | "none">>;
}

export const documentColumns: ColumnChoice = { hidden: [], order: [], widths: {}, pins: {} };

/** Pixels. Narrower columns cannot be caught any more, wider ones push everything else out of sight. */
export const columnWidths = { least: 48, most: 800 } as const;

/**
 * Names of all columns in the order of the choice. One that came with an update stands after its neighbour; names that the
 * table no longer has are left out.
 */
export function fullOrder(columns: readonly ColumnPlan[], order: readonly string[]): readonly string[] {
  const names = columns.map(({ name }) => name);
  const known = new Set(names);
  const placed = order.filter((name) => known.has(name));
  const chosen = new Set(placed);
  names.forEach((name, index) => {
    if (chosen.has(name)) return;
    const before = names[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, name);
  });
  return placed;
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)));
}

/** Reads what was stored, whoever wrote it; anything foreign is left out. */
export function readColumnChoice(stored: unknown): ColumnChoice {
  const source = (typeof stored === "object" && stored !== null ? stored : {}) as Readonly<Record<string, unknown>>;
  return {
    hidden: names(source.hidden),
    order: names(source.order),
    widths: entries(source.widths, (width) => typeof width === "number" && Number.isFinite(width)),
    pins: entries(source.pins, (pin) => pin === "left" || pin === "right" || pin === "none"),
  } as ColumnChoice;
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : [];
}

function entries(value: unknown, isRight: (value: unknown) => boolean): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => isRight(entry)));
}
