import { compileScreen } from "../../../../runtime/compile/compile-screen.ts";
import type { ColumnPlan, ListPlan } from "../../../../runtime/compile/plan.ts";
import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { formScreenId } from "../../../../runtime/online-forms/compile-screen.ts";
import type { OnlineFormDefinition, OnlineFormField } from "../../../../runtime/online-forms/definition.ts";
import { isOffered } from "../../../../runtime/online-forms/form-buttons.ts";
import { isUsableLink } from "../../../../runtime/online-forms/form-columns.ts";
import { systemColumns } from "../../../../runtime/online-forms/names.ts";
import { modelAccess } from "../../../../runtime/permission/field-access.ts";
import type { DictOption } from "../../../../runtime/wire/envelope.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { ServerContext } from "../../../context.ts";
import { refuse } from "../../../http/refusal.ts";
import { optionsOf } from "./form-options.ts";
import { deniedActions, mayPress, notSynchronised, type OpenForm } from "./open-form.ts";

type Parts = Pick<ServerContext, "documents" | "dictionaries" | "engine">;

/** The plan of a form's list: what the console draws is what recorded clients are told. */
export function listPlanOf(
  { documents }: Pick<Parts, "documents">,
  { definition }: Pick<OpenForm, "definition">,
): ListPlan {
  const { screens, resolvedModels } = documents.current;
  const screen = screens.get(formScreenId("list", definition.head.id ?? ""));
  const plan = screen && compileScreen(screen, resolvedModels);
  if (!plan || !("table" in plan)) throw refuse(notSynchronised);
  return plan;
}

/** Slots by control: how a recorded list draws what is no plain text. */
const slots: Readonly<Record<string, string>> = {
  date: "dateSlot",
  umeditor: "htmlSlot",
  image: "imgSlot",
  file: "fileSlot",
  pca: "pcaSlot",
  switch: "switch",
};

/** `getColumns` (contract 06 §6.6). */
export async function describeList(parts: Parts, form: OpenForm): Promise<Row> {
  const { definition, model, caller } = form;
  const { head } = definition;
  const plan = listPlanOf(parts, form);
  const access = modelAccess(model, caller);
  const columns = plan.table.columns.filter(({ name }) => access.get(name)?.visible !== false);
  const fields = fieldsByColumn(definition);
  const dictOptions: Record<string, readonly DictOption[] | null> = {};
  for (const { dict, field } of columns) if (dict) dictOptions[field.column] = await optionsOf(parts, dict, caller);
  const linked = columns.flatMap(({ field }) => {
    const href = fields.get(field.column)?.fieldHref;
    return href ? [{ slotName: slotOf(field.column), href }] : [];
  });
  return {
    code: head.id,
    currentTableName: head.tableName,
    description: head.tableTxt,
    formTemplate: head.formTemplate ?? "1",
    relationType: head.relationType ?? 0,
    isDesForm: head.isDesForm ?? "N",
    desFormCode: head.desFormCode ?? "",
    scrollFlag: head.scroll ?? 1,
    checkboxFlag: head.isCheckbox ?? "Y",
    paginationFlag: head.isPage ?? "Y",
    columns: columns.map((column) => wireColumn(column, fields.get(column.field.column))),
    dictOptions,
    fieldHrefSlots: linked,
    hideColumns: deniedActions(definition, caller),
    cgButtonList: wireButtons(definition, ["link", "button"], caller),
    // Scripts run in no page of ours; a form without one answers an empty text too.
    enhanceJs: "",
    ...(head.isTree === "Y"
      ? {
          pidField: head.treeParentIdField || "pid",
          hasChildrenField: head.treeIdField || "has_child",
          textField: head.treeFieldname ?? "",
        }
      : {}),
  };
}

/** `getErpColumns`: the list and those of its sub-tables. */
export async function describeErpLists(parts: Parts, form: OpenForm): Promise<Row> {
  const main = await describeList(parts, form);
  const subList: Row[] = [];
  for (const { definition, model } of form.subs) {
    const foreignKeys = definition.fields
      .filter(({ mainTable }) => mainTable)
      .map(({ dbFieldName, mainTable, mainField }) => ({ field: dbFieldName, table: mainTable, key: mainField }));
    subList.push({ ...(await describeList(parts, { ...form, definition, model, subs: [] })), foreignKeys });
  }
  return { main, subList };
}

/** Without links that nobody may follow: definitions stored before they were refused, or by a restored backup. */
function fieldsByColumn({ fields }: OnlineFormDefinition): ReadonlyMap<string, OnlineFormField> {
  const columns = new Set([...fields.map(({ dbFieldName }) => dbFieldName), ...systemColumns.keys()]);
  return new Map(
    fields.map((field) => {
      const isUsable = !field.fieldHref || isUsableLink(field.fieldHref, columns);
      return [field.dbFieldName, isUsable ? field : { ...field, fieldHref: null }];
    }),
  );
}

const slotOf = (column: string): string => `fieldHref_${column}`;

function wireColumn(
  { title, field, width, sortable, dict, grows }: ColumnPlan,
  stored: OnlineFormField | undefined,
): Row {
  const slot = stored?.fieldHref ? slotOf(field.column) : slots[stored?.fieldShowType ?? ""];
  const replaced =
    stored?.fieldShowType === "cat_tree" && stored.dictText ? `_replace_text_${stored.dictText}` : undefined;
  const render = replaced ?? (dict ? field.column : undefined);
  return {
    title,
    dataIndex: field.column,
    align: "center",
    ...(sortable ? { sorter: true } : {}),
    ...(grows ? {} : { width: String(width) }),
    ...(render === undefined ? {} : { customRender: render }),
    ...(slot === undefined ? {} : { scopedSlots: { customRender: slot } }),
  };
}

/** Buttons that are offered, in their order. */
export function wireButtons(
  definition: OnlineFormDefinition,
  styles: readonly string[],
  caller: Caller,
): readonly Row[] {
  return definition.buttons
    .filter((button) => styles.includes(button.buttonStyle) && isOffered(button))
    .filter(({ buttonCode }) => mayPress(definition, buttonCode, caller))
    .toSorted((one, other) => (one.orderNum ?? 0) - (other.orderNum ?? 0))
    .map(({ cgformHeadId: _head, ...button }) => button);
}

/** `getQueryInfo`: the inputs above the list; what the console folds is `hidden` here. */
export function describeQuery(parts: Pick<Parts, "documents">, form: OpenForm): readonly Row[] {
  const { query } = listPlanOf(parts, form);
  const fields = fieldsByColumn(form.definition);
  const access = modelAccess(form.model, form.caller);
  return query.items
    .filter(({ name }) => access.get(name)?.visible !== false)
    .map((item, index) => ({
      field: item.field.column,
      label: item.title,
      view: viewOf(fields.get(item.field.column)),
      mode: item.op === "range" ? "group" : "single",
      hidden: index < query.collapsedCount ? "0" : "1",
      config: fields.get(item.field.column)?.queryConfigFlag ?? "0",
      ...(item.default === undefined ? {} : { defValue: item.default }),
      ...dictKeys(item.dict),
    }));
}

function viewOf(stored: OnlineFormField | undefined): string {
  const own = stored?.queryConfigFlag === "1" ? stored.queryShowType : stored?.fieldShowType;
  return own || "text";
}

/** A dictionary as recorded clients name one: a code, or a table with its value and text columns. */
export function dictKeys(dict: ColumnPlan["dict"]): Row {
  if (!dict) return {};
  if (dict.kind === "code") return { dictCode: dict.code };
  return { dictTable: dict.model, dictCode: dict.value, dictText: dict.text };
}
