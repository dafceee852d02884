import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Field, ModelDocument } from "../schema/types.gen.ts";

type Transitions = NonNullable<ModelDocument["states"]>["transitions"];
export type Ask = NonNullable<Transitions[string]["ask"]>;

/**
 * The fields that a transition asks for, as a model of their own: its record is the answers. An entry with a `type`
 * is a field of the question alone; any other changes a few keys of the model's field of that name, which may be
 * read-only elsewhere. Make its rules with root `form` and give the stored row as `context.row`.
 */
export function askModel(model: ResolvedModel, ask: Ask): ResolvedModel {
  const fields = new Map<string, ResolvedField>();
  for (const [name, entry] of Object.entries(ask)) {
    const field = "type" in entry ? ownField(model, name, entry) : answerTo(model.fields.get(name), entry);
    if (field) fields.set(name, { ...field, system: false, readOnly: false, hidden: false });
  }
  return { ...model, fields, relations: {}, indexes: [], rules: [], states: undefined };
}

function ownField(model: ResolvedModel, name: string, field: Field): ResolvedField | undefined {
  const { id, title, table, base, permissionPrefix } = model;
  const document: ModelDocument = {
    schemaVersion: 1,
    id,
    title,
    table,
    base,
    permissionPrefix,
    fields: { [name]: field },
  };
  return resolveModel(document, () => undefined).fields.get(name);
}

function answerTo(field: ResolvedField | undefined, entry: Exclude<Ask[string], Field>): ResolvedField | undefined {
  if (!field) return undefined;
  return {
    ...field,
    title: entry.title ?? field.title,
    required: entry.required ?? field.required === true,
    default: entry.default,
    rules: entry.rules ?? field.rules,
    widget: entry.widget ?? field.widget,
    when: undefined,
    value: undefined,
  };
}
