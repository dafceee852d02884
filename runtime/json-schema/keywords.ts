/** A JSON Schema of a document: draft-07 without remote parts. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Far above what a setting needs; a schema is compiled at the first save, while others wait. */
export const schemaLimits = { characters: 32 * 1024, schemas: 500, depth: 32 } as const;

/** Where below a keyword other schemas stand. */
type Below = "none" | "schema" | "list" | "map" | "schemaOrList" | "mapOrNames";

/** The keywords that a schema may use. What is not here would be ignored by one of the two sides. */
export const keywords: Readonly<Record<string, Below>> = {
  $schema: "none",
  $comment: "none",
  $ref: "none",
  title: "none",
  description: "none",
  default: "none",
  examples: "none",
  type: "none",
  enum: "none",
  const: "none",
  multipleOf: "none",
  maximum: "none",
  exclusiveMaximum: "none",
  minimum: "none",
  exclusiveMinimum: "none",
  maxLength: "none",
  minLength: "none",
  pattern: "none",
  maxItems: "none",
  minItems: "none",
  uniqueItems: "none",
  maxProperties: "none",
  minProperties: "none",
  required: "none",
  items: "schemaOrList",
  additionalItems: "schema",
  contains: "schema",
  properties: "map",
  patternProperties: "map",
  additionalProperties: "schema",
  propertyNames: "schema",
  dependencies: "mapOrNames",
  definitions: "map",
  $defs: "map",
  if: "schema",
  then: "schema",
  else: "schema",
  allOf: "list",
  anyOf: "list",
  oneOf: "list",
  not: "schema",
};

type Step = string | number;

/** A schema inside another one, with its way there. */
export interface SubSchema {
  readonly schema: JsonSchema;
  readonly path: readonly Step[];
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schemas directly below one, as far as they stand where schemas stand. */
export function subSchemas(schema: JsonSchema, path: readonly Step[] = []): readonly SubSchema[] {
  const entriesOf = (value: unknown): readonly (readonly [Step, unknown])[] =>
    Array.isArray(value) ? [...value.entries()] : isSchema(value) ? Object.entries(value) : [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const below = Object.hasOwn(keywords, keyword) ? keywords[keyword] : "none";
    if (below === "none") return [];
    const isOne = below === "schema" || (below === "schemaOrList" && !Array.isArray(value));
    const found = isOne ? [[keyword, value] as const] : entriesOf(value);
    return found.flatMap(([step, each]) =>
      isSchema(each) ? [{ schema: each, path: isOne ? [...path, keyword] : [...path, keyword, step] }] : [],
    );
  });
}
