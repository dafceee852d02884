import { add, divide, multiply, numberOf, remainder, subtract } from "./decimal.ts";
import { boundedText } from "./limits.ts";
import { isPlainObject, itemsOf, readKey } from "./read.ts";
import { textOf } from "./text.ts";

/** null and undefined are both "nothing"; an expression cannot tell them apart. */
export const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Empty text, 0, false and nothing are false; lists and objects are true. */
export const isTruthy = (value: unknown): boolean => Boolean(value);

/** Strict, except that null equals missing. */
export const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || (isNothing(left) && isNothing(right));

/** −1, 0, 1; undefined when the two cannot be ordered (one is nothing, or the kinds differ). */
export function compare(left: unknown, right: unknown): number | undefined {
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left !== "number" && typeof right !== "number") return undefined;
  const a = numberOf(left);
  const b = numberOf(right);
  if (a === null || b === null) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

export type OrderOperator = "<" | "<=" | ">" | ">=";

/** Undefined when the sides cannot be ordered; the language then reads it as false. */
export function order(operator: OrderOperator, left: unknown, right: unknown): boolean | undefined {
  const sign = compare(left, right);
  if (sign === undefined) return undefined;
  switch (operator) {
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
  }
}

/** Member of a list, of a comma-joined text (the wire form of several values), or key of an object. */
export function isIn(value: unknown, container: unknown): boolean {
  const items = itemsOf(container);
  if (items) return items.some((item) => isEqual(item, value));
  if (typeof container === "string") {
    return !isNothing(value) && container !== "" && boundedText(container).split(",").includes(textOf(value));
  }
  return isPlainObject(container) && readKey(container, value) !== undefined;
}

/** Text wins: with a text on either side both are joined. Otherwise both must be numbers. */
export function plus(left: unknown, right: unknown): unknown {
  if (typeof left === "string" || typeof right === "string") return boundedText(textOf(left) + textOf(right));
  return arithmetic("+", left, right);
}

/** Null when a side is no number (numeric text counts for `- * / %`) or the result is none. */
export function arithmetic(operator: "+" | "-" | "*" | "/" | "%", left: unknown, right: unknown): number | null {
  const a = numberOf(left);
  const b = numberOf(right);
  if (a === null || b === null) return null;
  switch (operator) {
    case "+":
      return add(a, b);
    case "-":
      return subtract(a, b);
    case "*":
      return multiply(a, b);
    case "/":
      return divide(a, b);
    case "%":
      return remainder(a, b);
  }
}

export function negate(value: unknown): number | null {
  const number = numberOf(value);
  return number === null ? null : 0 - number;
}
