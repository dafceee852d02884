/** Raised when a stored shape changes: entries of another version read as absent. */
const entryVersion = 1;
const prefix = "console:";

interface StoredEntry {
  readonly version: number;
  /** Epoch milliseconds; null = never. */
  readonly expiresAt: number | null;
  readonly value: unknown;
}

/** Named, versioned, expiring values in a browser storage. Never throws: a blocked or full storage keeps them in memory. */
export interface LocalEntries {
  read(name: string): unknown;
  /** `lifetimeMs` counts from now; absent = no end. Returns false when only this page load will remember it. */
  write(name: string, value: unknown, lifetimeMs?: number): boolean;
  remove(name: string): void;
}

/**
 * @param area looked up on each use, because reading `window.localStorage` itself throws where storage is blocked
 * @param now epoch milliseconds
 */
export function createLocalEntries(area: () => Storage, now: () => number = Date.now): LocalEntries {
  const memory = new Map<string, string>();

  function readText(key: string): string | null {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  }

  function remove(name: string): void {
    memory.delete(prefix + name);
    try {
      area().removeItem(prefix + name);
    } catch {
      // Blocked storage holds nothing to remove.
    }
  }

  return {
    read(name) {
      const entry = parseEntry(readText(prefix + name));
      if (!entry) return undefined;
      if (entry.expiresAt !== null && entry.expiresAt <= now()) {
        remove(name);
        return undefined;
      }
      return entry.value;
    },
    write(name, value, lifetimeMs) {
      const expiresAt = lifetimeMs === undefined ? null : now() + lifetimeMs;
      const text = JSON.stringify({ version: entryVersion, expiresAt, value } satisfies StoredEntry);
      try {
        area().setItem(prefix + name, text);
        memory.delete(prefix + name);
        return true;
      } catch {
        memory.set(prefix + name, text);
        return false;
      }
    },
    remove,
  };
}

function parseEntry(text: string | null): StoredEntry | undefined {
  if (text === null) return undefined;
  try {
    const entry: unknown = JSON.parse(text);
    if (typeof entry !== "object" || entry === null) return undefined;
    const { version, expiresAt, value } = entry as Partial<StoredEntry>;
    if (version !== entryVersion) return undefined;
    if (expiresAt !== null && typeof expiresAt !== "number") return undefined;
    return { version, expiresAt, value };
  } catch {
    return undefined;
  }
}
