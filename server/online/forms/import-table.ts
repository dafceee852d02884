import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import type { DbType, OnlineFormField } from "../../../runtime/online-forms/definition.ts";
import { columnNameFault, engineColumns, systemColumns, tableNameFault } from "../../../runtime/online-forms/names.ts";
import type { Queryable } from "../../db/database.ts";
import { type ActualTable, readTables } from "../../db/tables/actual-table.ts";
import type { ColumnType } from "../../db/tables/column-type.ts";
import { refuse } from "../../http/refusal.ts";
import { defaultFields } from "./new-form.ts";

/** Tables in the database that are nobody's: no model has them and their names are not the product's. */
export async function importableTables(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
): Promise<ReadonlyMap<string, ActualTable>> {
  const taken = new Set([...models.values()].map(({ table }) => table));
  const tables = await readTables(db);
  return new Map([...tables].filter(([name]) => !taken.has(name) && tableNameFault(name) === undefined));
}

type Described = Partial<Pick<OnlineFormField, "dbType" | "dbLength" | "dbPointLength" | "fieldShowType">>;
const plain = (dbType: DbType, more: Described = {}): Described => ({ dbType, ...more });

/** A definition's type for a column; undefined where there is none that keeps its values. */
function described(type: ColumnType): Described | undefined {
  switch (type.kind) {
    case "varchar":
      return plain("string", { dbLength: type.length });
    case "text":
      return plain("Text", { fieldShowType: "textarea" });
    case "smallint":
    case "integer":
    case "bigint":
      return plain("int");
    case "numeric":
      return plain("BigDecimal", { dbPointLength: Number.isFinite(type.scale) ? Math.min(type.scale, 6) : 6 });
    case "date":
      return plain("Date", { fieldShowType: "date" });
    case "seconds":
    case "timestamp":
      return plain("Datetime", { fieldShowType: "datetime" });
    default:
      return undefined;
  }
}

/**
 * The definition that a table has as it is.
 *
 * @throws AppError INVALID naming the columns that a form cannot have
 */
export function importedForm({ name, columns }: ActualTable): Row {
  const own = [...columns].filter(([column]) => !systemColumns.has(column) && !engineColumns.has(column));
  const strange = own.filter(([column, type]) => columnNameFault(column) !== undefined || !described(type));
  if (strange.length > 0) throw refuse(`表 ${name} 的列 ${strange.map(([column]) => column).join("、")} 不能用于表单`);
  return {
    tableName: name,
    tableTxt: name,
    tableType: 1,
    fields: [
      ...defaultFields,
      ...own.map(([column, type]) => ({ dbFieldName: column, dbFieldTxt: column, ...described(type) })),
    ],
    indexs: [],
  };
}
