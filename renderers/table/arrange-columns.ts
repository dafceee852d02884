import type { ColumnPlan } from "../../runtime/compile/plan.ts";

/** How one person wants the columns of one table. Names that the table no longer has are left alone. */
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

/** Whether the choice makes a difference to the columns of the document: one that was taken back makes none. */
export function isArranged(columns: readonly ColumnPlan[], choice: ColumnChoice): boolean {
  const arranged = arrangeColumns(columns, choice);
  return columns.some((column, at) => {
    const now = arranged[at];
    const isSame = now?.name === column.name && now.width === column.width && now.fixed === column.fixed;
    return !isSame || now.grows !== column.grows || choice.hidden.includes(column.name);
  });
}

/** Pixels. Narrower columns cannot be caught any more, wider ones push everything else out of sight. */
export const columnWidths = { least: 48, most: 800 } as const;

/** The columns of the document as a person arranged them; hidden ones stay in, for the settings to show. */
export function arrangeColumns<Column extends ColumnPlan>(
  columns: readonly Column[],
  choice: ColumnChoice,
): readonly Column[] {
  return inOrder(columns, choice.order).map((column) => {
    const width = choice.widths[column.name];
    const pin = choice.pins[column.name];
    if (width === undefined && pin === undefined) return column;
    return {
      ...column,
      ...(width === undefined ? {} : { width: clampWidth(width), grows: false }),
      ...(pin === undefined ? {} : { fixed: pin === "none" ? undefined : pin }),
    };
  });
}

function inOrder<Column extends ColumnPlan>(columns: readonly Column[], order: readonly string[]): readonly Column[] {
  if (order.length === 0) return columns;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const placed = order.flatMap((name) => byName.get(name) ?? []);
  const known = new Set(order);
  columns.forEach((column, index) => {
    if (known.has(column.name)) return;
    const before = columns[index - 1];
    const at = before ? placed.indexOf(before) + 1 : 0;
    placed.splice(at, 0, column);
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
