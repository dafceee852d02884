import { diffDocuments } from "./diff-documents.ts";
import {
  type ArrayChange,
  byKey,
  type Change,
  type ElementChange,
  isArrayChange,
  isObject,
  isSame,
  isSet,
  type Json,
  type JsonObject,
  keyOf,
  movedKeys,
  type ObjectChange,
  written,
} from "./overlay.ts";

/** A place that both changed differently. The overlay's value is in the result, the other one only here. */
export interface Conflict {
  /** Keys from the top; elements of arrays by their key. */
  readonly path: readonly string[];
  readonly kind: "value" | "place";
  /** What both began from; absent where there was nothing. */
  readonly base?: Json | undefined;
  /** What the other edition says; absent where it removed it. */
  readonly theirs?: Json | undefined;
  readonly ours?: Json | undefined;
}

export interface Merged {
  readonly document: JsonObject;
  readonly conflicts: readonly Conflict[];
}

/**
 * Lays an overlay over an edition of the document that it was made for. Pure; inputs stay as they are.
 *
 * @param base the edition that the overlay was made from: what differs from it in `theirs` was changed there
 */
export function applyOverlay(theirs: JsonObject, overlay: ObjectChange, base: JsonObject = theirs): Merged {
  const conflicts: Conflict[] = [];
  const document = applyToObject(theirs, overlay, base, { path: [], conflicts });
  return { document, conflicts };
}

interface Walk {
  readonly path: readonly string[];
  readonly conflicts: Conflict[];
}
type Values = { theirs: Json | undefined; base: Json | undefined; ours: Json | undefined };

const below = (walk: Walk, key: string): Walk => ({ ...walk, path: [...walk.path, key] });
const clash = ({ path, conflicts }: Walk, values: Values, kind: Conflict["kind"] = "value"): void => {
  conflicts.push({ path, kind, ...values });
};

function applyToObject(theirs: JsonObject, change: ObjectChange, base: JsonObject, walk: Walk): JsonObject {
  const result: Record<string, Json> = { ...theirs };
  for (const [key, one] of Object.entries(change)) {
    if (one === undefined) continue;
    const [now, then] = [own(theirs, key), own(base, key)];
    const next = one === null ? remove(now, then, below(walk, key)) : applyValue(now, one, then, below(walk, key));
    if (next === undefined) delete result[key];
    else result[key] = next;
  }
  return result;
}

const own = (value: JsonObject, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);

function remove(theirs: Json | undefined, base: Json | undefined, walk: Walk): undefined {
  if (theirs !== undefined && !isSame(theirs, base)) clash(walk, { theirs, base, ours: undefined });
}

function applyValue(theirs: Json | undefined, change: Change, base: Json | undefined, walk: Walk): Json {
  if (!isObject(change)) return replace(theirs, change as Json, base, walk);
  if (isSet(change)) return replace(theirs, change.$set, base, walk);
  if (isArrayChange(change)) {
    if (byKey(theirs) && byKey(base)) return applyToArray(theirs as readonly Json[], change, base, walk);
  } else if (isObject(theirs) && isObject(base)) {
    return applyToObject(theirs, change, base, walk);
  }
  // What the overlay goes into is no longer there, or something else: ours is what it was together with the change.
  const quiet = { ...walk, conflicts: [] };
  const ours = isArrayChange(change)
    ? applyToArray(byKey(base) ? (base as readonly Json[]) : [], change, base, quiet)
    : applyToObject(isObject(base) ? base : {}, change as ObjectChange, isObject(base) ? base : {}, quiet);
  if (!isSame(theirs, ours)) clash(walk, { theirs, base, ours });
  return ours;
}

function replace(theirs: Json | undefined, ours: Json, base: Json | undefined, walk: Walk): Json {
  if (!isSame(theirs, base) && !isSame(theirs, ours)) clash(walk, { theirs, base, ours });
  return ours;
}

function applyToArray(
  theirs: readonly Json[],
  change: ArrayChange,
  baseArray: Json | undefined,
  walk: Walk,
): readonly Json[] {
  const base = byKey(baseArray) ?? new Map<string, Json>();
  const elements = new Map(byKey(theirs));
  const theirMoves = movedKeys([...base.keys()], [...elements.keys()]);
  const theirOrder = [...elements.keys()];
  const order = [...theirOrder];
  const joined = new Set<string>();
  for (const { old, theirKey, ourKey, ours } of renamedByBoth(base, elements, change)) {
    const was = base.get(old) ?? null;
    const both = applyValue(elements.get(theirKey), diffDocuments(was as JsonObject, ours), was, below(walk, old));
    elements.delete(theirKey);
    elements.set(ourKey, both);
    order.splice(order.indexOf(theirKey), 1, ourKey);
    joined.add(ourKey);
  }
  for (const key of change.$remove ?? []) {
    remove(elements.get(key), base.get(key), below(walk, key));
    if (elements.delete(key)) order.splice(order.indexOf(key), 1);
  }
  for (const entry of change.$merge ?? []) {
    const key = entry.$key;
    if (joined.has(key)) continue;
    const isNew = !elements.has(key);
    elements.set(key, applyElement(elements.get(key), entry, base.get(key), below(walk, key)));
    const anchor = entry.$after === undefined && isNew ? before([...base.keys()], key) : entry.$after;
    if (anchor === undefined) continue;
    // Both moved it, or both added it: only the same place will do.
    const isTheirs = !isNew && (theirMoves.has(key) || !base.has(key));
    const theirAnchor = before(theirOrder, key);
    if (isTheirs && theirAnchor !== anchor) {
      clash(below(walk, key), { theirs: theirAnchor, base: before([...base.keys()], key), ours: anchor }, "place");
    }
    if (!isNew) order.splice(order.indexOf(key), 1);
    order.splice(placeAfter(order, anchor, [...base.keys()]), 0, key);
  }
  return order.flatMap((key) => {
    const element = elements.get(key);
    return element === undefined ? [] : [element];
  });
}

interface RenamedByBoth {
  readonly old: string;
  readonly theirKey: string;
  readonly ourKey: string;
  readonly ours: JsonObject;
}

/** Elements known by their titles that both sides call something else now: still one element, with two titles. */
function renamedByBoth(
  base: ReadonlyMap<string, Json>,
  theirs: ReadonlyMap<string, Json>,
  change: ArrayChange,
): readonly RenamedByBoth[] {
  if (!(change.$remove ?? []).some((key) => base.has(key) && !theirs.has(key))) return [];
  const quiet = { path: [], conflicts: [] };
  const ours = byKey(applyToArray([...base.values()], change, [...base.values()], quiet)) ?? new Map<string, Json>();
  const theirNames = renames(base, theirs);
  return [...renames(base, ours)].flatMap(([old, ourKey]) => {
    const [theirKey, element] = [theirNames.get(old), ours.get(ourKey)];
    if (theirKey === undefined || theirs.has(ourKey) || !isObject(element)) return [];
    return [{ old, theirKey, ourKey, ours: element }];
  });
}

/** New titles by the old ones: between two neighbours that stayed, as many have come as have gone. */
function renames(base: ReadonlyMap<string, Json>, now: ReadonlyMap<string, Json>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const [gone, come] = [runsWithout(base, now), runsWithout(now, base)];
  for (const [neighbours, olds] of gone) {
    const news = come.get(neighbours) ?? [];
    if (
      news.length !== olds.length ||
      ![...olds, ...news].every((key) => isTitle(key, base.get(key) ?? now.get(key)))
    ) {
      continue;
    }
    for (const [index, old] of olds.entries()) found.set(old, news[index] ?? old);
  }
  return found;
}

/** Keys that the other list does not have, by the neighbours between which they stand. */
function runsWithout(list: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>): Map<string, string[]> {
  const runs = new Map<string, string[]>();
  let [before, run]: [string | null, string[]] = [null, []];
  for (const key of [...list.keys(), null]) {
    if (key !== null && !other.has(key)) run.push(key);
    else {
      if (run.length > 0) runs.set(JSON.stringify([before, key]), run);
      [before, run] = [key, []];
    }
  }
  return runs;
}

const isTitle = (key: string, element: Json | undefined): boolean =>
  isObject(element) && element.title === key && keyOf(element) === key;

function applyElement(theirs: Json | undefined, entry: ElementChange, base: Json | undefined, walk: Walk): Json {
  const { $key: _key, $after: _after, $value, ...change } = entry;
  if ($value !== undefined) return replace(theirs, $value, base, walk);
  if (Object.keys(change).length === 0 && theirs !== undefined) return theirs;
  const [now, then] = [theirs === undefined ? undefined : written(theirs), base === undefined ? base : written(base)];
  if (Object.keys(change).length === 0) {
    // Moved here, removed there.
    clash(walk, { theirs, base, ours: base });
    return base ?? {};
  }
  return applyValue(now, change as ObjectChange, then, walk);
}

/** The key before a key; null for the first one. */
function before(keys: readonly string[], key: string): string | null {
  return keys[keys.indexOf(key) - 1] ?? null;
}

/**
 * Where an element after `anchor` stands; an anchor that is gone is stood for by what was before it, and by what has come
 * there since: an element whose key is another one now.
 */
function placeAfter(order: readonly string[], anchor: string | null, base: readonly string[]): number {
  let known: string | null = anchor;
  while (known !== null && !order.includes(known)) known = base.includes(known) ? before(base, known) : null;
  const place = known === null ? 0 : order.indexOf(known) + 1;
  if (known === anchor) return place;
  const kept = order.findIndex((key, at) => at >= place && base.includes(key));
  return kept < 0 ? order.length : kept;
}

/**
 * Three editions into one: what either side changed. Where both changed the same place differently, `ours` is in the
 * result and the place among the conflicts.
 */
export function mergeDocuments(base: JsonObject, theirs: JsonObject, ours: JsonObject): Merged {
  return applyOverlay(theirs, diffDocuments(base, ours), base);
}
