import * as made from "virtual:meta-validators";
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

const collecting: Readonly<Record<DocumentKind, ValidateFunction>> = {
  model: made.model,
  screen: made.screen,
  data: made.data,
  "screen-test": made.screenTest,
};
const stopping = new Map<DocumentKind, ValidateFunction>();

/**
 * The validator of a kind of document. Its errors tell which sub-schema refused: suggestions are made from that.
 *
 * @param depth `all` collects every error, which costs the square of their number; `first` stops at one, for documents
 *   so large that it is compiled when the first of them comes
 */
export function validatorOf(kind: DocumentKind, depth: "all" | "first" = "all"): ValidateFunction {
  if (depth === "all") return collecting[kind];
  let validate = stopping.get(kind);
  if (!validate) {
    const ajv = new Ajv({
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
    stopping.set(kind, validate);
  }
  return validate;
}
