/** A place where two documents say different things. */
export interface Difference {
  readonly path: readonly string[];
  /** Undefined where only the second has something. */
  readonly before: unknown;
  readonly after: unknown;
}

/** No reader goes through more of them. */
const most = 500;

/**
 * Where `after` does not say what `before` says. What only `after` says counts when `both` is set. Rows of lists are told
 * apart by the field, the relation or the button that they are of; their order counts.
 */
export function differences(before: unknown, after: unknown, both: boolean): readonly Difference[] {
  const found: Difference[] = [];
  compare(before, after, [], { found, both });
  return found.slice(0, most);
}

interface Comparing {
  readonly found: Difference[];
  readonly both: boolean;
}

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function compare(before: unknown, after: unknown, path: readonly string[], comparing: Comparing): void {
  if (comparing.found.length >= most || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, comparing);
    return;
  }
  if (isPlain(before) && isPlain(after)) {
    const keys = new Set([...Object.keys(before), ...(comparing.both ? Object.keys(after) : [])]);
    for (const key of keys) compare(before[key], after[key], [...path, key], comparing);
    return;
  }
  comparing.found.push({ path, before, after });
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  comparing: Comparing,
): void {
  const [names, others] = [before.map(nameOf), after.map(nameOf)];
  if (names.includes(undefined) || others.includes(undefined)) {
    const length = comparing.both ? Math.max(before.length, after.length) : before.length;
    for (let at = 0; at < length; at++) compare(before[at], after[at], [...path, String(at)], comparing);
    return;
  }
  const places = new Map(others.map((name, at) => [name, at]));
  for (const [at, name = ""] of names.entries()) {
    const place = places.get(name);
    if (place === undefined) comparing.found.push({ path: [...path, name], before: before[at], after: undefined });
    else if (typeof before[at] !== "string" || typeof after[place] !== "string") {
      compare(whole(before[at]), whole(after[place]), [...path, name], comparing);
    }
  }
  if (comparing.both) {
    for (const [at, name = ""] of others.entries()) {
      if (!names.includes(name)) comparing.found.push({ path: [...path, name], before: undefined, after: after[at] });
    }
  }
  const kept = names.filter((name) => places.has(name));
  const order = others.filter((name) => names.includes(name));
  if (kept.join() !== order.join()) comparing.found.push({ path: [...path, "次序"], before: kept, after: order });
}

const whole = (entry: unknown): unknown => (typeof entry === "string" ? { field: entry } : entry);

/** What an entry of a list is of. */
function nameOf(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (!isPlain(entry)) return undefined;
  if ("subTable" in entry && isPlain(entry.subTable)) return String(entry.subTable.relation);
  for (const key of ["field", "preset", "key", "relation", "title"]) {
    if (typeof entry[key] === "string") return entry[key];
  }
  return undefined;
}
