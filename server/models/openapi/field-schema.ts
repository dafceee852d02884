import type { FieldType, ResolvedField } from "../../../runtime/model/resolved-model.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a value of each type travels (docs/reference/models.md). */
const shapes: Readonly<Partial<Record<FieldType, JsonSchema>>> = {
  integer: { type: "integer" },
  number: { type: "number" },
  money: { type: "number" },
  percent: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$", examples: ["2026-01-31"] },
  datetime: {
    type: "string",
    pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
    examples: ["2026-01-31 09:30:00"],
  },
  json: {},
};

/** The JSON Schema (2020-12) of a field's value; every field may be null on the wire. */
export function fieldSchema(field: ResolvedField): JsonSchema {
  const shape = shapes[field.type] ?? { type: "string" };
  const { type } = shape;
  return {
    ...shape,
    ...(type === undefined ? {} : { type: [type, "null"] }),
    title: field.title,
    ...(field.tip === undefined ? {} : { description: field.tip }),
    ...limitsOf(field, type),
    ...(field.readOnly || field.system ? { readOnly: true } : {}),
  };
}

function limitsOf(field: ResolvedField, type: unknown): JsonSchema {
  const { maxLength, minimum, maximum } = field;
  if (type === "string" && maxLength !== undefined && field.type !== "date") return { maxLength };
  if (type !== "integer" && type !== "number") return {};
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}
