import type { Row } from "../../../runtime/model/resolved-model.ts";
import { tableTypes } from "../../../runtime/online-forms/definition.ts";
import { plainName } from "../../../runtime/online-forms/names.ts";
import { readRowBody } from "../../models/engine-parts.ts";

const hidden = { isShowForm: 0, isShowList: 0, isReadOnly: 1, isQuery: 0 };
const text = (dbFieldName: string, dbFieldTxt: string, dbLength: number): Row => ({
  dbFieldName,
  dbFieldTxt,
  dbType: "string",
  dbLength,
  ...hidden,
});
const time = (dbFieldName: string, dbFieldTxt: string): Row => ({
  dbFieldName,
  dbFieldTxt,
  dbType: "Datetime",
  fieldShowType: "datetime",
  ...hidden,
});

/** What every form has; the values come from the session. */
export const defaultFields: readonly Row[] = [
  { ...text("id", "主键", 36), dbIsKey: 1, dbIsNull: 0 },
  text("create_by", "创建人", 50),
  time("create_time", "创建日期"),
  text("update_by", "更新人", 50),
  time("update_time", "更新日期"),
  text("sys_org_code", "所属部门", 64),
];

/** What joins a row of a sub-table to its main row. */
const foreignKey: Row = { ...text("main_id", "主表记录", 36), isReadOnly: 0, mainField: "id" };

/** What a tree has besides. */
const treeFields: readonly Row[] = [
  { ...text("pid", "父级节点", 32), isReadOnly: 0 },
  { ...text("has_child", "是否有子节点", 3), fieldShowType: "list", dictField: "yn" },
];

/** Rows of a body with the names that are stored. */
export function plainRows(value: unknown): readonly Row[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry) => {
    const row = readRowBody(entry);
    return typeof row.dbFieldName === "string" ? { ...row, dbFieldName: plainName(row.dbFieldName) } : row;
  });
}

/** The body of a new form: the engine's row with its lists, default rows included. */
export function newBody({ head, fields, indexs, buttons }: Row): Row {
  const { id: _id, fields: _fields, ...own } = readRowBody(head);
  const sent = (plainRows(fields) ?? []).map(withoutId);
  return {
    ...own,
    ...(own.isTree === "Y" ? treeSettings(own) : {}),
    ...(typeof own.tableName === "string" ? { tableName: plainName(own.tableName) } : {}),
    fields: [...missing(defaultFields, sent), ...sent, ...missing(treeFieldsOf(own), sent)],
    indexs: (plainRows(indexs) ?? []).map(withoutId),
    ...(Array.isArray(buttons) ? { buttons: buttons.map((row) => withoutId(readRowBody(row))) } : {}),
  };
}

/**
 * The same from the console's row. The rows that were typed come first: a wrong one is told by its place among them. A
 * sub-table that names its main table gets the column that joins them.
 */
export function newForm({ fields, indexs, buttons, mainTable, ...head }: Row): Row {
  const body = newBody({ head, fields: [], indexs, buttons });
  const sent = (plainRows(fields) ?? []).map(withoutId);
  const isJoined = sent.some((row) => row.mainTable);
  const joining = head.tableType === tableTypes.sub && mainTable && !isJoined ? [{ ...foreignKey, mainTable }] : [];
  return { ...body, fields: [...sent, ...missing([...joining, ...(body.fields as readonly Row[])], sent)] };
}

function missing(fields: readonly Row[], sent: readonly Row[]): readonly Row[] {
  const named = new Set(sent.map(({ dbFieldName }) => dbFieldName));
  return fields.filter(({ dbFieldName }) => !named.has(dbFieldName));
}

/** What a form needs that becomes a tree: settings of its head and columns that it does not have yet. */
export function becomingTree(
  head: Row,
  fields: readonly Row[],
): { readonly head: Row; readonly fields: readonly Row[] } {
  return { head: treeSettings(head), fields: missing(treeFieldsOf({ ...head, isTree: "Y" }), fields) };
}

const treeSettings = ({ treeParentIdField }: Row): Row => ({
  treeIdField: "has_child",
  treeParentIdField: treeParentIdField || "pid",
});

/** The parent's column may have a name of its own. */
const treeFieldsOf = ({ isTree, treeParentIdField }: Row): readonly Row[] =>
  (isTree === "Y" ? treeFields : []).map((field) =>
    field.dbFieldName === "pid" && treeParentIdField ? { ...field, dbFieldName: treeParentIdField } : field,
  );

export const withoutId = ({ id: _id, cgformHeadId: _head, ...row }: Row): Row => row;
