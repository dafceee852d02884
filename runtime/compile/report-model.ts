import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Field, ScreenDocument, Source } from "../schema/types.gen.ts";
import { compileMessages } from "./messages.ts";

export type ReportDocument = Extract<ScreenDocument, { readonly kind: "report" }>;
type AggregateSource = Extract<Source, { readonly type: "aggregate" }>;

/** What the columns of a report are, and what its conditions may name. */
export interface ReportModels {
  readonly columns: ResolvedModel;
  /** For an aggregate the rows that are summed up; otherwise the columns themselves. */
  readonly queried: ResolvedModel;
}

/** Where the loader puts the columns of an online report. */
export const onlineReportModel = (code: string): string => `cgreport:${code}`;

/** @returns the id of the model that is missing when the columns cannot be known */
export function reportModels(
  id: string,
  screen: ReportDocument,
  models: ReadonlyMap<string, ResolvedModel>,
): ReportModels | { readonly missing: string } {
  const { source } = screen;
  switch (source.type) {
    case "model":
      return named(source.model, models);
    case "aggregate": {
      const queried = models.get(source.model);
      if (!queried) return { missing: source.model };
      return { columns: inOrder(bareModel(id, screen, aggregateFields(source, queried))), queried };
    }
    case "cgreport":
      return named(onlineReportModel(source.code), models);
    default: {
      const columns = writtenColumns(id, screen);
      return { columns, queried: columns };
    }
  }
}

function named(id: string, models: ReadonlyMap<string, ResolvedModel>): ReportModels | { readonly missing: string } {
  const model = models.get(id);
  return model ? { columns: model, queried: model } : { missing: id };
}

/** One column for each group and each measure, with the words and the number form of the fields behind them. */
export function aggregateFields(source: AggregateSource, model: ResolvedModel): readonly ResolvedField[] {
  const groups = (source.groupBy ?? []).map((group): ResolvedField | undefined => {
    const { field: name, by } = typeof group === "string" ? { field: group, by: undefined } : group;
    const field = model.fields.get(name);
    if (!field || typeof group === "string") return field;
    return { ...field, type: (by ?? "day") === "day" ? "date" : "string", maxLength: 10, search: false };
  });
  const measures = Object.entries(source.measures).map(([name, measure]): ResolvedField => {
    const field = measure.field === undefined ? undefined : model.fields.get(measure.field);
    const isCount = measure.op === "count" || !field;
    const title = measure.title ?? field?.title ?? compileMessages.countOf(model.title);
    const base = plainField(name, title, isCount ? "integer" : "number");
    return isCount ? base : { ...base, type: field.type, scale: field.scale };
  });
  return [...groups.flatMap((field) => field ?? []), ...measures];
}

/** What a document that brings its own rows, or takes foreign ones, says about their columns. */
function writtenColumns(id: string, screen: ReportDocument): ResolvedModel {
  const { source, table, query } = screen;
  const rows = source.type === "static" ? source.rows : [];
  const names = new Set<string>([
    ...(table?.columns ?? []).map((column) => (typeof column === "string" ? column : column.field)),
    ...Object.keys(table?.override ?? {}),
    ...(query?.items ?? []).map((item) => (typeof item === "string" ? item : item.field)),
    ...rows.flatMap((row) => Object.keys(row)),
  ]);
  const fields = [...names].map((name) => {
    const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[name]).filter((value) => value != null);
    return plainField(name, name, typeOf(values));
  });
  return inOrder(bareModel(id, screen, fields));
}

function typeOf(values: readonly unknown[]): Field["type"] {
  if (values.length === 0 || !values.every((value) => typeof value === "number")) return "string";
  return values.every((value) => Number.isInteger(value)) ? "integer" : "number";
}

export function plainField(name: string, title: string, type: Field["type"]): ResolvedField {
  const { fields } = resolveModel(
    {
      schemaVersion: 1,
      id: "report",
      title: "",
      table: "report",
      base: "/report",
      permissionPrefix: "report",
      fields: { [name]: { type, title, column: name } as Field },
    },
    () => undefined,
  );
  const field = fields.get(name);
  if (!field) throw new Error(`the column ${name} was not made`);
  return field;
}

/** Ordered by the first column, which is mostly a name or a day. */
function inOrder(model: ResolvedModel): ResolvedModel {
  const [first] = model.fields.keys();
  return { ...model, sort: first === undefined ? [] : [{ field: first, order: "asc" }] };
}

/** Rows that nobody stores: only read, with the document's own rights. */
export function bareModel(
  id: string,
  screen: Pick<ReportDocument, "title" | "permissionPrefix">,
  fields: readonly ResolvedField[],
): ResolvedModel {
  return {
    ...resolveModel(
      {
        schemaVersion: 1,
        id,
        title: screen.title,
        table: "report",
        base: `/${id}`,
        permissionPrefix: screen.permissionPrefix ?? id.replaceAll("/", ":"),
        writable: false,
        fields: {},
      },
      () => undefined,
    ),
    titleField: "",
    fields: new Map(fields.map((field) => [field.name, field])),
  };
}
