import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { mayHaveKeys } from "../auth/api-keys.ts";
import type { Caller } from "../auth/caller.ts";

/** The tables that a person may open to a program, by a key or by a subscription: those that they may list themselves. */
export function keyableTables(
  models: ReadonlyMap<string, ResolvedModel>,
  caller: Caller,
): { readonly value: string; readonly text: string }[] {
  return [...models.values()]
    .filter((one) => mayHaveKeys(one) && decideAction(caller, `${one.permissionPrefix}:list`).allowed)
    .map(({ id, title }) => ({ value: id, text: title }));
}
