import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from "ajv";
import { nearest } from "../schema/nearest.ts";
import type { SchemaProblem } from "./check-schema.ts";
import { chineseJson as texts } from "./json-messages.ts";
import { isSchema, type JsonSchema, subSchemas } from "./keywords.ts";

/** Steps of one check: a value against one schema is one. Enough for 100,000 values, and over in a moment. */
const mostSteps = 200_000;
/** Errors that are looked at to find the one that is told. */
const mostErrors = 2_000;

class TooMuch extends Error {}

/** What each schema costs is counted in it, under a name that `schemaProblems` refuses. */
const counter = "$cost";

let steps = 0;

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true, // else what fails first is not counted
    strict: false, // unknown keywords are told by `schemaProblems`
    validateFormats: false,
    verbose: true,
    inlineRefs: false,
    code: { optimize: false },
    meta: false,
    validateSchema: false,
    logger: false,
  });
  ajv.addKeyword({
    keyword: counter,
    errors: false,
    validate: ({ weight, isUnique }: Cost, data: unknown) => {
      steps += weight;
      // Items are compared in pairs.
      if (isUnique && Array.isArray(data)) steps += data.length ** 2 / 20;
      if (steps > mostSteps) throw new TooMuch();
      return true;
    },
  });
  return ajv;
}

interface Cost {
  readonly weight: number;
  readonly isUnique: boolean;
}

/** The same schema, each part of which counts when it is asked. */
function counted(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema) as Record<string, unknown>;
  const pending: JsonSchema[] = [copy];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { required, enum: values, patternProperties } = next;
    const sizes = [required, values].map((list) => (Array.isArray(list) ? list.length : 0));
    const names = isSchema(patternProperties) ? 50 * Object.keys(patternProperties).length : 0;
    const weight = 1 + sizes.reduce((sum, size) => sum + size, 0) / 10 + names;
    pending.push(...subSchemas(next).map((below) => below.schema));
    (next as Record<string, unknown>)[counter] = { weight, isUnique: next.uniqueItems === true } satisfies Cost;
  }
  return copy;
}

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

function validatorFor(schema: JsonSchema): ValidateFunction {
  const known = compiled.get(schema) ?? createAjv().compile(counted(schema) as AnySchema);
  compiled.set(schema, known);
  return known;
}

/** What is wrong with a value. */
export interface JsonProblem {
  /** JSON pointer. */
  readonly pointer: string;
  /** Its message, for a place that is called so. */
  message(place: string): string;
}

/**
 * The mistake of a value that its author should mend first; undefined for a value that keeps to the schema.
 *
 * @param schema one without `schemaProblems`
 */
export function problemOf(schema: JsonSchema, value: unknown): JsonProblem | undefined {
  const validate = validatorFor(schema);
  steps = 0;
  try {
    if (validate(value)) return undefined;
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { pointer: "", message: () => texts.tooMuch };
  }
  const errors = (validate.errors ?? []).slice(0, mostErrors);
  validate.errors = null; // what was checked would stay reachable
  const error = foremost(errors);
  return {
    pointer: error?.instancePath ?? "",
    message: (place) => (error ? wordsOf(error, place) : texts.other(place)),
  };
}

/** Keywords that only say that a part of them failed. */
const silent = new Set(["if", "propertyNames"]);
const choices = new Set(["anyOf", "oneOf", "not", "contains"]);

/** Errors of an alternative count where there is no other; then the one that came furthest was meant. */
function foremost(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const told = errors.filter(({ keyword }) => !silent.has(keyword));
  const isInside = ({ schemaPath }: ErrorObject) => /\/(anyOf|oneOf)\/\d/.test(schemaPath);
  const sure = told.find((error) => !isInside(error) && !choices.has(error.keyword));
  if (sure) return sure;
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const inside = told.filter((error) => isInside(error) && !choices.has(error.keyword));
  const deepest = Math.max(...inside.map(depth));
  const meant = inside.filter((error) => depth(error) === deepest);
  const outer = told.find(({ keyword }) => choices.has(keyword));
  // Alternatives of one place that all failed there: none was meant more than another.
  return meant.length === 1 || (outer && depth(outer) < deepest) ? meant[0] : (outer ?? meant[0]);
}

type Params = Readonly<Record<string, unknown>>;
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
const typeNames: Readonly<Record<string, string>> = texts.types;
const limits =
  (words: (place: string, limit: string) => string) =>
  (place: string, { limit }: Params) =>
    words(place, String(limit));

const words: Readonly<Record<string, (place: string, params: Params, error: ErrorObject) => string>> = {
  type: (place, { type }) =>
    texts.type(
      place,
      [type as string | readonly string[]]
        .flat()
        .map((one) => typeNames[one] ?? one)
        .join(texts.or),
    ),
  required: (place, { missingProperty }) => texts.required(place, shown(missingProperty)),
  dependencies: (place, { missingProperty }) => texts.required(place, shown(missingProperty)),
  additionalProperties: (place, { additionalProperty }, { parentSchema }) => {
    const name = String(additionalProperty);
    const meant = nearest(name, Object.keys((parentSchema?.properties as object | undefined) ?? {}));
    return meant === undefined ? texts.unknown(place, shown(name)) : texts.misspelt(place, shown(name), shown(meant));
  },
  enum: (place, { allowedValues }) =>
    texts.oneOf(place, (allowedValues as unknown[]).slice(0, 12).map(shown).join(", ")),
  const: (place, { allowedValue }) => texts.constant(place, shown(allowedValue)),
  pattern: (place, { pattern }) => texts.pattern(place, String(pattern)),
  minimum: limits(texts.minimum),
  maximum: limits(texts.maximum),
  exclusiveMinimum: limits(texts.above),
  exclusiveMaximum: limits(texts.below),
  multipleOf: (place, { multipleOf }) => texts.multipleOf(place, String(multipleOf)),
  minLength: limits(texts.minLength),
  maxLength: limits(texts.maxLength),
  minItems: limits(texts.minItems),
  maxItems: limits(texts.maxItems),
  additionalItems: limits(texts.maxItems),
  minProperties: limits(texts.minProperties),
  maxProperties: limits(texts.maxProperties),
  uniqueItems: (place) => texts.repeated(place),
};

function wordsOf(error: ErrorObject, place: string): string {
  if (error.propertyName !== undefined) return texts.name(place, shown(error.propertyName));
  const found = Object.hasOwn(words, error.keyword) ? words[error.keyword] : undefined;
  return found ? found(place, error.params as Params, error) : texts.other(place);
}

let draft: ValidateFunction | undefined;

/** Whether a schema is written as draft-07 says: the kinds of its keywords' values. */
export function schemaShape(schema: JsonSchema): readonly SchemaProblem[] {
  draft ??= new Ajv({ strict: false, validateFormats: false, verbose: true }).getSchema(
    "http://json-schema.org/draft-07/schema",
  ) as ValidateFunction;
  if (draft(schema)) return [];
  const error = foremost(draft.errors ?? []);
  const path = (error?.instancePath ?? "").split("/").slice(1);
  const message = error ? wordsOf(error, path.at(-1) ?? "JSON Schema") : texts.other("JSON Schema");
  return [{ path: path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)), message }];
}
