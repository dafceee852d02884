import type { KnownRenderers } from "../../runtime/compile/context.ts";
import { registeredRenderer, registeredTypes } from "../../runtime/registry/registry.ts";
import "../actions/index.gen.ts";
import "../cells/index.gen.ts";
import "../types.gen.ts";

/** The renderers that are registered; a document that names another gets a placeholder. */
export const knownRenderers: KnownRenderers = {
  has: (slot, type) => registeredRenderer(slot, type) !== undefined,
  names: registeredTypes,
};
