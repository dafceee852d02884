import { Ajv, type ValidateFunction } from "ajv";
import dataSchema from "../../schemas/meta/v1/data.schema.json";
import modelSchema from "../../schemas/meta/v1/model.schema.json";
import screenSchema from "../../schemas/meta/v1/screen.schema.json";
import testSchema from "../../schemas/meta/v1/screen-test.schema.json";
import type { DocumentKind } from "./compose.ts";
import type { MetaSchema } from "./meta-schema.ts";

/** The committed meta-schemas. */
export const metaSchemas: Readonly<Record<DocumentKind, MetaSchema>> = {
  model: modelSchema as MetaSchema,
  screen: screenSchema as MetaSchema,
  data: dataSchema as MetaSchema,
  "screen-test": testSchema as MetaSchema,
};

const compiled = new Map<string, ValidateFunction>();

/**
 * The validator of a kind of document, compiled on first use (about 0.3 s for all four together).
 * `verbose` is needed for suggestions: it tells which sub-schema refused.
 *
 * @param depth `all` collects every error, which costs the square of their number; `first` stops at one
 */
export function validatorOf(kind: DocumentKind, depth: "all" | "first" = "all"): ValidateFunction {
  const key = `${kind} ${depth}`;
  let validate = compiled.get(key);
  if (!validate) {
    const ajv = new Ajv({
      allErrors: depth === "all",
      discriminator: true,
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowUnionTypes: true,
      verbose: true,
      inlineRefs: false, // compiles three times faster
      code: { optimize: false }, // compiles twice as fast; checking costs the same
    });
    validate = ajv.compile(metaSchemas[kind]);
    compiled.set(key, validate);
  }
  return validate;
}
