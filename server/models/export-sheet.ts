import { definitions } from "../../renderers/definitions.gen.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { fieldAccess, modelAccess } from "../../runtime/permission/field-access.ts";
import type { CellDefinition } from "../../runtime/registry/define.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue, SheetColumn } from "../files/excel/sheet.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { isArea } from "./implied-texts.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";
import { sheetTitles } from "./sheet-titles.ts";

type SheetForm = NonNullable<CellDefinition["sheet"]>;

/** Cells that write their values into exports in a form of their own, by type; a field's cell is its model's. */
export const sheetForms: Map<string, SheetForm> = new Map(
  definitions.flatMap((each) => (each.slot === "cell" && each.sheet ? [[each.type, each.sheet]] : [])),
);

export interface ExportColumn extends SheetColumn {
  readonly field: string;
  readonly value: (row: Row) => CellValue;
}

/**
 * Columns of an export: the named fields, or all that a list would show, then the time of creation.
 *
 * @param texts the language of titles and options; values that people typed stay as they are
 * @param names comma list of wire names; a field that the caller may not see is refused as unknown
 */
export function exportColumns(
  model: ResolvedModel,
  caller: Caller,
  texts: ReaderTexts,
  names: string | undefined,
): ExportColumn[] {
  const access = modelAccess(model, caller);
  const isShown = (field: ResolvedField) => access.get(field.name)?.visible ?? false;
  const asked = (names ?? "").split(",").filter((name) => name !== "");
  const fields =
    asked.length > 0
      ? [...new Set(asked)].map((name) => {
          const field = model.fields.get(name) ?? shownExtra(model, name, caller);
          if (!field || !(model.extra.has(name) || isShown(field))) throw refuse(`不支持导出字段${quoted(name)}`);
          return field;
        })
      : [...model.fields.values()].filter(
          (field) =>
            isShown(field) && !field.hidden && field.type !== "json" && (!field.system || field.name === "createTime"),
        );
  const titles = sheetTitles(fields, texts);
  return fields.map((field) => ({
    ...columnOf(field, access.get(field.name)?.mask !== undefined),
    title: titles.get(field.name) ?? field.title,
    value: (row: Row) => cellOf(field, row, texts),
  }));
}

/** A value that a hook adds to the rows of a list, as the screen shows it; what is only typed into a form is none. */
function shownExtra(model: ResolvedModel, name: string, caller: Caller): ResolvedField | undefined {
  const field = model.extra.get(name);
  if (!field || field.widget?.type === "password") return undefined;
  return fieldAccess(model, field, caller).visible ? field : undefined;
}

function columnOf(field: ResolvedField, isMasked: boolean) {
  const isNumber = isNumeric(field) && !field.dict && !isMasked && !ownForm(field);
  return {
    field: field.name,
    kind: isNumber ? ("number" as const) : kindOf(field, isMasked),
    widthChars: isNumber ? 14 : widthOf(field),
    ...(field.scale === undefined ? {} : { scale: field.scale }),
  };
}

function kindOf(field: ResolvedField, isMasked: boolean): SheetColumn["kind"] {
  const { type, dict } = field;
  return (type === "date" || type === "datetime") && !dict && !isMasked && !ownForm(field) ? type : "text";
}

const ownForm = ({ cell }: ResolvedField): SheetForm | undefined => cell && sheetForms.get(cell.type);

/** A date that its column has no room for is shown as ####. */
const widthOf = ({ type, maxLength = 20 }: ResolvedField): number =>
  type === "datetime" ? 20 : Math.min(40, Math.max(12, Math.ceil(maxLength / 2)));

function cellOf(field: ResolvedField, row: Row, { words, text }: ReaderTexts): CellValue {
  const options = field.dict || isArea(field) ? row[`${field.name}_dictText`] : undefined;
  if (typeof options === "string") return options.split(",").map(text).join(",");
  const value = row[field.name];
  if (value === null || value === undefined) return null;
  const form = value === "" ? undefined : ownForm(field);
  if (form) return form(value, field, { props: { ...field.cell }, row, dictText: () => undefined });
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
}
