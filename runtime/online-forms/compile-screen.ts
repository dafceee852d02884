import type { Button, Detail, FormItem, Query, RowActions, ScreenDocument, Table, View } from "../schema/types.gen.ts";
import type { FormWorld } from "./compile-model.ts";
import {
  extendedConfig,
  fieldExtension,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
} from "./definition.ts";
import { numberOf } from "./field-texts.ts";
import { ownButtons } from "./form-buttons.ts";
import { enteredFields, fieldNameOf, gridColumns, listColumns, listSort } from "./form-columns.ts";
import { queryItems } from "./form-query.ts";
import { formModelId, treeRelation } from "./names.ts";
import { hintRules, itemRules, rowChanges, tableRules } from "./rules/compile-rules.ts";

/** What a generated page is; the addresses of contract 06 §6.1 name one each. */
export const formScreenKinds = ["list", "tree-list", "erp-list", "tab-list", "inner-list", "form"] as const;
export type FormScreenKind = (typeof formScreenKinds)[number];

/** The document id of a generated page. */
export const formScreenId = (kind: FormScreenKind, headId: string): string => `online/${kind}/${headId.toLowerCase()}`;

/** A list of a form asks for every row at once where it has no pages; more than this are paged all the same. */
const allRows = 1_000;

/**
 * The pages of a form: documents like those of files, over the form's own model. A form without sub-tables has no page
 * that is made of them, one that is no tree none that unfolds. Pure.
 *
 * @param definition with the ids of its heads
 * @param titleField the field of its model that stands for a row
 */
export function formScreens(
  definition: OnlineFormDefinition,
  world: FormWorld,
  titleField?: string,
): readonly ScreenDocument[] {
  const kinds = formScreenKinds.filter((kind) => isPossible(kind, definition));
  return kinds.map((kind) => formScreen(kind, definition, world, titleField));
}

function isPossible(kind: FormScreenKind, { head, subs }: OnlineFormDefinition): boolean {
  if (kind === "tree-list") return head.isTree === "Y";
  return kind === "erp-list" || kind === "inner-list" ? subs.length > 0 : true;
}

/** One page of a form. */
export function formScreen(
  kind: FormScreenKind,
  definition: OnlineFormDefinition,
  world: FormWorld,
  titleField?: string,
): ScreenDocument {
  const { head, subs } = definition;
  const id = head.id || head.tableName;
  const common = {
    schemaVersion: 1,
    id: formScreenId(kind, id),
    title: head.tableTxt,
    model: formModelId(id),
  } as const;
  if (kind === "form") {
    const toolbar = ownButtons(definition, "form");
    const view = { ...formView(definition, subs), layout: "cards" } as const;
    return { ...common, kind, view, ...(toolbar.length > 0 ? { toolbar } : {}) };
  }
  const list = {
    ...common,
    query: { items: queryItems(definition, world), advanced: true } satisfies Query,
    table: tableOf(kind, definition, titleField),
    toolbar: toolbarOf(definition),
    rowActions: rowActionsOf(kind, definition),
  };
  switch (kind) {
    case "tree-list": {
      const tree = { relation: treeRelation, ...(head.treeFieldname ? { titleField: head.treeFieldname } : {}) };
      return { ...list, kind, tree, views: viewsOf(definition, subs) };
    }
    case "erp-list":
      return { ...list, kind, views: viewsOf(definition, []), details: subs.map((sub) => detailList(sub, world)) };
    case "inner-list":
      return { ...list, kind, views: viewsOf(definition, subs), details: subs.map(readRows) };
    case "tab-list":
      return { ...list, kind, views: viewsOf(definition, subs, "tabs") };
    case "list":
      return { ...list, kind, views: viewsOf(definition, subs) };
  }
}

function tableOf(kind: FormScreenKind, form: OnlineFormDefinition, titleField: string | undefined): Table {
  const sort = listSort(form);
  const selection = form.head.isCheckbox === "N" ? "none" : "multiple";
  return {
    columns: listColumns(form, titleField),
    ...(sort ? { sort } : {}),
    // The master of an ERP page is one row.
    ...(kind === "erp-list" ? {} : { selection }),
    ...(form.head.isPage === "N" && kind !== "tree-list" ? { pageSize: allRows, pageSizes: [allRows] } : {}),
  };
}

function toolbarOf(form: OnlineFormDefinition): readonly Button[] {
  return [
    { preset: "add" },
    ...ownButtons(form, "button"),
    { preset: "import" },
    { preset: "export", fileName: form.head.tableTxt },
    ...(form.head.isCheckbox === "N" ? [] : [{ preset: "deleteBatch" } as const]),
  ];
}

function rowActionsOf(kind: FormScreenKind, form: OnlineFormDefinition): RowActions {
  // Recorded forms lock a row while a process works on it.
  const hasProcess = form.fields.some(({ dbFieldName }) => dbFieldName === "bpm_status");
  const whenFree = hasProcess ? { visible: "{{ toText(row.bpm_status) in ['', '1'] }}" } : {};
  return {
    items: [
      { preset: "edit", ...whenFree },
      { preset: "detail" },
      ...(kind === "tree-list" ? [{ preset: "addChild" } as const] : []),
      ...ownButtons(form, "link"),
      { preset: "delete", ...whenFree },
    ],
  };
}

type Views = Readonly<Record<string, View>>;

function viewsOf(form: OnlineFormDefinition, subs: readonly OnlineFormDefinition[], layout?: "tabs"): Views {
  const { modalMinWidth } = extendedConfig(form.head);
  const width = numberOf(modalMinWidth);
  const view = formView(form, subs, layout);
  return {
    form: { as: "modal", ...(width && width >= 400 && width <= 2000 ? { width: Math.round(width) } : {}), ...view },
    detail: { as: "drawer", items: detailItems(form, subs) },
  };
}

const templates: Readonly<Record<string, 1 | 2 | 3 | 4>> = { "1": 1, "2": 2, "3": 3, "4": 4 };

/** The fields by the form's columns, the sub-tables in tabs below; with `tabs` the fields are the first of them. */
function formView(form: OnlineFormDefinition, subs: readonly OnlineFormDefinition[], layout?: "tabs"): View {
  const columns = templates[form.head.formTemplate ?? ""] ?? 1;
  const fields = enteredFields(form)
    .filter(({ dbFieldName }) => dbFieldName !== hasChildOf(form))
    .map((field) => formItem(field, columns, form.head));
  const tables = subs.map((sub) => ({ title: sub.head.tableTxt, items: [entered(sub, form.head)] }));
  const first = layout === "tabs" ? [{ title: form.head.tableTxt, items: fields }] : [];
  const tabs = [...first, ...tables];
  return { columns, items: [...(layout === "tabs" ? [] : fields), ...(tabs.length > 0 ? [{ tabs }] : [])] };
}

/** Kept by the server: a tree knows itself which rows have others below. */
const hasChildOf = ({ head }: OnlineFormDefinition) =>
  head.isTree === "Y" ? head.treeIdField || "has_child" : undefined;

/** Controls that take a whole line. */
const wide: ReadonlySet<string> = new Set(["textarea", "umeditor", "markdown", "json", "file", "image"]);

function formItem(field: OnlineFormField, columns: number, head: OnlineFormHead): FormItem {
  const isWide = wide.has(field.fieldShowType ?? "") || fieldExtension(field).isOneRow === true;
  const options = {
    ...(isWide && columns > 1 ? { span: columns } : {}),
    ...(field.isReadOnly === 1 ? { disabled: true } : {}),
    ...itemRules(head, field.dbFieldName),
  };
  return Object.keys(options).length > 0 ? { field: field.dbFieldName, ...options } : field.dbFieldName;
}

function entered(sub: OnlineFormDefinition, master: OnlineFormHead): FormItem {
  const change = rowChanges(sub.head);
  return {
    subTable: {
      kind: "table",
      relation: sub.head.tableName,
      columns: gridColumns(sub).map((column) => ({ ...column, ...hintRules(sub.head, column.field) })),
      ...tableRules(master, sub.head.tableName),
      ...(change.length > 0 ? { on: { change } } : {}),
    },
  };
}

/** What a detail shows beside the entered fields: who made the row, and when. */
const auditNames = ["createBy", "createTime", "updateBy", "updateTime"] as const;

function detailItems(form: OnlineFormDefinition, subs: readonly OnlineFormDefinition[]): readonly FormItem[] {
  const fields = enteredFields(form)
    .filter(({ fieldShowType, dbFieldName }) => fieldShowType !== "password" && dbFieldName !== hasChildOf(form))
    .map(
      (field): FormItem =>
        wide.has(field.fieldShowType ?? "") ? { field: field.dbFieldName, span: 3 } : field.dbFieldName,
    );
  const tabs = subs.map((sub) => ({ title: sub.head.tableTxt, items: [{ subTable: readRows(sub) }] }));
  return [...fields, ...auditNames, ...(tabs.length > 0 ? [{ tabs }] : [])];
}

/** The rows of a sub-table to read. */
function readRows(sub: OnlineFormDefinition): Detail {
  const columns = enteredFields(sub)
    .filter(({ mainTable, fieldShowType }) => !mainTable && fieldShowType !== "password")
    .map(({ dbFieldName }) => dbFieldName);
  return { kind: "list", relation: sub.head.tableName, table: { columns } };
}

/** A sub-table below its master: a list with buttons of its own. */
function detailList(sub: OnlineFormDefinition, world: FormWorld): Detail {
  const columns = listColumns(sub, undefined).filter((column) => !isForeignKey(sub, column));
  const isOne = sub.head.relationType === 1;
  return {
    kind: "list",
    relation: sub.head.tableName,
    ...(isOne ? {} : { query: { items: queryItems(sub, world), advanced: false } }),
    table: { columns, selection: isOne ? "none" : "multiple" },
    toolbar: isOne ? [{ preset: "add" }] : [{ preset: "add" }, ...ownButtons(sub, "button"), { preset: "deleteBatch" }],
    rowActions: { items: [{ preset: "edit" }, ...ownButtons(sub, "link"), { preset: "delete" }] },
    views: { form: withoutKey(sub) },
  };
}

function withoutKey(sub: OnlineFormDefinition): View {
  const fields = sub.fields.filter(({ mainTable }) => !mainTable);
  return { as: "modal", ...formView({ ...sub, fields }, []) };
}

function isForeignKey(sub: OnlineFormDefinition, column: NonNullable<Table["columns"]>[number]): boolean {
  const name = typeof column === "string" ? column : column.field;
  return sub.fields.some(({ dbFieldName, mainTable }) => Boolean(mainTable) && fieldNameOf(dbFieldName) === name);
}
