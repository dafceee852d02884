import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue, SheetColumn } from "../excel/sheet.ts";
import { quoted, refuse } from "../query/refusal.ts";
import { isArea } from "./implied-texts.ts";
import { isNumeric } from "./row-codec.ts";

export interface ExportColumn extends SheetColumn {
  readonly field: string;
  readonly value: (row: Row) => CellValue;
}

/**
 * Columns of an export: the named fields, or all that a list would show, then the time of creation.
 *
 * @param names comma list of wire names; a field that the caller may not see is refused as unknown
 */
export function exportColumns(model: ResolvedModel, caller: Caller, names: string | undefined): ExportColumn[] {
  const access = modelAccess(model, caller);
  const isShown = (field: ResolvedField) => access.get(field.name)?.visible ?? false;
  const asked = (names ?? "").split(",").filter((name) => name !== "");
  const fields =
    asked.length > 0
      ? [...new Set(asked)].map((name) => {
          const field = model.fields.get(name);
          if (!field || !isShown(field)) throw refuse(`不支持导出字段${quoted(name)}`);
          return field;
        })
      : [...model.fields.values()].filter(
          (field) =>
            isShown(field) && !field.hidden && field.type !== "json" && (!field.system || field.name === "createTime"),
        );
  return fields.map((field) => columnOf(field, access.get(field.name)?.mask !== undefined));
}

function columnOf(field: ResolvedField, isMasked: boolean): ExportColumn {
  const isNumber = isNumeric(field) && !field.dict && !isMasked;
  return {
    field: field.name,
    title: field.title,
    kind: isNumber ? "number" : "text",
    widthChars: isNumber ? 14 : Math.min(40, Math.max(12, Math.ceil((field.maxLength ?? 20) / 2))),
    ...(field.scale === undefined ? {} : { scale: field.scale }),
    value: (row) => cellOf(field, row),
  };
}

function cellOf(field: ResolvedField, row: Row): CellValue {
  const value = field.dict || isArea(field) ? (row[`${field.name}_dictText`] ?? row[field.name]) : row[field.name];
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
}
