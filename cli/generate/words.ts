import { definitions } from "../../renderers/definitions.gen.ts";
import { composeMetaSchemas } from "../../runtime/schema/compose.ts";
import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";

/** Whether a named definition is a kind of text, number or list: it has a row under "Words" and no section. */
export const isWord = (schema: MetaSchema): boolean => !schema.properties && !schema.oneOf && !hasObject(schema);

function hasObject(schema: MetaSchema): boolean {
  return [schema.then, schema.else].some(
    (one) => one !== undefined && (one.properties !== undefined || hasObject(one)),
  );
}

/** The words by name: no other named definition is without a section of its own. */
export const wordSchemas: ReadonlyMap<string, MetaSchema> = new Map(
  Object.values(composeMetaSchemas(definitions)).flatMap(({ $defs = {} }) =>
    Object.entries($defs).filter(([, schema]) => isWord(schema)),
  ),
);
