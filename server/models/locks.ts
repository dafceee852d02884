import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { refuse } from "../http/refusal.ts";
import { itemsOf } from "./dict-items.ts";
import type { Work } from "./engine-parts.ts";

/**
 * Refuses a change of a field or relation that is locked in the row's state; locked fields sent back unchanged are
 * accepted, so that what stays open can always be corrected.
 *
 * @param changed field and relation names that the caller really changes
 */
export async function refuseLocked(
  work: Work,
  model: ResolvedModel,
  before: Row,
  changed: readonly string[],
): Promise<void> {
  const { states } = model;
  if (!states?.locks || changed.length === 0) return;
  const state = String(before[states.field] ?? "");
  for (const lock of states.locks) {
    if (lock.unless.includes(state)) continue;
    const locked = changed.find((name) => (lock.fields ? lock.fields.includes(name) : !lock.except?.includes(name)));
    if (locked === undefined) continue;
    const title = model.fields.get(locked)?.title ?? model.relations[locked]?.title ?? locked;
    const reason =
      lock.unless.length === 0
        ? `${title}新增后不能修改`
        : `当前状态“${await stateText(work, model, before)}”不能修改${title}`;
    throw refuse(reason);
  }
}

/** The state as people read it. */
export async function stateText(work: Work, model: ResolvedModel, row: Row): Promise<string> {
  const field = model.states && model.fields.get(model.states.field);
  const value = String((field && row[field.name]) ?? "");
  if (field?.dict?.kind !== "code") return value;
  return (await itemsOf(work, field.dict.code))?.get(value) ?? value;
}
