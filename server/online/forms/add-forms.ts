import type { Transaction } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { tableAndCondition } from "../../../runtime/online-forms/controls.ts";
import {
  fieldExtension,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
} from "../../../runtime/online-forms/definition.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Tables } from "../../db/database.ts";
import type { Engine } from "../../models/engine.ts";
import { newBody } from "./new-form.ts";
import { formModels, readForm } from "./stored-forms.ts";

interface AddParts {
  readonly trx: Transaction<Tables>;
  readonly engine: Engine;
  readonly caller: Caller;
}

/**
 * Stores definitions that may name each other, main tables before their sub-tables. What names one that is not there yet (a
 * dictionary, rows that a computed value adds up) is said once all are.
 *
 * @returns the rows of the main forms
 * @throws AppError INVALID as any save of a form
 */
export async function addForms(parts: AddParts, definitions: readonly OnlineFormDefinition[]): Promise<readonly Row[]> {
  const { trx, engine, caller } = parts;
  const all = definitions.flatMap((definition) => [definition, ...definition.subs]);
  const waiting = new Set(all.map(({ head }) => head.tableName));
  const later: ({ readonly id: string; readonly fields: readonly OnlineFormField[] } & Later)[] = [];
  const added = new Map<OnlineFormDefinition, Row>();
  for (const one of all) {
    const early = one.fields.filter((field) => namesOne(field, waiting));
    const fields = one.fields.map((field) => (early.includes(field) ? plainField(field) : field));
    // Rules may speak of the rows of sub-forms.
    const { rules, ...plain } = one.head;
    const head = one.subs.length > 0 ? plain : one.head;
    const row = await engine.add(formModels.head, bodyOf({ ...one, head, fields }), caller, { trx });
    added.set(one, row);
    waiting.delete(one.head.tableName);
    const isRuled = head === plain && rules !== undefined;
    if (early.length > 0 || isRuled) later.push({ id: String(row.id), fields: early, ...(isRuled ? { rules } : {}) });
  }
  for (const { id, fields, ...head } of later) await setFields(parts, id, fields, head);
  return definitions.map((definition) => added.get(definition) ?? {});
}

function namesOne(field: OnlineFormField, waiting: ReadonlySet<string>): boolean {
  if (waiting.has(tableAndCondition(field.dictTable ?? "").table)) return true;
  const { formula = "" } = fieldExtension(field);
  return [...String(formula).matchAll(/\brow\.(\w+)/g)].some(([, name = ""]) => waiting.has(name));
}

function plainField(field: OnlineFormField): OnlineFormField {
  const { formula, ...extension } = fieldExtension(field);
  const plain = formula === undefined ? {} : { fieldExtendJson: JSON.stringify(extension) };
  const isPicked = Boolean(field.dictTable);
  return {
    ...field,
    ...plain,
    ...(isPicked ? { fieldShowType: "text", dictTable: null, dictField: null, dictText: null } : {}),
  };
}

type Later = Pick<OnlineFormHead, "rules">;

async function setFields(
  { trx, engine, caller }: AddParts,
  id: string,
  fields: readonly OnlineFormField[],
  head: Later,
): Promise<void> {
  const stored = await readForm(trx, engine.models, id);
  if (!stored) return;
  const ids = new Map(stored.fields.map((field) => [field.dbFieldName, field.id]));
  const rows = fields.map(({ dbFieldName, fieldShowType, dictTable, dictField, dictText, fieldExtendJson }) => ({
    ...{ id: ids.get(dbFieldName), dbFieldName, fieldShowType, dictTable, dictField, dictText, fieldExtendJson },
  }));
  const whole = { ...head, id, version: stored.head.version, fields: { rows, deleteIds: [] } };
  await engine.edit(formModels.head, whole, caller, { trx });
}

/** A definition as a designer would send it. */
const bodyOf = ({ head, fields, indexes, buttons }: OnlineFormDefinition): Row =>
  newBody({ head, fields, indexs: indexes, buttons });
