import type { MetaSchema } from "./meta-schema.ts";

/** Looks through `$ref` into the definitions of a composed meta-schema. */
export function follow(meta: MetaSchema, schema: MetaSchema | undefined): MetaSchema | undefined {
  let found = schema;
  while (found?.$ref) found = meta.$defs?.[found.$ref.replace("#/$defs/", "")];
  return found;
}

const branchesOf = (schema: MetaSchema): readonly MetaSchema[] =>
  [schema.if, schema.then, schema.else, ...(schema.oneOf ?? [])].filter((branch) => branch !== undefined);

/** Property names that any branch of a union would accept at this place. */
export function knownKeys(meta: MetaSchema, start: MetaSchema | undefined, depth = 0): Set<string> {
  const found = new Set<string>();
  const schema = follow(meta, start);
  if (!schema || depth > 8) return found;
  for (const key of Object.keys(schema.properties ?? {})) found.add(key);
  for (const branch of branchesOf(schema)) {
    for (const key of branch.required ?? []) found.add(key);
    for (const key of knownKeys(meta, branch, depth + 1)) found.add(key);
  }
  return found;
}

/**
 * The outermost sub-schema that stands at an instance path. A tagged union follows the tag that is written there;
 * elsewhere the first branch that knows the step decides.
 */
export function schemaAt(
  meta: MetaSchema,
  path: readonly (string | number)[],
  document: unknown,
): MetaSchema | undefined {
  let schema: MetaSchema | undefined = meta;
  let value = document;
  for (const step of path) {
    schema = descend(meta, schema, step, value, 0);
    if (!schema) return undefined;
    value = (value as Record<string | number, unknown> | undefined)?.[step];
  }
  return schema;
}

/** The branches of a tagged union that carry the tag of this value; all of them when none does. */
export function branchesFor(schema: MetaSchema, value: unknown): readonly MetaSchema[] {
  const branches = schema.oneOf ?? [];
  const tag = schema.discriminator?.propertyName;
  if (tag === undefined || typeof value !== "object" || value === null) return branches;
  const named = branches.filter(
    (branch) => branch.properties?.[tag]?.const === (value as Readonly<Record<string, unknown>>)[tag],
  );
  return named.length ? named : branches;
}

function descend(
  meta: MetaSchema,
  start: MetaSchema | undefined,
  step: string | number,
  value: unknown,
  depth: number,
): MetaSchema | undefined {
  const schema = follow(meta, start);
  if (!schema || depth > 8) return undefined;
  if (typeof step === "number" && schema.items) return schema.items;
  const properties = schema.properties;
  if (properties && Object.hasOwn(properties, step)) return properties[step];
  for (const branch of [schema.then, schema.else, ...branchesFor(schema, value)]) {
    const found = branch && descend(meta, branch, step, value, depth + 1);
    if (found) return found;
  }
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}
