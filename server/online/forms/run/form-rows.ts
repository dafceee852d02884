import { compileBraced } from "../../../../runtime/expr/template.ts";
import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { buttonCondition } from "../../../../runtime/online-forms/button-condition.ts";
import type { OnlineFormButton } from "../../../../runtime/online-forms/definition.ts";
import { isOffered } from "../../../../runtime/online-forms/form-buttons.ts";
import type { Condition } from "../../../../runtime/query/condition.ts";
import { AppError } from "../../../http/errors.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { Engine } from "../../../models/engine.ts";
import type { WireQuery } from "../../../models/query/parse-list-query.ts";
import { maxPageSize } from "../../../models/query/parse-list-query.ts";
import { treeOf } from "../../../models/tree.ts";
import { mayPress, type OpenForm } from "./open-form.ts";
import { fromWireQuery, toWireRow } from "./wire-rows.ts";

/** A page of rows. */
export async function listForm(engine: Engine, { model, caller }: OpenForm, query: WireQuery, within?: Condition) {
  const { records, ...page } = await engine.list(model.id, fromWireQuery(query), caller, within);
  return { records: records.map((row) => toWireRow(model, row)), ...page };
}

/**
 * The rows below one of a tree, or its top rows: `<parent column>=` says below which. A search (`hasQuery`) and the
 * children of several rows (`batchFlag`) ask the whole table.
 */
export async function listTree(engine: Engine, form: OpenForm, query: WireQuery) {
  const tree = treeOf(form.model);
  if (!tree) throw refuse(`${form.model.title}没有上下级`);
  const { [tree.parent.column]: parent, hasQuery, batchFlag, ...conditions } = query;
  const { column } = tree.hasChild;
  const list = async (within?: Condition) => {
    const { records, ...page } = await listForm(engine, form, { pageSize: String(maxPageSize), ...conditions }, within);
    return { records: records.map((row) => ({ ...row, [column]: row[column] ?? "0" })), ...page };
  };
  if (String(hasQuery) === "true" || String(batchFlag) === "true") return list();
  const { name } = tree.parent;
  const pid = parent === undefined || parent === "" ? tree.root : String(parent);
  const below: Condition = { kind: "compare", field: name, op: "eq", value: pid };
  const isRoot = pid === tree.root;
  const within: Condition = isRoot
    ? { kind: "some", of: [below, { kind: "empty", field: name, negate: false }] }
    : below;
  return list(within);
}

/** A record with its sub-tables under their names: rows of a one-to-many, one row or null of a one-to-one. */
export async function readRecord(engine: Engine, { model, subs, caller }: OpenForm, id: string): Promise<Row> {
  const record = toWireRow(model, await engine.queryById(model.id, id, caller));
  const below: Record<string, unknown> = {};
  for (const { relation, definition, model: of } of subs) {
    const rows = (await engine.listByMainId(of.id, id, caller)).map((row) => toWireRow(of, row));
    below[relation] = definition.head.relationType === 1 ? (rows[0] ?? null) : rows;
  }
  return { ...record, ...below };
}

/** Names of the sub-tables that a body may bring. */
export const subTablesOf = ({ subs }: OpenForm): ReadonlySet<string> => new Set(subs.map(({ relation }) => relation));

/**
 * The button that somebody presses on one row.
 *
 * @throws AppError FORBIDDEN for a code that a switched-on row controls and the caller does not hold, INVALID for a row
 * that the button is not offered on
 */
export async function pressedButton(
  engine: Engine,
  form: OpenForm,
  buttonCode: string,
  dataId: string,
): Promise<{ readonly button: OnlineFormButton; readonly row: Row }> {
  const { definition, model, caller } = form;
  const button = definition.buttons.find((one) => one.buttonCode === buttonCode && isOffered(one));
  if (!button) throw refuse(`没有按钮${quoted(buttonCode)}`);
  if (!mayPress(definition, buttonCode, caller)) throw new AppError("FORBIDDEN");
  const row = await engine.queryById(model.id, dataId, caller);
  await engine.requireChangeable(model.id, dataId, caller);
  const condition = buttonCondition(button.exp, new Set(definition.fields.map(({ dbFieldName }) => dbFieldName)));
  if (condition !== undefined && !compileBraced(condition)({ row })) {
    throw refuse(`这条数据现在不能${quoted(button.buttonName)}`);
  }
  return { button, row };
}
