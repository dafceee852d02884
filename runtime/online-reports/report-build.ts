import type { SuperQuery } from "../query/super-query.ts";

/** Steps that dates and times are grouped by. */
export const buildSteps = ["day", "week", "month", "quarter", "year"] as const;
export type BuildStep = (typeof buildSteps)[number];

/** How the rows of a group become one figure. */
export const buildOps = ["sum", "avg", "max", "min", "count"] as const;
export type BuildOp = (typeof buildOps)[number];

/** A column of the result: a field as it is, a field by a step of time, or a figure. */
export interface BuildColumn {
  /** `column`, `column.other` for a column of the table that it refers to, up to three tables on; empty: the rows. */
  readonly path: string;
  readonly by?: BuildStep;
  readonly op?: BuildOp;
}

export interface BuildSort {
  /** Place among the columns, from 0. */
  readonly column: number;
  readonly order: "asc" | "desc";
}

/** A report that was put together by clicks; the designer keeps it in `settings.build`, beside the SQL made of it. */
export interface ReportBuild {
  readonly table: string;
  readonly columns: readonly BuildColumn[];
  /** Fields are paths. */
  readonly where?: SuperQuery | undefined;
  /** Paths that the readers are asked for. */
  readonly asks: readonly string[];
  readonly sort: readonly BuildSort[];
  /** Rows at most; absent: all. */
  readonly limit?: number | undefined;
}

export const emptyBuild = (table: string): ReportBuild => ({ table, columns: [], asks: [], sort: [] });

/** A column as the catalogue of the designer describes it. */
export interface BuildField {
  readonly name: string;
  readonly title: string;
  readonly type: string;
  readonly dictCode?: string;
  /** The row that it refers to: its table, the column it holds and the one that names it. */
  readonly ref?: { readonly model: string; readonly table: string; readonly value: string; readonly text: string };
}

export interface BuildTable {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly BuildField[];
}

/** A build as it was stored; undefined for none and for what is none. Unknown columns are the catalogue's to refuse. */
export function readBuild(settings: unknown): ReportBuild | undefined {
  const build = (settings as { readonly build?: Partial<ReportBuild> } | null | undefined)?.build;
  if (typeof build !== "object" || build === null || typeof build.table !== "string") return undefined;
  return {
    table: build.table,
    columns: listOf(build.columns).filter((column) => typeof column?.path === "string"),
    where: build.where,
    asks: listOf(build.asks).filter((path) => typeof path === "string"),
    sort: listOf(build.sort).filter((sort) => typeof sort?.column === "number"),
    limit: typeof build.limit === "number" && build.limit > 0 ? Math.floor(build.limit) : undefined,
  };
}

const listOf = <Entry>(value: readonly Entry[] | undefined): readonly Entry[] => (Array.isArray(value) ? value : []);

/** Tables that a path goes through at most. */
const maxSteps = 3;
/** Paths that are offered; near ones come first. */
const maxPaths = 2_000;

interface Reached {
  readonly path: string;
  readonly title: string;
  readonly field: BuildField;
  /** Tables on the way, its own included: none is gone through twice. */
  readonly through: readonly string[];
}

/**
 * Every path that the table offers: its own columns, then those of the tables it refers to, `门店 · 名称`, and of those
 * that these refer to, `门店 · 区域 · 名称`.
 */
export function pathsOf(table: BuildTable, tables: ReadonlyMap<string, BuildTable>): ReadonlyMap<string, BuildField> {
  const found = new Map<string, BuildField>();
  let level = table.columns.map(
    (field): Reached => ({ path: field.name, title: field.title, field, through: [table.name] }),
  );
  for (let step = 0; level.length > 0 && found.size < maxPaths; step += 1) {
    for (const { path, title, field } of level.slice(0, maxPaths - found.size)) {
      const { ref, ...plain } = field;
      // What the designer may not read is shown as it is stored, and so is what the last table refers to.
      const isNamed = ref !== undefined && tables.has(ref.table) && step < maxSteps;
      found.set(path, { ...plain, title, ...(isNamed ? { ref } : {}) });
    }
    level = step < maxSteps ? level.flatMap((one) => beyond(one, tables)) : [];
  }
  return found;
}

function beyond({ path, title, field: { ref }, through }: Reached, tables: ReadonlyMap<string, BuildTable>): Reached[] {
  const other = ref && tables.get(ref.table);
  if (!other || (through.length > 1 && through.includes(other.name))) return [];
  return other.columns
    .filter(({ name }) => name !== ref?.value)
    .map((field) => ({
      path: `${path}.${field.name}`,
      title: `${title} · ${field.title}`,
      field,
      through: [...through, other.name],
    }));
}

export const isFigure = (type: string): boolean => type === "Integer" || type === "Long" || type === "BigDecimal";
export const isTime = (type: string): boolean => type === "Date" || type === "Datetime";
