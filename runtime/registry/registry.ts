import type { FormatContext, FormatField, LoadPhase, Slot } from "./define.ts";

/** Documents name every slot but the filters. */
export type RegisteredSlot = Slot | "filter";

/** What the console holds of a renderer before its component is loaded. Its definition stays outside the bundle. */
export interface RegisteredRenderer {
  /** A cell's value as text. */
  readonly text?: (value: unknown, field: FormatField, context: FormatContext) => string;
  /** A cell whose digits line up. */
  readonly digits?: boolean;
  /** Pixels of a column of this cell. */
  readonly width?: number;
  /** A cell whose column takes a share of what is left over. */
  readonly grows?: boolean;
  /** A cell whose text comes from the server, with or without a dictionary. */
  readonly sent?: boolean;
  /** Editors that a filter stands for in a query bar. */
  readonly editors?: readonly string[];
  /** A panel that shows something without rows. */
  readonly rowless?: boolean;
  /** Absent = `lazy`. */
  readonly load?: LoadPhase;
  /** A component of the slot's props, an inline cell's function, or an action's function. */
  readonly component?: unknown;
  /** Brings the component of a renderer that is not part of its page's first script. */
  readonly fetch?: () => Promise<unknown>;
}

const registered = new Map<RegisteredSlot, Map<string, RegisteredRenderer>>();

/** Takes renderers in, built-in or of a plugin, by type. The generated indexes call it; they hold each type once. */
export function registerRenderers(slot: RegisteredSlot, renderers: Readonly<Record<string, RegisteredRenderer>>): void {
  const known = registered.get(slot) ?? new Map<string, RegisteredRenderer>();
  registered.set(slot, known);
  for (const [type, renderer] of Object.entries(renderers)) known.set(type, renderer);
}

/** Makes types known before what draws them is registered. */
export function registerTypes(slot: RegisteredSlot, types: readonly string[]): void {
  const known = registered.get(slot);
  registerRenderers(slot, Object.fromEntries(types.filter((type) => !known?.has(type)).map((type) => [type, {}])));
}

export function registeredRenderer(slot: RegisteredSlot, type: string): RegisteredRenderer | undefined {
  return registered.get(slot)?.get(type);
}

export function registeredTypes(slot: RegisteredSlot): readonly string[] {
  return [...(registered.get(slot)?.keys() ?? [])];
}

const reported = new Set<string>();

/** Names a renderer that failed in the log, once for each failure. */
export function reportRenderer(slot: RegisteredSlot, type: string, failure: string, reason?: unknown): void {
  const key = `${slot}/${type} ${failure}`;
  if (reported.has(key)) return;
  reported.add(key);
  console.error(`${slot} "${type}" ${failure}`, reason ?? "");
}

/** A renderer that takes longer to arrive is named in the log, in milliseconds. */
const slowMs = 5_000;

/**
 * What draws or runs a renderer that is not part of its page's first script.
 *
 * @throws whatever its script threw; Error when nothing is registered under this type or its script exports nothing
 */
export async function fetchRenderer(slot: RegisteredSlot, type: string): Promise<unknown> {
  const timer = setTimeout(() => reportRenderer(slot, type, `is still loading after ${slowMs / 1000} s`), slowMs);
  try {
    const loaded = await registeredRenderer(slot, type)?.fetch?.();
    if (loaded === undefined) throw new Error("exports nothing");
    return loaded;
  } catch (reason) {
    reportRenderer(slot, type, "could not be loaded", reason);
    throw reason;
  } finally {
    clearTimeout(timer);
  }
}
