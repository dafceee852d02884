import type { ExpressionFunction } from "./function-types.ts";
import { dateFunctions } from "./functions-date.ts";
import { numberFunctions } from "./functions-number.ts";
import { textFunctions } from "./functions-text.ts";
import { valueFunctions } from "./functions-value.ts";

/** Every function that an expression may call, by name. There is no other way to run code from a document. */
export const functionTable: ReadonlyMap<string, ExpressionFunction> = new Map(
  [...textFunctions, ...numberFunctions, ...dateFunctions, ...valueFunctions].map((entry) => [entry.name, entry]),
);
