import type { KnownRenderers } from "../../runtime/compile/context.ts";
import { cellText } from "../../runtime/format/cell-text.ts";
import { editorTypes } from "../form/editor-types.ts";

const names = { cell: Object.keys(cellText), editor: Object.keys(editorTypes) } as const;
const sets = { cell: new Set(names.cell), editor: new Set(names.editor) } as const;

/** The cells and editors of the product, by name; a document that asks for another gets a placeholder. */
export const knownRenderers: KnownRenderers = {
  has: (slot, type) => sets[slot].has(type),
  names: (slot) => names[slot],
};
