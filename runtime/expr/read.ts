import { charge, expressionLimits, LimitError } from "./limits.ts";
import { isForbiddenName } from "./names.ts";

export type PlainObject = Readonly<Record<string, unknown>>;

/** An object literal or a parsed JSON object; class instances are not JSON and stay closed. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Lets JSON values through; functions, symbols, bigints and class instances read as undefined. */
export function jsonValue(value: unknown): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "object":
      return value === null || Array.isArray(value) || isPlainObject(value) ? value : undefined;
    default:
      return undefined;
  }
}

/** Reads one own data property; a getter is never run, a prototype never reached. Missing is undefined. */
export function readKey(target: unknown, key: unknown): unknown {
  if (typeof key !== "string" && typeof key !== "number") return undefined;
  const name = String(key);
  if (typeof target === "string") return name === "length" ? target.length : undefined;
  if (isForbiddenName(name)) return undefined;
  if (!Array.isArray(target) && !isPlainObject(target)) return undefined;
  const property = Object.getOwnPropertyDescriptor(target, name);
  return property && "value" in property ? jsonValue(property.value) : undefined;
}

/** The items of a list as JSON values; undefined when the value is no list. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length > expressionLimits.items) throw new LimitError(`列表超过 ${expressionLimits.items} 项`);
  charge(value.length);
  const items: unknown[] = [];
  for (let index = 0; index < value.length; index++) items.push(readKey(value, index));
  return items;
}
