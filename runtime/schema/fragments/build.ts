// Definitions are data: what builds them is marked pure, so that a bundle that takes one text form leaves the rest out.
import type { MetaSchema } from "../meta-schema.ts";

/** A closed object: what it may and what it must contain. */
export interface PropsSchema extends MetaSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, MetaSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** A definition shared by several documents; the composer copies those that a document reaches into its `$defs`. */
/* @__NO_SIDE_EFFECTS__ */
export const ref = (name: string): MetaSchema => ({ $ref: `#/$defs/${name}` });

/** The same fragment with a Chinese explanation, shown on hover and in the reference. */
/* @__NO_SIDE_EFFECTS__ */
export const described = (schema: MetaSchema, description: string): MetaSchema => ({ ...schema, description });
/* @__NO_SIDE_EFFECTS__ */
export const titled = <Schema extends MetaSchema>(title: string, schema: Schema): Schema => ({ ...schema, title });

/* @__NO_SIDE_EFFECTS__ */
export function object(
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[] = [],
): PropsSchema {
  return { type: "object", properties, ...(required.length ? { required } : {}), additionalProperties: false };
}

/* @__NO_SIDE_EFFECTS__ */
export function list(items: MetaSchema, minItems = 0): MetaSchema {
  return { type: "array", items, ...(minItems ? { minItems } : {}) };
}

/** An object whose keys are data (field names, dictionary values), optionally of a certain form. */
/* @__NO_SIDE_EFFECTS__ */
export function mapOf(values: MetaSchema, names?: MetaSchema): MetaSchema {
  return { type: "object", additionalProperties: values, ...(names ? { propertyNames: names } : {}) };
}

/* @__NO_SIDE_EFFECTS__ */
export const oneOf = (...values: readonly (string | number)[]): MetaSchema => ({ enum: values });

/**
 * A tagged union: every branch is closed and names itself by `tag`, so ajv's discriminator looks at one branch only.
 * The tag is written last, because a property of the same name in a branch would silently replace it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function union(tag: string, branches: Readonly<Record<string, MetaSchema>>): MetaSchema {
  return {
    type: "object",
    discriminator: { propertyName: tag },
    oneOf: Object.entries(branches).map(([value, branch]) => ({
      ...(branch.title ? { title: branch.title } : {}),
      ...(branch.description ? { description: branch.description } : {}),
      type: "object",
      properties: { ...branch.properties, [tag]: { const: value } },
      required: [tag, ...(branch.required ?? [])],
      additionalProperties: false,
    })),
  };
}

/** A union without a tag, decided by the presence of a key. */
/* @__NO_SIDE_EFFECTS__ */
export function byKey(key: string, present: MetaSchema, absent: MetaSchema): MetaSchema {
  return { if: { type: "object", required: [key] }, then: present, else: absent };
}

/** A text or something fuller. */
/* @__NO_SIDE_EFFECTS__ */
export function textOr(whenText: MetaSchema, otherwise: MetaSchema): MetaSchema {
  return { if: { type: "string" }, then: whenText, else: otherwise };
}

export const text = ref("text");
export const anyText: MetaSchema = { type: "string" };
export const flag: MetaSchema = { type: "boolean" };
export const number: MetaSchema = { type: "number" };
export const integer: MetaSchema = { type: "integer" };
export const count: MetaSchema = { type: "integer", minimum: 0 };
export const fieldName = ref("fieldName");
export const docId = ref("docId");
export const actions = ref("actions");
export const json = ref("json");
export const expression = ref("expr");
