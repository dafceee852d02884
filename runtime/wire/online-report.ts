import { onlineReportModel } from "../compile/report-model.ts";
import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Field } from "../schema/types.gen.ts";
import type { DictOption } from "./envelope.ts";
import { fieldHref } from "./field-href.ts";

/** What a value of a parameter is called among the conditions, and on the wire. */
export const paramCondition = (name: string): string => `self_${name}`;

/** The columns of an online report as the console uses them (contract 07 §7.3). */
export interface OnlineReport {
  readonly model: ResolvedModel;
  /** Dictionaries that came along, by the name the columns use. */
  readonly words: ReadonlyMap<string, readonly DictOption[]>;
  /** False where the rows come from another system, which knows nobody's data rules. */
  readonly hasRowRules: boolean;
  /** Whether the person may export it; the server decides. */
  readonly mayExport: boolean;
  /** How often an open page reads anew; undefined: never by itself. */
  readonly refreshSeconds: number | undefined;
  /** The chart that its designer chose; undefined for none, and for one whose columns are gone. */
  readonly chart: ReportChart | undefined;
  /** Where a press on that chart leads; undefined for nowhere. */
  readonly drill: ReportDrill | undefined;
  /** How its query bar begins: every input, those of hidden columns too, and a text for each parameter. */
  readonly query: { readonly items: readonly string[]; readonly override: Readonly<Record<string, Wire>> };
  /** How the report wants its columns drawn: a screen's document says so too, and wins. */
  readonly table: {
    readonly override: Readonly<Record<string, Wire>>;
    readonly totals: readonly string[];
  };
}

/** A list and what narrows it; `test` and the values of `query` are templates over `row` and `query`. */
export interface ReportDrill {
  readonly to: string;
  readonly test: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface ReportChart {
  readonly kind: "bar" | "line" | "area" | "pie" | "pivot";
  readonly x: string;
  readonly y: readonly string[];
  /** A column whose values part the figures. */
  readonly series?: string;
}

type Wire = Readonly<Record<string, unknown>>;

const typeByWord: Readonly<Record<string, Field["type"]>> = {
  Integer: "integer",
  Long: "integer",
  BigDecimal: "money",
  Date: "date",
  Datetime: "datetime",
};

/**
 * Makes fields of the columns and query inputs that the server describes. What it leaves out is text; a hole in
 * `dictOptions` is skipped.
 *
 * @param columns answer of `getColumns/{code}`
 * @param inputs answer of `getQueryInfo/{code}`
 * @param params answer of `getParamsInfo/{code}`, as far as people are asked for them
 */
export function readOnlineReport(code: string, columns: unknown, inputs: unknown, params?: unknown): OnlineReport {
  const head = asObject(columns);
  const words = new Map(
    Object.entries(asObject(head.dictOptions)).flatMap(([name, options]) =>
      Array.isArray(options) ? [[`${onlineReportModel(code)}:${name}`, options.flatMap(readOption)] as const] : [],
    ),
  );
  const asked = new Map(
    listOf(inputs).flatMap((input) => (typeof input.field === "string" ? [[input.field, input] as const] : [])),
  );
  const listed = listOf(Array.isArray(columns) ? columns : head.columns).filter(
    ({ dataIndex }) => typeof dataIndex === "string",
  );
  const names = new Set([...listed.map((column) => String(column.dataIndex)), ...asked.keys()]);
  const fields = [...names]
    .filter((name) => /^[A-Za-z_]\w*$/.test(name))
    .map((name) =>
      readField(
        code,
        listed.find((column) => column.dataIndex === name),
        asked.get(name),
        name,
        words,
      ),
    );
  const asks = listOf(params).filter(({ paramName }) => typeof paramName === "string" && paramName !== "");
  const paramFields = asks.map(paramField);
  const title = String(head.cgRpConfigName ?? head.cgreportHeadName ?? code);
  const empty = resolveModel(
    {
      schemaVersion: 1,
      id: onlineReportModel(code),
      title,
      table: "report",
      base: "/online/cgreport/api",
      permissionPrefix: "online:cgreport",
      writable: false,
      fields: Object.fromEntries([...fields, ...paramFields].map((field) => [field.name, field.document])),
    },
    () => undefined,
  );
  const declared = [...empty.fields.values()].filter((field) => !field.system || names.has(field.name));
  return {
    model: {
      ...empty,
      titleField: "",
      fields: new Map(declared.map((field): [string, ResolvedField] => [field.name, field])),
      // Until somebody chooses a column the rows stand as the statement orders them.
      sort: [{ field: "", order: "asc" }],
    },
    words,
    hasRowRules: head.hasRowRules !== false,
    mayExport: head.mayExport !== false,
    refreshSeconds: typeof head.refreshSeconds === "number" ? head.refreshSeconds : undefined,
    drill: readDrill(head.drill),
    chart: readChart(head.settings, new Set(listed.map(({ dataIndex }) => String(dataIndex)))),
    query: {
      items: [
        ...paramFields.map(({ name }) => name),
        ...fields.map(({ name }) => name).filter((name) => asked.has(name)),
      ],
      override: Object.fromEntries([
        ...asks.map(({ paramName, paramValue }): [string, Wire] => [
          paramCondition(String(paramName)),
          { op: "eq", ...(typeof paramValue === "string" && paramValue !== "" ? { default: paramValue } : {}) },
        ]),
        ...fields.flatMap(({ name, document }) => {
          const input = asked.get(name);
          return input && document.type !== "string"
            ? [[name, { op: input.mode === "group" ? "range" : "eq" }] as const]
            : [];
        }),
      ]),
    },
    table: {
      override: Object.fromEntries(
        listed
          .filter(({ dataIndex }) => names.has(String(dataIndex)))
          .map((one) => [String(one.dataIndex), drawn(one)]),
      ),
      totals: listed.filter(({ isTotal }) => isTotal === "1").map(({ dataIndex }) => String(dataIndex)),
    },
  };
}

function drawn({ width, groupTitle, href }: Wire): Wire {
  const link = typeof href === "string" ? fieldHref(href, (name) => name) : undefined;
  return {
    ...(typeof width === "number" && width > 0 ? { width } : {}),
    ...(typeof groupTitle === "string" && groupTitle !== "" ? { groupHeader: groupTitle } : {}),
    ...(link ? { cell: { type: "link", do: [link] } } : {}),
  };
}

function readField(
  code: string,
  column: Wire | undefined,
  input: Wire | undefined,
  name: string,
  words: OnlineReport["words"],
): { readonly name: string; readonly document: Field } {
  const dict = `${onlineReportModel(code)}:${String(column?.customRender ?? name)}`;
  const word = String(column?.fieldType ?? input?.view ?? "");
  const document = {
    type: typeByWord[word] ?? "string",
    title: String(column?.title ?? input?.label ?? name),
    column: name,
    readOnly: true,
    ...(words.has(dict) ? { dict } : {}),
    ...(input ? { index: true } : {}),
    ...(column ? {} : { hidden: true }),
  };
  return { name, document: document as Field };
}

const chartKinds: ReadonlySet<unknown> = new Set(["bar", "line", "area", "pie", "pivot"]);

function readChart(settings: unknown, names: ReadonlySet<string>): ReportChart | undefined {
  const { kind, x, y, series } = asObject(asObject(settings).chart);
  const figures = Array.isArray(y) ? y.filter((name) => names.has(name)) : [];
  if (!chartKinds.has(kind) || typeof x !== "string" || !names.has(x) || figures.length === 0) return undefined;
  const isSplit = typeof series === "string" && names.has(series) && series !== x;
  return { kind: kind as ReportChart["kind"], x, y: figures, ...(isSplit ? { series } : {}) };
}

function readDrill(drill: unknown): ReportDrill | undefined {
  const { to, test, query } = asObject(drill);
  if (typeof to !== "string" || typeof test !== "string") return undefined;
  return { to, test, query: asObject(query) as ReportDrill["query"] };
}

/** A parameter is a text that is asked for beside the conditions. */
function paramField({ paramName, paramTxt }: Wire): { readonly name: string; readonly document: Field } {
  const name = paramCondition(String(paramName));
  const title = String(paramTxt || paramName);
  return { name, document: { type: "string", title, column: name, readOnly: true, hidden: true } as Field };
}

function readOption(option: unknown): DictOption[] {
  const { value, text, title } = asObject(option);
  if (value === undefined || value === null) return [];
  const words = String(text ?? title ?? value);
  return [{ value: String(value), text: words, title: words }];
}

const listOf = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.map(asObject) : []);

function asObject(value: unknown): Wire {
  return typeof value === "object" && value !== null ? (value as Wire) : {};
}
