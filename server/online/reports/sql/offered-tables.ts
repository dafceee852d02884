import type { ResolvedField, ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import type { WireColumnType } from "./report-sql.ts";

/** A table that reports may read: its columns by their names in the database, the id first. */
export interface OfferedTable {
  readonly model: ResolvedModel;
  readonly columns: ReadonlyMap<string, ResolvedField>;
}

/**
 * Of the system's own models only these: the others hold settings, secrets, sessions or texts for one person, and narrow
 * them in code that a report does not pass.
 */
const offeredSystemModels: ReadonlySet<string> = new Set(
  ["user", "depart", "position", "role", "user-role", "user-depart", "dict", "dict-item", "category", "tenant"].map(
    (name) => `system/${name}`,
  ),
);

/** Never read by a report, whatever a model says. */
const secretName =
  /^(password|passwd|pwd|salt|secret|token)$|_(password|passwd|pwd|salt|secret|token)$|^(db_)?password/i;

/** The tables that reports may read, by name. */
export function offeredTables(models: ReadonlyMap<string, ResolvedModel>): ReadonlyMap<string, OfferedTable> {
  const offered = [...models.values()].filter(
    ({ id, of, scope }) =>
      of === undefined && (!id.startsWith("system/") || offeredSystemModels.has(id)) && scope.about === undefined,
  );
  return new Map(offered.map((model) => [model.table, { model, columns: readableColumns(model) }]));
}

export function isSecret(field: ResolvedField): boolean {
  return secretName.test(field.column) || field.widget?.type === "password";
}

function readableColumns(model: ResolvedModel): ReadonlyMap<string, ResolvedField> {
  const fields = [...model.fields.values()].filter(
    (field) => !isSecret(field) && field.queryable && field.type !== "json",
  );
  const id = fields.filter(({ name }) => name === "id");
  return new Map([...id, ...fields.filter(({ name }) => name !== "id")].map((field) => [field.column, field]));
}

/** How a model's field reads on the wire of reports. */
export const wireTypeOf: Readonly<Record<ResolvedField["type"], WireColumnType>> = {
  string: "String",
  text: "String",
  json: "String",
  time: "String",
  integer: "Long",
  number: "BigDecimal",
  money: "BigDecimal",
  percent: "BigDecimal",
  boolean: "Boolean",
  date: "Date",
  datetime: "Datetime",
};
