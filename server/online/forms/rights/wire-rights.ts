import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { fieldNameOf } from "../../../../runtime/online-forms/form-columns.ts";
import { systemColumns } from "../../../../runtime/online-forms/names.ts";
import { splitList } from "../../../auth/user-store.ts";
import { refuse } from "../../../http/refusal.ts";
import type { StoredForm } from "../stored-forms.ts";
import type { FormControl } from "./controls.ts";

/** Kinds of rights on the wire. */
export const wireTypes = { field: 1, button: 2, data: 3 } as const;
/** `control` of the wire: 3 editable, 5 visible; `page`: 3 list, 5 form. */
export const wireOf = ({ id, headId, name, title, kind, isOn }: FormControl): Row => ({
  id: id ?? null,
  cgformId: headId,
  code: name,
  title,
  type: kind === "button" ? wireTypes.button : wireTypes.field,
  control: kind === "edit" ? 3 : 5,
  page: kind === "edit" ? 5 : 3,
  status: isOn ? 1 : 0,
});

/** `authId` of recorded clients: a JSON array as text. */
export function idList(value: unknown): readonly string[] {
  const parsed = typeof value === "string" && value.trim().startsWith("[") ? jsonOf(value) : value;
  const ids = Array.isArray(parsed) ? parsed : typeof parsed === "string" ? splitList(parsed) : undefined;
  if (!ids || ids.length > 5_000 || ids.some((id) => typeof id !== "string" || id.length > 128)) {
    throw refuse("参数不识别！");
  }
  return ids as readonly string[];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fields of a form as rows of the recorded page. */
export function columnsOf({ head }: StoredForm, controls: readonly FormControl[], isMain: boolean): readonly Row[] {
  const names = [...new Set(controls.flatMap(({ kind, name }) => (kind === "button" ? [] : [name])))];
  return names.map((name) => {
    const of = (kind: FormControl["kind"]) => controls.find((one) => one.name === name && one.kind === kind);
    const [see, edit] = [of("see"), of("edit")];
    const isSeen = see?.isOn === true;
    return {
      id: see?.id ?? edit?.id ?? null,
      ...{ cgformId: head.id, code: name, title: see?.title, type: wireTypes.field },
      status: isSeen || edit?.isOn ? 1 : 0,
      ...{ listShow: isSeen, formShow: isSeen, formEditable: edit?.isOn === true },
      ...{ isMain, tableName: head.tableName, tableNameTxt: head.tableTxt },
    };
  });
}

/** A data rule under the names of its model; columns by the names of their fields. */
export function ruleRow({ ruleOperator, status, ...rule }: Row): Row {
  const { ruleColumn, ruleConditions = ruleOperator } = rule;
  return {
    ...rule,
    ...(ruleColumn === undefined ? {} : { ruleColumn: fieldNameOf(String(ruleColumn)) }),
    ...(ruleConditions === undefined ? {} : { ruleConditions }),
    ...(status === undefined ? {} : { status: String(status) }),
  };
}

interface StoredRule {
  readonly permissionId: string;
  readonly ruleColumn: string;
  readonly ruleConditions: string;
  readonly status: string;
}

const columns: ReadonlyMap<string, string> = new Map([...systemColumns].map(([column, field]) => [field, column]));

/** A data rule as recorded clients read it: columns, and its operator under their name. */
export function wireRule(
  headId: string,
  { permissionId: _menu, ruleColumn, ruleConditions, status, ...rule }: StoredRule & { readonly id: string },
) {
  return {
    ...rule,
    cgformId: headId,
    ruleColumn: columns.get(ruleColumn) ?? ruleColumn,
    ruleOperator: ruleConditions,
    status: Number(status),
  };
}
