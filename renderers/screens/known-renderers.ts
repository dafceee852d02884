import type { KnownRenderers } from "../../runtime/compile/context.ts";
import { registeredRenderer, registeredTypes } from "../../runtime/registry/registry.ts";
import "../cells/index.gen.ts";
import { editorTypes } from "../form/editor-types.ts";

const editors = Object.keys(editorTypes);

/** The cells and editors that are registered; a document that names another gets a placeholder. */
export const knownRenderers: KnownRenderers = {
  has: (slot, type) => registeredRenderer(slot, type) !== undefined || (slot === "editor" && editors.includes(type)),
  names: (slot) => [...registeredTypes(slot), ...(slot === "editor" ? editors : [])],
};
