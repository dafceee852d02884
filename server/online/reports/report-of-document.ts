import { aggregateFields, type ReportDocument } from "../../../runtime/compile/report-model.ts";
import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { buildReport, builtNames } from "../../../runtime/online-reports/build-sql.ts";
import { buildWords } from "../../../runtime/online-reports/build-words.ts";
import type { BuildColumn, BuildTable, ReportBuild } from "../../../runtime/online-reports/report-build.ts";
import type { Condition } from "../../../runtime/query/condition.ts";
import type { SuperCondition } from "../../../runtime/query/super-query.ts";
import type { Source } from "../../../runtime/schema/types.gen.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { parseFilter } from "../../models/query/parse-filter.ts";
import type { StoredDefinition } from "./definition.ts";

type Wire = Readonly<Record<string, unknown>>;
type AggregateSource = Extract<Source, { readonly type: "aggregate" }>;

/** A report as its designer can go on with it, and what of the document it cannot say, in words. */
export interface ReportOfDocument {
  readonly definition: StoredDefinition;
  readonly left: readonly string[];
}

/** What a document may speak of. */
export interface KnownReports {
  readonly models: ReadonlyMap<string, ResolvedModel>;
  /** What the designer may read, by table. */
  readonly tables: ReadonlyMap<string, BuildTable>;
  /** The definition of an online report that the document stands over; undefined for none of that code. */
  reportOf(code: string): Promise<StoredDefinition | undefined>;
}

/**
 * Makes an online report of a `report` document: of one over sums a report by clicks, of one over an online report a
 * copy of that one with what the document changes. Nothing is dropped silently: what has no place in an online report
 * is told in `left`.
 *
 * @throws AppError INVALID for a document over other sources, or over rows that the designer may not read
 */
export async function reportOfDocument(screen: ReportDocument, known: KnownReports): Promise<ReportOfDocument> {
  const { source } = screen;
  const left: string[] = [];
  const base = source.type === "aggregate" ? ofSums(screen, source, known, left) : await ofReport(screen, known, left);
  const { definition, names } = base;
  const drawn = drawnItems(screen, definition.items, names, left);
  const settings = { ...(definition.head.settings as object | null), ...chartOf(screen, names, left) };
  leftOver(screen, left);
  return {
    definition: {
      ...definition,
      head: {
        ...definition.head,
        code: codeOf(screen),
        name: screen.title,
        ...(screen.description ? { content: screen.description } : {}),
        ...(screen.refresh ? { refreshSeconds: screen.refresh } : {}),
        settings: Object.keys(settings).length > 0 ? settings : null,
      },
      items: drawn,
    },
    left,
  };
}

/** What a definition is, and the columns by the names that the document uses. */
interface Base {
  readonly definition: StoredDefinition;
  readonly names: ReadonlyMap<string, string>;
}

const codeOf = ({ id = "" }: ReportDocument) => {
  const words = (id.split("/").at(-1) ?? "").replaceAll(/\W+/g, "_").slice(0, 50);
  return /^[A-Za-z]/.test(words) ? words : `report_${words}`.slice(0, 50);
};

async function ofReport({ source, query }: ReportDocument, { reportOf }: KnownReports, left: string[]): Promise<Base> {
  if (source.type !== "cgreport") throw refuse(`数据来自 ${source.type} 的页面不能成为在线报表`);
  const definition = await reportOf(source.code);
  if (!definition) throw refuse(`没有编码为${quoted(source.code)}的在线报表，请先导入它的定义`);
  if (query?.items || query?.override) left.push("查询栏：条件和默认值按报表自己的字段设置");
  return { definition, names: new Map(definition.items.map(({ fieldName: name }) => [String(name), String(name)])) };
}

function ofSums(
  screen: ReportDocument,
  source: AggregateSource,
  { models, tables }: KnownReports,
  left: string[],
): Base {
  const model = models.get(source.model);
  const table = model && tables.get(model.table);
  if (!model || !table) throw refuse(`不能统计${quoted(source.model)}：没有这个列表，或您没有查看它的权限`);
  const columnOf = (name: string) => {
    const column = model.fields.get(name)?.column;
    return column !== undefined && table.columns.some((one) => one.name === column) ? column : undefined;
  };
  const wanted = [
    ...(source.groupBy ?? []).map((group) => (typeof group === "string" ? { field: group } : { by: "day", ...group })),
    ...Object.entries(source.measures).map(([name, measure]) => ({ name, ...measure })),
  ];
  const titles = aggregateFields(source, model);
  const columns: BuildColumn[] = [];
  const chosen: { readonly name: string; readonly title: string }[] = [];
  for (const [index, want] of wanted.entries()) {
    const path = want.field === undefined ? "" : columnOf(want.field);
    const name = "name" in want ? want.name : (want.field ?? "");
    if (path === undefined) {
      left.push(`列${quoted(titles[index]?.title ?? name)}：报表读不到它的字段`);
      continue;
    }
    columns.push({
      path,
      ...("by" in want && want.by ? { by: want.by } : {}),
      ...("op" in want && path !== "" ? { op: want.op } : {}),
    } as BuildColumn);
    chosen.push({ name, title: titles[index]?.title ?? name });
  }
  const asks = asksOf(screen, model, columnOf, left);
  const sorted = chosen.findIndex(({ name }) => name === screen.table?.sort?.field);
  const build: ReportBuild = {
    table: model.table,
    columns,
    ...whereOf(source, model, columnOf, left),
    asks,
    sort: sorted < 0 ? [] : [{ column: sorted, order: screen.table?.sort?.order ?? "asc" }],
    ...(source.limit === undefined ? {} : { limit: source.limit }),
  };
  const built = buildReport(build, tables, buildWords);
  if (!built) throw refuse("页面里没有报表能统计的列");
  const called = builtNames(build);
  return {
    definition: {
      head: { cgrSql: built.sql, runAs: "caller", returnType: "1", settings: { build } },
      items: built.fields.map((item, index) => ({
        ...item,
        ...(chosen[index] ? { fieldTxt: chosen[index].title } : {}),
        orderNum: index + 1,
      })),
      params: built.params.map((param, index) => ({ ...param, orderNum: index + 1 })),
    },
    names: new Map(chosen.map(({ name }, index) => [name, called[index] ?? name])),
  };
}

type ColumnOf = (name: string) => string | undefined;

/** Conditions that stand in the document, as the builder keeps them. */
function whereOf(source: AggregateSource, model: ResolvedModel, columnOf: ColumnOf, left: string[]) {
  const conditions = Object.entries(source.where ?? {}).flatMap(([name, value]): SuperCondition[] => {
    const field = model.fields.get(name);
    const column = columnOf(name);
    const text = String(value ?? "");
    const found =
      field && column && !text.includes("{{") ? asBuilt(parseFilter(field, text), field, column) : undefined;
    if (!found) left.push(`条件${quoted(field?.title ?? name)}：${text}`);
    return found ?? [];
  });
  return conditions.length > 0 ? { where: { matchType: "and" as const, conditions } } : {};
}

const textRules = { contains: "like", starts: "right_like", ends: "left_like" } as const;

/** A condition of a list as one of the builder; undefined for what the builder cannot ask. */
function asBuilt(condition: Condition, field: ResolvedField, column: string): SuperCondition[] | undefined {
  const one = (rule: string, val: unknown): SuperCondition[] => [{ field: column, rule, val, type: "string" }];
  switch (condition.kind) {
    case "every": {
      const parts = condition.of.map((part) => asBuilt(part, field, column));
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    case "compare":
      return one(condition.op, condition.value);
    case "in":
      return condition.negate ? undefined : one("in", condition.values.join(","));
    case "text":
      return condition.negate ? undefined : one(textRules[condition.place], condition.text);
    default:
      return undefined;
  }
}

/** Columns that readers are asked for. */
function asksOf({ query }: ReportDocument, model: ResolvedModel, columnOf: ColumnOf, left: string[]) {
  return (query?.items ?? []).flatMap((item): string[] => {
    const { field: name, ...options } = typeof item === "string" ? { field: item } : item;
    const title = model.fields.get(name)?.title ?? name;
    const column = columnOf(name);
    if (column === undefined) {
      left.push(`查询条件${quoted(title)}：报表读不到它的字段`);
      return [];
    }
    if ("default" in options) left.push(`查询条件${quoted(title)}的默认值`);
    return [column];
  });
}

/** The report's columns, drawn as the document draws them. */
function drawnItems(
  { table }: ReportDocument,
  items: StoredDefinition["items"],
  names: ReadonlyMap<string, string>,
  left: string[],
) {
  const written = Object.entries(table?.override ?? {}) as [string, Wire][];
  const byColumn = new Map(
    written.flatMap(([name, options]): [string, Wire][] => {
      const column = names.get(name);
      if (column === undefined) left.push(`列${quoted(name)}的设置`);
      return column === undefined ? [] : [[column, options]];
    }),
  );
  const totals = table?.totals?.map((name) => names.get(name) ?? name);
  return items.map((item) => {
    const name = String(item.fieldName);
    const { title, width, sortable, groupHeader, summary, align: _align, cell, ...others } = byColumn.get(name) ?? {};
    const label = quoted(String(title ?? item.fieldTxt ?? name));
    for (const key of Object.keys(others)) left.push(`列${label}的 ${key}`);
    const type = (cell as Wire | undefined)?.type;
    if (type !== undefined && type !== "money") left.push(`列${label}的显示方式 ${String(type)}`);
    if (summary !== undefined && summary !== "sum") left.push(`列${label}的汇总 ${String(summary)}`);
    const wasTotal = item.isTotal === "1";
    const isTotal = totals ? totals.includes(name) : summary === "sum" || wasTotal;
    return {
      ...item,
      ...(title === undefined ? {} : { fieldTxt: title }),
      ...(typeof width === "number" ? { fieldWidth: Math.round(width) } : {}),
      ...(sortable === undefined ? {} : { isOrder: sortable ? 1 : 0 }),
      ...(groupHeader === undefined ? {} : { groupTitle: groupHeader }),
      ...(isTotal === wasTotal ? {} : { isTotal: isTotal ? "1" : "0" }),
    };
  });
}

const chartKinds: Readonly<Record<string, string>> = { bar: "bar", line: "line", area: "area", pie: "pie" };

/** The first chart over the report's own columns is the report's; a report has one, and no figures above it. */
function chartOf({ panels = [] }: ReportDocument, names: ReadonlyMap<string, string>, left: string[]) {
  let chart: Wire | undefined;
  for (const panel of panels as readonly Wire[]) {
    const kind = chartKinds[String(panel.kind ?? panel.type)];
    const x = names.get(String(panel.x ?? panel.name));
    const y = [panel.y ?? panel.value].flat().map((name) => names.get(String(name)));
    const series = panel.series === undefined ? undefined : names.get(String(panel.series));
    const isWhole = kind && x && y.length > 0 && y.every((name) => name !== undefined) && panel.source === undefined;
    if (chart || !isWhole || (panel.series !== undefined && series === undefined)) {
      left.push(`面板${quoted(String(panel.title ?? panel.type))}`);
      continue;
    }
    chart = { kind, x, y, ...(series === undefined ? {} : { series }) };
  }
  return chart ? { chart } : {};
}

const buttonsOfEach: ReadonlySet<unknown> = new Set(["export", "print"]);

function leftOver({ params, toolbar = [], table, layout }: ReportDocument, left: string[]): void {
  if (params && Object.keys(params).length > 0) left.push(`参数的来源：${Object.keys(params).join("、")}`);
  for (const button of toolbar as readonly Wire[]) {
    if (!buttonsOfEach.has(button.preset)) left.push(`按钮${quoted(String(button.label ?? button.key ?? ""))}`);
  }
  if (table?.columns) left.push("表格的列：按报表自己的字段和顺序显示");
  if (layout) left.push("面板的位置");
}
