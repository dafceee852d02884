import type { OnlineFormDefinition } from "../../../../runtime/online-forms/definition.ts";
import { buttonPermission } from "../../../../runtime/online-forms/form-buttons.ts";
import { fieldNameOf, shownFields } from "../../../../runtime/online-forms/form-columns.ts";
import { formPrefix, systemColumns } from "../../../../runtime/online-forms/names.ts";
import { deniedCodes, type FormAction } from "../../../auth/form-rights.ts";
import { quoted, refuse } from "../../../http/refusal.ts";

/** Something of a form that can be put under control: then only those it is granted to see it, change it or press it. */
export interface FormRight {
  readonly kind: "see" | "edit" | "button";
  readonly headId: string;
  /** As recorded clients name it: a column, `update`, `batch_delete`, the code of a button. */
  readonly name: string;
  readonly title: string;
  /** The permission code by which the engine enforces it. */
  readonly code: string;
}

const builtInTitles: Readonly<Partial<Record<FormAction, string>>> = {
  add: "新增",
  edit: "编辑",
  delete: "删除",
  deleteBatch: "批量删除",
  export: "导出",
  import: "导入",
};

/** Everything of one form that can be controlled: its buttons, then its fields. */
export function rightsOf(definition: OnlineFormDefinition): readonly FormRight[] {
  return [...buttonRights(definition), ...fieldRights(definition)];
}

function buttonRights({ head, buttons }: OnlineFormDefinition): readonly FormRight[] {
  const headId = head.id ?? "";
  const builtIn = Object.entries(deniedCodes).map(
    ([action, name]): FormRight => ({
      kind: "button",
      headId,
      name,
      title: builtInTitles[action as FormAction] ?? name,
      code: `${formPrefix(headId)}:${action}`,
    }),
  );
  const own = buttons.map(
    ({ buttonCode, buttonName }): FormRight => ({
      kind: "button",
      headId,
      name: buttonCode,
      title: buttonName,
      code: buttonPermission(headId, buttonCode),
    }),
  );
  return [...builtIn, ...own];
}

function fieldRights(definition: OnlineFormDefinition): readonly FormRight[] {
  const headId = definition.head.id ?? "";
  return shownFields(definition)
    .filter(({ dbFieldName }) => dbFieldName !== "id")
    .flatMap(({ dbFieldName: name, dbFieldTxt: title }): FormRight[] => {
      const code = (kind: "see" | "edit") => `${formPrefix(headId)}:${kind}:${fieldNameOf(name)}`;
      const see: FormRight = { kind: "see", headId, name, title, code: code("see") };
      // What the session fills nobody edits.
      if (systemColumns.has(name)) return [see];
      return [see, { kind: "edit", headId, name, title, code: code("edit") }];
    });
}

/** @throws AppError INVALID for a field or button that the form does not have or that cannot be controlled alone */
export function rightOf(definition: OnlineFormDefinition, kind: FormRight["kind"], name: string): FormRight {
  const wanted = kind === "button" && name === "edit" ? "update" : name;
  const found = rightsOf(definition).find((right) => right.kind === kind && right.name === wanted);
  if (!found)
    throw refuse(`${definition.head.tableTxt}没有可以控制的${kind === "button" ? "按钮" : "字段"}${quoted(name)}`);
  return found;
}
