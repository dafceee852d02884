import { screenIdCandidates } from "../menu/page-names.ts";
import type { Cell, GridColumn, SortKey, TableColumn } from "../schema/types.gen.ts";
import { fieldHref } from "../wire/field-href.ts";
import { fieldExtension, type OnlineFormDefinition, type OnlineFormField, type ShowType } from "./definition.ts";
import { numberOf } from "./field-texts.ts";
import { engineColumns, systemColumns } from "./names.ts";

/** The wire name of the model's field for a column: `create_time` → `createTime`, a form's own column as it is. */
export const fieldNameOf = (column: string): string => systemColumns.get(column) ?? column;

/** The columns that have a field, by their place; a value that is not stored has none. */
export function shownFields({ fields }: OnlineFormDefinition): readonly OnlineFormField[] {
  return fields.filter(({ dbFieldName, dbIsPersist }) => dbIsPersist !== 0 && !engineColumns.has(dbFieldName));
}

/** Fields that a person may enter: not the ones that the session fills. */
export function enteredFields(form: OnlineFormDefinition): readonly OnlineFormField[] {
  return shownFields(form).filter(({ dbFieldName, isShowForm }) => !systemColumns.has(dbFieldName) && isShowForm !== 0);
}

/** Pixels that a column may be wide. */
const widths = { least: 40, most: 800 } as const;

/** Written on a list that scrolls sideways; otherwise the columns share the table. */
const widthOf = (field: OnlineFormField, scrolls: boolean): { readonly width?: number } => {
  const width = numberOf(field.fieldLength);
  if (!scrolls || !width) return {};
  return { width: Math.min(Math.max(Math.round(width), widths.least), widths.most) };
};

/** The columns of the list; the one that stands for the row opens its detail. */
export function listColumns(form: OnlineFormDefinition, titleField: string | undefined): readonly TableColumn[] {
  const fields = shownFields(form);
  const names = new Set(fields.map(({ dbFieldName }) => dbFieldName));
  return fields
    .filter(({ isShowList }) => isShowList !== 0)
    .map((field): TableColumn => {
      const cell = cellOf(field, names, field.dbFieldName === titleField);
      return {
        field: fieldNameOf(field.dbFieldName),
        ...(systemColumns.has(field.dbFieldName) ? { title: field.dbFieldTxt } : {}),
        ...widthOf(field, form.head.scroll !== 0),
        ...(field.sortFlag === "1" ? { sortable: true } : {}),
        ...(cell ? { cell } : {}),
      };
    });
}

/** Controls whose value is the text itself; others show names, words or dots for it, which `showLength` does not cut. */
const cut: ReadonlySet<ShowType> = new Set<ShowType>(["text", "textarea", "popup", "json"]);

function cellOf(field: OnlineFormField, names: ReadonlySet<string>, isTitle: boolean): Cell | undefined {
  const nameOf = (name: string) => (names.has(name) ? fieldNameOf(name) : undefined);
  const link = field.fieldHref ? fieldHref(field.fieldHref, nameOf, pageOf) : undefined;
  if (link) return { type: "link", do: [link] };
  const shown = field.fieldShowType ?? "text";
  const length = cut.has(shown) ? numberOf(fieldExtension(field).showLength) : undefined;
  if (length && length > 0) return { type: "ellipsis", length: Math.floor(length) };
  const isPlain = shown === "text";
  return isTitle && isPlain ? { type: "link", do: [{ type: "open", view: "detail" }] } : undefined;
}

/** Whether a link of a form can be handed out: to another site or page, never a script or a session's token. */
export function isUsableLink(href: string, columns: ReadonlySet<string>): boolean {
  const nameOf = (name: string) => (columns.has(name) ? name : undefined);
  // A component of a recorded system leads nowhere here, and does no harm there.
  return fieldHref(href, nameOf, () => "any/page") !== undefined;
}

/** The likeliest document of a component of a recorded system. */
function pageOf(component: string): string | undefined {
  return screenIdCandidates(component).find((id) => /^(?!modules\/)[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)+$/.test(id));
}

/** The columns of a sub-table where its rows are entered with their master. */
export function gridColumns(form: OnlineFormDefinition): readonly Exclude<GridColumn, string>[] {
  return enteredFields(form)
    .filter(({ mainTable }) => !mainTable)
    .map((field) => ({
      field: field.dbFieldName,
      ...widthOf(field, true),
      ...(field.isReadOnly === 1 ? { disabled: true } : {}),
    }));
}

/** The order in which the list opens, where a column asks for one. */
export function listSort(form: OnlineFormDefinition): SortKey | undefined {
  for (const field of shownFields(form)) {
    const { orderRule } = fieldExtension(field);
    if (field.sortFlag === "1" && (orderRule === "asc" || orderRule === "desc")) {
      return { field: fieldNameOf(field.dbFieldName), order: orderRule };
    }
  }
  return undefined;
}
