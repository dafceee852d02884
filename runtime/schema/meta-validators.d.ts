/** The meta-schemas as code, made by `scripts/meta-validators.mjs` when something is built or tested. */
declare module "virtual:meta-validators" {
  import type { ValidateFunction } from "ajv";

  export const model: ValidateFunction;
  export const screen: ValidateFunction;
  export const data: ValidateFunction;
  export const screenTest: ValidateFunction;
}
