import { applyOverlay, type Merged } from "./apply-overlay.ts";
import { diffDocuments } from "./diff-documents.ts";
import type { JsonObject } from "./overlay.ts";

/**
 * Three editions into one: what either side changed. Where both changed the same place differently, `ours` is in the
 * result and the place among the conflicts.
 */
export function mergeDocuments(base: JsonObject, theirs: JsonObject, ours: JsonObject): Merged {
  return applyOverlay(theirs, diffDocuments(base, ours), base);
}
