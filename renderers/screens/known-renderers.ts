import type { KnownRenderers } from "../../runtime/compile/context.ts";
import { cellText } from "../../runtime/format/cell-text.ts";
import { addedRenderer, addedTypes } from "../../runtime/registry/added-renderers.ts";
import { editorTypes } from "../form/editor-types.ts";

const names = { cell: Object.keys(cellText), editor: Object.keys(editorTypes) } as const;
const sets = { cell: new Set<string>(names.cell), editor: new Set<string>(names.editor) } as const;

/** The cells and editors of the product, by name; a document that asks for another gets a placeholder. */
export const knownRenderers: KnownRenderers = {
  has: (slot, type) => sets[slot].has(type) || addedRenderer(slot, type) !== undefined,
  names: (slot) => [...names[slot], ...addedTypes(slot)],
};
