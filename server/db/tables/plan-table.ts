import type { ActualIndex, ActualTable } from "./actual-table.ts";
import { compareTypes } from "./column-type.ts";
import { isOwnIndex } from "./index-name.ts";
import { losses, type Statement, tableSql } from "./table-sql.ts";
import type { WantedColumn, WantedIndex, WantedTable } from "./wanted-table.ts";

export type StepKind =
  | "createTable"
  | "dropTable"
  | "renameTable"
  | "addColumn"
  | "renameColumn"
  | "changeType"
  | "dropColumn"
  | "createIndex"
  | "dropIndex";

export interface PlanStep {
  readonly kind: StepKind;
  /** The table, column or index that it makes or changes. */
  readonly subject: string;
  readonly statement: Statement;
  /** Rows that fulfil `where` would lose data: the step is refused when there is one. */
  readonly loss?: { readonly where: Statement; readonly reason: string; readonly column: string };
}

export interface TablePlan {
  readonly table: string;
  readonly steps: readonly PlanStep[];
  /** Columns of the table that the model no longer has; they stay as they are. */
  readonly keptColumns: readonly string[];
}

/**
 * The way from the table as it is to the table that a model asks for: new columns, renamed columns, wider types,
 * indexes. Nothing is dropped that holds data.
 *
 * @param options.indexes `false`: indexes come later (`createIndexes`), after the rows
 */
export function planTable(
  wanted: WantedTable,
  actual: ActualTable | undefined,
  options: { readonly indexes?: boolean } = {},
): TablePlan {
  const withIndexes = options.indexes ?? true;
  if (!actual) {
    const indexes = withIndexes ? wanted.indexes.map((index) => createIndex(wanted, index)) : [];
    return { table: wanted.name, steps: [createTable(wanted), ...indexes], keptColumns: [] };
  }
  const names = new Set(wanted.columns.map((column) => column.name));
  const renames = new Map(
    wanted.columns.flatMap((column): [string, string][] => {
      const former = actual.columns.has(column.name) ? undefined : formerColumn(column, actual, names);
      return former ? [[column.name, former]] : [];
    }),
  );
  const renamed = new Set(renames.values());
  const indexes = withIndexes ? planIndexes(wanted, actual) : { before: [], after: [] };
  return {
    table: wanted.name,
    steps: [
      ...indexes.before,
      ...wanted.columns.flatMap((column) => columnSteps(wanted.name, column, actual, renames)),
      ...indexes.after,
    ],
    keptColumns: [...actual.columns.keys()].filter((name) => !names.has(name) && !renamed.has(name)),
  };
}

function formerColumn(column: WantedColumn, actual: ActualTable, wanted: ReadonlySet<string>): string | undefined {
  return column.formerNames.find((name) => actual.columns.has(name) && !wanted.has(name));
}

function columnSteps(
  table: string,
  column: WantedColumn,
  actual: ActualTable,
  renames: ReadonlyMap<string, string>,
): PlanStep[] {
  const former = renames.get(column.name) ?? column.name;
  const type = actual.columns.get(former);
  const subject = column.name;
  const add = (): PlanStep => ({ kind: "addColumn", subject, statement: tableSql.addColumn(table, column) });
  const change = (): PlanStep => ({ kind: "changeType", subject, statement: tableSql.changeType(table, column) });
  if (!type) return [add()];
  const rename: PlanStep[] =
    former === subject
      ? []
      : [{ kind: "renameColumn", subject, statement: tableSql.renameColumn(table, former, subject) }];
  // The check runs before any statement, when a renamed column still has its former name.
  const checked = { ...column, name: former };
  // People know the field by what it is called now.
  const { title } = column;
  switch (compareTypes(type, column.type)) {
    case "none":
      return rename;
    case "widen":
      return [...rename, change()];
    case "narrow": {
      const loss = {
        where: losses.noRoom(checked),
        reason: `字段“${title}”（列 ${subject}）中有放不下的数据`,
        column: former,
      };
      return [...rename, { ...change(), loss }];
    }
    case "replace": {
      const loss = {
        where: losses.anyValue(former),
        reason: `字段“${title}”（列 ${subject}）的类型改变，其中有数据`,
        column: former,
      };
      return [{ kind: "dropColumn", subject: former, statement: tableSql.dropColumn(table, former), loss }, add()];
    }
  }
}

/** Outdated indexes go before anything else, new ones come when the columns are right. */
function planIndexes(wanted: WantedTable, actual: ActualTable): { before: PlanStep[]; after: PlanStep[] } {
  const present = new Map(actual.indexes.map((index) => [index.name, index]));
  const replaced = new Set(wanted.columns.filter((column) => isReplaced(column, actual)).map(({ name }) => name));
  const isCurrent = (index: WantedIndex) => {
    const found = present.get(index.name);
    return found !== undefined && sameIndex(index, found) && !index.keys.some(({ column }) => replaced.has(column));
  };
  const kept = new Set(wanted.indexes.filter(isCurrent).map((index) => index.name));
  const outdated = actual.indexes.filter(({ name }) => isOwnIndex(wanted.name, name) && !kept.has(name));
  const missing = wanted.indexes.filter(({ name }) => !kept.has(name));
  return {
    before: outdated.map(({ name }) => ({ kind: "dropIndex", subject: name, statement: tableSql.dropIndex(name) })),
    after: missing.map((index) => createIndex(wanted, index)),
  };
}

/** A column dropped and made again takes its indexes with it. */
function isReplaced(column: WantedColumn, actual: ActualTable): boolean {
  const type = actual.columns.get(column.name);
  return type !== undefined && compareTypes(type, column.type) === "replace";
}

function createIndex(table: WantedTable, index: WantedIndex): PlanStep {
  return { kind: "createIndex", subject: index.name, statement: tableSql.createIndex(table.name, index) };
}

function createTable(table: WantedTable): PlanStep {
  return { kind: "createTable", subject: table.name, statement: tableSql.create(table) };
}

function sameIndex(wanted: WantedIndex, actual: ActualIndex): boolean {
  if (wanted.kind === "search" || wanted.kind === "list") return true; // its name says the one column
  const columns = wanted.keys.map((key) => (key.ignoresCase ? `lower(${key.column})` : key.column)).join();
  const found = actual.columns.map((column) => column.replaceAll(/"|::text/g, "")).join();
  return columns === found && (wanted.kind === "unique") === actual.unique && wanted.liveOnly === actual.partial;
}
