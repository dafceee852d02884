import { isBlank } from "../../runtime/format/cell-text.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";

/** What was typed into a field that is gone since, by its former name. */
export interface LostValue {
  readonly name: string;
  readonly text: string;
}

export interface FittedDraft {
  readonly values: Row;
  readonly lost: readonly LostValue[];
}

/**
 * A draft for the form as it is now, rows of its relations included: a value goes to the field that its field has become.
 * A row that kept a former name would be refused whenever it is saved.
 */
export function fitDraft(values: Row, model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>): FittedDraft {
  const lost: LostValue[] = [];
  return { values: fitRow(values, model, models, lost), lost };
}

function fitRow(row: Row, model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>, lost: LostValue[]): Row {
  const { fields, extra, relations } = model;
  const current = new Map([...fields.values()].map(({ name, renamedFrom = name }) => [renamedFrom, name]));
  const fitted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const relation = relations[name];
    const target = relation && relation.kind !== "tree" ? models.get(relation.model) : undefined;
    if (target && Array.isArray(value)) fitted[name] = value.map((below) => fitRow(below, target, models, lost));
    else if (fields.has(name) || extra.has(name) || name in relations || isBeside(name)) fitted[name] = value;
    else if (current.has(name)) fitted[current.get(name) ?? name] = value;
    else if (!isBlank(value)) lost.push({ name, text: String(value) });
  }
  return fitted;
}

/** The server's texts of a value, not typed by anybody. */
const isBeside = (name: string): boolean => name.endsWith("_dictText");
