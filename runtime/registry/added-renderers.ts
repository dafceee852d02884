import type { AnyDefinition, Slot } from "./define.ts";

/** A renderer that is not the product's own: its definition, and what brings the component or function it names. */
export interface AddedRenderer {
  readonly definition: AnyDefinition;
  /** A component of the slot's props (`CellProps`, `EditorProps`, `PanelProps`); of an action the function that does it. */
  readonly load: () => Promise<unknown>;
}

const added = new Map<string, AddedRenderer>();

/**
 * Takes renderers in before the first page is drawn. A type carries its plugin's name, so that it never meets one of
 * ours or of another plugin.
 *
 * @throws Error for a type without a prefix, and for one that is there already
 */
export function addRenderers(renderers: readonly AddedRenderer[]): void {
  for (const renderer of renderers) {
    const { slot, type } = renderer.definition;
    if (!/^[a-z][a-z0-9-]*:[a-z][A-Za-z0-9-]*$/.test(type)) throw new Error(`${slot} "${type}" carries no plugin name`);
    if (added.has(`${slot}/${type}`)) throw new Error(`${slot} "${type}" is there already`);
    added.set(`${slot}/${type}`, renderer);
  }
}

export function addedRenderer(slot: Slot, type: string): AddedRenderer | undefined {
  return added.get(`${slot}/${type}`);
}

/** Types of a slot that were added. */
export function addedTypes(slot: Slot): readonly string[] {
  return [...added.values()].flatMap(({ definition }) => (definition.slot === slot ? [definition.type] : []));
}
