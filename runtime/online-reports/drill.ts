import { isSuperGroup, type SuperNode, wholeQuery, writeSuperText } from "../query/super-query.ts";
import { askName, builtNames, keyName } from "./build-sql.ts";
import { type BuildColumn, isFigure, isTime, type ReportBuild } from "./report-build.ts";

/** Where a place of a report's chart leads: its rows in the list that the report is built from. */
export interface Drill {
  /** Whether the place stands for rows that a list can be narrowed to; an expression over `row` and `query`. */
  readonly test: string;
  /** Parameters of the list's address; values are templates over `row` and `query`. */
  readonly query: Readonly<Record<string, string>>;
}

export interface DrillColumn {
  /** The field as lists name it. */
  readonly field: string;
  readonly type: string;
  /** Texts without a dictionary are looked for inside. */
  readonly isWord: boolean;
  readonly isRef: boolean;
}

export interface DrillPlace {
  readonly build: ReportBuild;
  /** The chart's column across. */
  readonly x: string;
  /** Columns of the table that the report is built from, by their names in the database. */
  readonly columns: ReadonlyMap<string, DrillColumn>;
  /** Columns of the report, and whether readers are asked for them. */
  readonly items: ReadonlyMap<string, { readonly isSearch: boolean }>;
}

/** Length of a step, for its last day. */
const stepLengths = { week: [7, "day"], month: [1, "month"], quarter: [3, "month"], year: [12, "month"] } as const;

/**
 * The list's conditions for a place of the chart: its own value, what the report is narrowed to and what its reader asked
 * for. Undefined where a list cannot say one of them: it would show other rows than the place stands for.
 */
export function drillOf(place: DrillPlace): Drill | undefined {
  const { build, columns } = place;
  const where = whereOf(build, columns);
  const asked = build.asks.map((path) => askOf(path, columns.get(path)));
  const value = placeValue(place);
  if (where === undefined || value === undefined || asked.includes(undefined)) return undefined;
  const query: Record<string, string> = { ...where };
  for (const [name, text] of [...asked.flatMap((one) => one ?? []), ...value.conditions]) {
    query[name] = query[name] === undefined ? text : narrower(name, query[name], text);
  }
  const filled = [value.key, ...value.others];
  const test = [`toText(row.${filled[0]}) != ''`, ...value.others.map((name) => `toText(query.${name}) == ''`)];
  return {
    test: `{{ ${test.join(" && ")} }}`,
    query: Object.fromEntries(Object.entries(query).map(asTemplate)),
  };
}

const asTemplate = ([name, text]: readonly [string, string]): [string, string] => [
  name,
  name === "super" ? text : `{{ ${text} }}`,
];

type Named = readonly (readonly [name: string, text: string])[];

function placeValue({ build, x, columns, items }: DrillPlace) {
  const names = builtNames(build);
  const index = names.indexOf(x);
  const column = build.columns[index];
  const field = column && columns.get(column.path);
  if (!column || !field || column.op !== undefined) return undefined;
  const key = hasKey(column, field) ? keyName(x) : x;
  if (!items.has(key)) return undefined;
  // Readers may narrow the rows by other columns of the report: of these a list knows nothing.
  const others = [...items].flatMap(([name, { isSearch }]) => (isSearch && name !== x ? [name] : []));
  return { key, others, conditions: conditionsOf(column, field, key) };
}

const hasKey = ({ by }: BuildColumn, { type, isRef }: DrillColumn): boolean =>
  isRef || (by !== undefined && by !== "day" && isTime(type));

function conditionsOf({ by }: BuildColumn, { field, type }: DrillColumn, key: string): Named {
  const ends = (last: string): Named => [
    [`${field}_begin`, `row.${key}`],
    [`${field}_end`, last],
  ];
  if (!isTime(type)) return isFigure(type) ? ends(`row.${key}`) : [[field, `row.${key}`]];
  if (by === undefined || by === "day") return ends(`row.${key}`);
  const [count, unit] = stepLengths[by];
  return ends(`dateAdd(dateAdd(row.${key}, ${count}, '${unit}'), -1)`);
}

/** What a reader asked for, as the statement has it. */
function askOf(path: string, column: DrillColumn | undefined): Named | undefined {
  if (!column) return undefined;
  const { field, type, isWord } = column;
  const asked = `query.self_${askName(path)}`;
  if (isTime(type) || isFigure(type))
    return [
      [`${field}_begin`, `${asked}_begin`],
      [`${field}_end`, `${asked}_end`],
    ];
  return [[field, isWord ? `if(toText(${asked}) == '', '', concat('*', ${asked}, '*'))` : asked]];
}

/** Both ends of a range that two conditions have: the later begin, the earlier end. Elsewhere the place's own value. */
function narrower(name: string, one: string, other: string): string {
  if (!name.endsWith("_begin") && !name.endsWith("_end")) return other;
  const sign = name.endsWith("_begin") ? ">" : "<";
  return `if(toText(${one}) != '' && toText(${one}) ${sign} toText(${other}), ${one}, ${other})`;
}

/** What the report is always narrowed to, as an advanced query of the list; undefined where a list has no such field. */
function whereOf({ where }: ReportBuild, columns: DrillPlace["columns"]): Record<string, string> | undefined {
  const whole = wholeQuery(where);
  if (!whole) return {};
  const renamed = (nodes: readonly SuperNode[]): readonly SuperNode[] | undefined => {
    const all = nodes.map((node) => {
      if (isSuperGroup(node)) {
        const conditions = renamed(node.conditions);
        return conditions && { ...node, conditions };
      }
      const field = columns.get(node.field)?.field;
      return field === undefined ? undefined : { ...node, field };
    });
    return all.includes(undefined) ? undefined : all.flatMap((node) => node ?? []);
  };
  const conditions = renamed(whole.conditions);
  return conditions && { super: writeSuperText({ ...whole, conditions }) };
}
