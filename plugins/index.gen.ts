// Generated from the definition files whenever something is built; do not edit.

import type { AddedRenderer } from "../runtime/registry/added-renderers.ts";

/** The renderers that the folders below here bring. */
export const pluginRenderers: readonly AddedRenderer[] = [];
