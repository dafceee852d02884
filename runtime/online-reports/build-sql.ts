import { commaParts } from "../format/text.ts";
import { isSuperGroup, type SuperCondition, type SuperNode, wholeQuery } from "../query/super-query.ts";
import {
  type BuildColumn,
  type BuildField,
  type BuildOp,
  type BuildStep,
  type BuildTable,
  isFigure,
  isTime,
  pathsOf,
  type ReportBuild,
} from "./report-build.ts";

/** What a build becomes: the statement, and rows for the report's columns and parameters (contract 07 §7.1). */
export interface BuiltReport {
  readonly sql: string;
  readonly fields: readonly Readonly<Record<string, unknown>>[];
  readonly params: readonly Readonly<Record<string, unknown>>[];
}

/** Titles of what a column is made of. */
export interface BuildWords {
  readonly rows: string;
  readonly steps: Readonly<Record<BuildStep, string>>;
  readonly ops: Readonly<Record<BuildOp, string>>;
  readonly titled: (title: string, how: string) => string;
  /** Of a hidden column that a chart's way to the list needs. */
  readonly keyed: (title: string) => string;
  readonly from: (title: string) => string;
  readonly until: (title: string) => string;
}

interface Chosen extends BuildColumn {
  readonly field: BuildField | undefined;
}

/**
 * Writes a build as the SELECT that a person would have written: the server reads, checks and guards it like any other
 * text, so nothing here has to be trusted. Columns that the catalogue no longer offers are left out.
 *
 * @param tables the catalogue by name
 * @returns undefined while no column is chosen
 */
export function buildReport(
  build: ReportBuild,
  tables: ReadonlyMap<string, BuildTable>,
  words: BuildWords,
): BuiltReport | undefined {
  const table = tables.get(build.table);
  if (!table) return undefined;
  const paths = pathsOf(table, tables);
  const columns = build.columns.flatMap((column): Chosen[] => {
    const field = paths.get(column.path);
    return field || column.path === "" ? [{ ...column, field }] : [];
  });
  if (columns.length === 0) return undefined;
  const joins = new Joins(paths);
  const names = uniqueNames(columns.map(nameOf));
  const expressions = columns.map((column) => expressionOf(column, joins));
  const keys = columns.flatMap((column, index) => keyOf(column, names[index] ?? "", joins, words));
  const asks = build.asks.flatMap((path) => asksOf(path, paths.get(path), joins, words));
  const where = [
    ...[whereText(wholeQuery(build.where), paths, joins)].filter((text) => text !== ""),
    ...asks.map(({ text }) => text),
  ];
  const isGrouped = columns.some(isMeasure);
  const groups = columns.flatMap((column, index) => (isMeasure(column) ? [] : groupsOf(column, index + 1, joins)));
  const order = build.sort.filter(({ column }) => column < columns.length);
  const sort = order.map(({ column, order: way }) => `${column + 1} ${way === "desc" ? "DESC NULLS LAST" : "ASC"}`);
  const usual = columns.flatMap((column, index) => (isGrouped && !isMeasure(column) ? String(index + 1) : []));
  const sorted = sort.length > 0 ? sort : usual;
  const lines = [
    `SELECT ${[...expressions.map((text, index) => ({ text, name: names[index] ?? "" })), ...keys]
      .map(({ text, name }) => `${text} AS ${quoteName(name)}`)
      .join(",\n  ")}`,
    `FROM ${quoteTable(table.name)} t`,
    ...joins.lines,
    ...(where.length > 0 ? [`WHERE ${where.join("\n  AND ")}`] : []),
    ...(isGrouped && groups.length > 0 ? [`GROUP BY ${groups.join(", ")}`] : []),
    ...(sorted.length > 0 ? [`ORDER BY ${sorted.join(", ")}`] : []),
    ...(build.limit === undefined ? [] : [`LIMIT ${build.limit}`]),
  ];
  return {
    sql: lines.join("\n"),
    fields: [
      ...columns.map((column, index) => itemOf(column, names[index] ?? "", words)),
      ...keys.map(({ name, title, isTime: isStep }) => ({
        fieldName: name,
        fieldTxt: title,
        fieldType: isStep ? "Date" : "String",
        isShow: 0,
      })),
    ],
    params: asks.map(({ name, title }) => ({ paramName: name, paramTxt: title, paramValue: "" })),
  };
}

/** The number of rows is a figure too, though it has no field to sum up. */
const isMeasure = ({ path, op }: BuildColumn): boolean => op !== undefined || path === "";

/**
 * Two rows of one name stay two: what is shown by its name is grouped by what the column holds, too. A step of time is
 * grouped by where it begins, so that its text is written once for each group and not for each row.
 */
function groupsOf(column: Chosen, place: number, joins: Joins): string[] {
  const { path, field } = column;
  if (field?.ref) return [String(place), joins.column(path)];
  return [isStepOf(column) ? beginOf(column, joins) : String(place)];
}

/** Tables that a path goes to, each joined once. */
class Joins {
  readonly #paths: ReadonlyMap<string, BuildField>;
  readonly #aliases = new Map<string, string>();
  readonly lines: string[] = [];

  constructor(paths: ReadonlyMap<string, BuildField>) {
    this.#paths = paths;
  }

  column(path: string): string {
    const end = path.lastIndexOf(".");
    if (end < 0) return `t.${quoteName(path)}`;
    const reference = path.slice(0, end);
    const known = this.#aliases.get(reference) ?? this.#join(reference);
    return `${known}.${quoteName(path.slice(end + 1))}`;
  }

  /** @param reference path of a column that names a row of another table */
  #join(reference: string): string {
    const ref = this.#paths.get(reference)?.ref;
    if (!ref) throw new Error(`${reference} refers to nothing`);
    const from = this.column(reference);
    const alias = `t${this.#aliases.size + 1}`;
    this.#aliases.set(reference, alias);
    const on = `${alias}.${quoteName(ref.value)} = ${from}`;
    this.lines.push(`LEFT JOIN ${quoteTable(ref.table)} ${alias} ON ${on}`);
    return alias;
  }
}

const stepFormats: Readonly<Record<LongStep, string>> = {
  week: 'IYYY"-W"IW',
  month: "YYYY-MM",
  quarter: 'YYYY"-Q"Q',
  year: "YYYY",
};

function expressionOf(one: Chosen, joins: Joins): string {
  const { path, by, op, field } = one;
  if (path === "") return "count(*)";
  const column = joins.column(path);
  if (op === "count") return `count(DISTINCT ${column})`;
  if (op === "avg") return `round(avg(${column}), 2)`;
  if (op) return `${op}(${column})`;
  if (field?.ref) return joins.column(`${path}.${field.ref.text}`);
  if (isStepOf(one)) return `to_char(${beginOf(one, joins)}, '${stepFormats[one.by]}')`;
  return by === "day" && isTime(field?.type ?? "") ? `cast(${column} AS date)` : column;
}

type LongStep = Exclude<BuildStep, "day">;

/** A column that is shown by a step longer than a day. */
type LongStepColumn = Chosen & { readonly by: LongStep };

const isStepOf = (column: Chosen): column is LongStepColumn =>
  column.op === undefined && column.by !== undefined && column.by !== "day" && isTime(column.field?.type ?? "");

/** A day would become a time with a zone by itself. */
function beginOf({ path, by, field }: LongStepColumn, joins: Joins): string {
  const column = joins.column(path);
  return `date_trunc('${by}', ${field?.type === "Date" ? `cast(${column} AS timestamp)` : column})`;
}

function nameOf({ path, by, op }: BuildColumn): string {
  if (path === "") return "row_count";
  return [path.replaceAll(".", "_"), by, op]
    .filter((part) => part !== undefined)
    .join("_")
    .slice(0, 50);
}

/** What the columns of a build are called in its statement, in their order. */
export const builtNames = ({ columns }: Pick<ReportBuild, "columns">): readonly string[] =>
  uniqueNames(columns.map(nameOf));

/** Called so beside the column whose place it stands for: the key behind a name, the first day of a step of time. */
export const keyName = (name: string): string => `${name}_key`;

/** What a list is narrowed by when somebody presses a place of the chart, where the column itself does not say it. */
function keyOf(one: Chosen, name: string, joins: Joins, words: BuildWords) {
  const { path, op, field } = one;
  if (!field || op !== undefined || path.includes(".")) return [];
  const isStep = isStepOf(one);
  if (!isStep && !field.ref) return [];
  const text = isStep ? `cast(${beginOf(one, joins)} AS date)` : joins.column(path);
  return [{ name: keyName(name), title: words.keyed(field.title), text, isTime: isStep }];
}

function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
}

function itemOf(column: Chosen, fieldName: string, words: BuildWords) {
  const { path, by, op, field } = column;
  const how = op ? words.ops[op] : by && isTime(field?.type ?? "") ? words.steps[by] : undefined;
  const title = path === "" ? words.rows : (field?.title ?? path);
  const isSum = op === "sum" || path === "";
  return {
    fieldName,
    fieldTxt: how === undefined || path === "" ? title : words.titled(title, how),
    fieldType: typeOf(column),
    isShow: 1,
    isOrder: 1,
    ...(isSum ? { isTotal: "1" } : {}),
    ...(how === undefined && field?.dictCode ? { dictCode: field.dictCode } : {}),
  };
}

function typeOf({ path, by, op, field }: Chosen): string {
  const type = field?.type === "Boolean" || field?.ref ? "String" : (field?.type ?? "String");
  if (path === "" || op === "count") return "Long";
  if (op === "avg" || op === "sum") return type === "BigDecimal" || op === "avg" ? "BigDecimal" : "Long";
  if (op || by === undefined || !isTime(type)) return type;
  return by === "day" ? "Date" : "String";
}

/** The parameter that readers fill in for a column; times and figures have two, with `_begin` and `_end` behind. */
export const askName = (path: string): string => path.replaceAll(".", "_").slice(0, 40);

/** Conditions that a reader fills in; one left empty asks nothing. */
function asksOf(path: string, field: BuildField | undefined, joins: Joins, words: BuildWords) {
  if (!field) return [];
  const column = joins.column(path);
  const name = askName(path);
  if (isTime(field.type) || isFigure(field.type)) {
    const value = field.type === "Datetime" ? `cast(${column} AS date)` : column;
    return [
      { name: `${name}_begin`, title: words.from(field.title), text: `${value} >= \${${name}_begin}` },
      { name: `${name}_end`, title: words.until(field.title), text: `${value} <= \${${name}_end}` },
    ];
  }
  const isWord = field.type === "String" && !field.dictCode && !field.ref;
  const text = isWord ? `${column} LIKE '%\${${name}}%'` : `${column} = \${${name}}`;
  return [{ name, title: field.title, text }];
}

function whereText(
  group: { readonly matchType: string; readonly conditions: readonly SuperNode[] } | undefined,
  paths: ReadonlyMap<string, BuildField>,
  joins: Joins,
): string {
  const parts = (group?.conditions ?? []).flatMap((node) => {
    if (isSuperGroup(node)) return whereText(node, paths, joins) || [];
    const field = paths.get(node.field);
    return field ? [conditionText(node, field, joins.column(node.field))] : [];
  });
  if (parts.length < 2) return parts.join("");
  return `(${parts.join(group?.matchType === "or" ? " OR " : " AND ")})`;
}

const compares: Readonly<Record<string, string>> = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" };

function conditionText({ rule, val }: SuperCondition, field: BuildField, column: string): string {
  const value = String(val ?? "");
  const text = literal(value, "String");
  if (rule === "like") return `strpos(${column}, ${text}) > 0`;
  if (rule === "right_like") return `starts_with(${column}, ${text})`;
  if (rule === "left_like") return `right(${column}, ${value.length}) = ${text}`;
  if (rule === "in")
    return `${column} IN (${commaParts(value)
      .map((one) => literal(one, field.type))
      .join(", ")})`;
  // A time is asked for by its day, as lists do.
  const isDay = field.type === "Datetime" && /^\d{4}-\d\d-\d\d$/.test(value);
  const side = isDay ? `cast(${column} AS date)` : column;
  return `${side} ${compares[rule] ?? "="} ${literal(value, field.type)}`;
}

/** A value as a constant; what does not fit its column is the database's to refuse. */
function literal(value: string, type: string): string {
  if (isFigure(type) && /^-?\d+(\.\d+)?$/.test(value)) return value;
  if (type === "Boolean") return value === "true" || value === "1" ? "true" : "false";
  return `'${value.replaceAll("'", "''")}'`;
}

/** Behind a dot or AS any word may stand; only what is no plain word needs quotes. */
const quoteName = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quoted(name));

/** A table of one word could be one that SQL keeps for itself. */
const quoteTable = (name: string): string => (/^[a-z][a-z0-9]*_[a-z0-9_]*$/.test(name) ? name : quoted(name));

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
