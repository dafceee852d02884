/** A value of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A change to a document, written so that it can be laid over another edition of the same document. Plain values replace,
 * `null` removes, objects go deeper, `$set` replaces with a value that would otherwise be read as a change (objects,
 * arrays, null), `$merge` and `$remove` change arrays whose elements have a key.
 *
 * @example { "table": { "columns": { "$merge": [{ "$key": "mobile", "width": 150 }], "$remove": ["vouchers"] } } }
 */
export type Change = string | number | boolean | null | SetChange | ArrayChange | ObjectChange;
export interface SetChange {
  readonly $set: Json;
}
export interface ArrayChange {
  readonly $merge?: readonly ElementChange[];
  readonly $remove?: readonly string[];
}
export interface ObjectChange {
  readonly [key: string]: Change | undefined;
}
/** `$value`: added, or replaced as a whole; `$after`: the key before it, null for the first place. */
export interface ElementChange {
  readonly $key: string;
  readonly $after?: string | null;
  readonly $value?: Json;
  readonly [key: string]: Change | Json | undefined;
}

const words: ReadonlySet<string> = new Set(["$set", "$merge", "$remove", "$key", "$after", "$value"]);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isSet = (change: Change): change is SetChange => isObject(change) && "$set" in change;
export const isArrayChange = (change: Change): change is ArrayChange =>
  isObject(change) && ("$merge" in change || "$remove" in change);

/** Own keys that would be read as words of the overlay. */
export const hasWords = (value: JsonObject): boolean => Object.keys(value).some((key) => words.has(key));

/** Equal as documents: the order of keys does not count. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

const keyNames = ["key", "field", "preset", "id", "name", "code", "title", "value"];

/** What an element of an array is known by, also after it has moved; undefined for one that has nothing of the kind. */
export function keyOf(element: Json): string | undefined {
  if (typeof element === "string") return element;
  if (!isObject(element) || hasWords(element)) return undefined;
  for (const name of keyNames) {
    const value = element[name];
    if (typeof value === "string") return value;
  }
  const [first] = Object.entries(element);
  if (!first) return undefined;
  return `#${first[0]}${typeof first[1] === "string" ? `=${first[1]}` : ""}`;
}

/** A key in a sentence: one that was made up is called by its value. */
export const shownKey = (key: string): string => key.replace(/^#\w+=/, "");

/** The elements by key; undefined for an array whose elements cannot be told apart. */
export function byKey(array: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (!Array.isArray(array)) return undefined;
  const found = new Map<string, Json>();
  for (const element of array as readonly Json[]) {
    const key = keyOf(element);
    if (key === undefined || found.has(key)) return undefined;
    found.set(key, element);
  }
  return found;
}

/** `"status"` is short for `{ "field": "status" }` wherever both may stand. */
export const written = (element: Json): Json => (typeof element === "string" ? { field: element } : element);

/** Keys of `after` that do not keep the order that they had in `before`; as few as possible. */
export function movedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const place = new Map(before.map((key, index) => [key, index]));
  const common = after.filter((key) => place.has(key));
  const places = common.map((key) => place.get(key) ?? 0);
  // Longest increasing run that keeps its order; quadratic, of lists that a person writes.
  const best = places.map(() => 1);
  const from = places.map(() => -1);
  for (let at = 0; at < places.length; at++) {
    for (let earlier = 0; earlier < at; earlier++) {
      if ((places[earlier] ?? 0) < (places[at] ?? 0) && (best[earlier] ?? 0) + 1 > (best[at] ?? 0)) {
        best[at] = (best[earlier] ?? 0) + 1;
        from[at] = earlier;
      }
    }
  }
  const stays = new Set<string>();
  for (let at = best.indexOf(Math.max(0, ...best)); at >= 0; at = from[at] ?? -1) stays.add(common[at] ?? "");
  return new Set(common.filter((key) => !stays.has(key)));
}
