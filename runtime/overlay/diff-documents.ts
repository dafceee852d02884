import {
  byKey,
  type Change,
  type ElementChange,
  hasWords,
  isObject,
  isSame,
  type Json,
  type JsonObject,
  keyOf,
  movedKeys,
  type ObjectChange,
  written,
} from "./overlay.ts";

/**
 * The change that makes `after` of `before`; empty for equal documents. Pure.
 *
 * @example diffDocuments({ title: "订单" }, { title: "门店订单" }) // { title: "门店订单" }
 */
export function diffDocuments(before: JsonObject, after: JsonObject): ObjectChange {
  const change: Record<string, Change> = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) change[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (!isSame(old, value)) change[key] = diffValue(old, value);
  }
  return change;
}

function diffValue(before: Json | undefined, after: Json): Change {
  if (isObject(before) && isObject(after) && !hasWords(before) && !hasWords(after)) {
    return diffDocuments(before, after);
  }
  return diffArrays(before, after) ?? whole(after);
}

/** A value as the change that sets it. */
function whole(value: Json): Change {
  return value === null || typeof value === "object" ? { $set: value } : value;
}

function diffArrays(before: Json | undefined, after: Json): Change | undefined {
  const [old, next] = [byKey(before), byKey(after)];
  if (!old || !next || old.size === 0 || next.size === 0) return undefined;
  const moved = movedKeys([...old.keys()], [...next.keys()]);
  const entries: ElementChange[] = [];
  let previous: string | null = null;
  for (const [key, element] of next) {
    const place = !old.has(key) || moved.has(key) ? { $after: previous } : {};
    const change = diffElement(old.get(key), element);
    if (change || "$after" in place) entries.push({ $key: key, ...place, ...change } as ElementChange);
    previous = key;
  }
  const removed = [...old.keys()].filter((key) => !next.has(key));
  return {
    ...(entries.length > 0 ? { $merge: entries } : {}),
    ...(removed.length > 0 ? { $remove: removed } : {}),
  };
}

function diffElement(before: Json | undefined, after: Json): ObjectChange | { readonly $value: Json } | undefined {
  if (isSame(before, after)) return undefined;
  const old = before === undefined ? undefined : written(before);
  // An object that became a short name is told as a whole: applied to, it would stay an object.
  const canMerge = isObject(old) && isObject(after) && (typeof before !== "string" || keyOf(old) === keyOf(after));
  const change = canMerge ? diffDocuments(old, after) : {};
  return Object.keys(change).length > 0 ? change : { $value: after };
}
