import type { ResolvedModel } from "../model/resolved-model.ts";

/**
 * What a query asks of a row, free of any database: fields by wire name, values already checked against the field's type.
 * `server/models/query/to-sql.ts` turns it into SQL; data rules, list filters and dictionary conditions all become one.
 */
export type Condition =
  | { readonly kind: "every"; readonly of: readonly Condition[] }
  | { readonly kind: "some"; readonly of: readonly Condition[] }
  | { readonly kind: "never" }
  | { readonly kind: "compare"; readonly field: string; readonly op: Comparison; readonly value: Bound }
  | { readonly kind: "in"; readonly field: string; readonly values: readonly Bound[]; readonly negate: boolean }
  | {
      readonly kind: "text";
      readonly field: string;
      readonly place: TextPlace;
      /** Literal text: `%` and `_` mean themselves. */
      readonly text: string;
      readonly negate: boolean;
    }
  /** The field is a comma-joined list that holds at least one of the values. */
  | { readonly kind: "holdsAny"; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: "empty"; readonly field: string; readonly negate: boolean }
  /** A row of a link table names this row in `own` and one of the values in `other`; the server's own question only. */
  | {
      readonly kind: "linked";
      readonly table: string;
      readonly own: string;
      readonly other: string;
      readonly values: readonly string[];
    }
  /** The field names a row of another model that fulfils the condition; the server's own question only. */
  | {
      readonly kind: "names";
      readonly field: string;
      readonly model: Pick<ResolvedModel, "fields" | "table">;
      readonly where: Condition;
    }
  /** A sub-row of the relation fulfils the condition; its fields are the detail model's. */
  | { readonly kind: "child"; readonly relation: string; readonly where: Condition };

export type Comparison = "eq" | "ne" | "gt" | "ge" | "lt" | "le";
export type TextPlace = "contains" | "starts" | "ends";

/** A value to bind. Numbers and dates stay text in canonical form, so no digit is lost on the way. */
export type Bound = string | boolean;

export const always: Condition = { kind: "every", of: [] };
export const never: Condition = { kind: "never" };

/** ANDs conditions; those that ask nothing disappear. */
export function every(...conditions: readonly Condition[]): Condition {
  const of = conditions.filter((condition) => !(condition.kind === "every" && condition.of.length === 0));
  const only = of.length === 1 ? of[0] : undefined;
  return only ?? { kind: "every", of };
}

/** True for a condition that asks nothing. */
export const isAlways = (condition: Condition): boolean => condition.kind === "every" && condition.of.every(isAlways);
