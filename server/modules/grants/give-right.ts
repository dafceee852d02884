import { grantWords } from "./grant-words.ts";
import { type GrantSave, saveGrants } from "./save-grants.ts";

/** Roles that are to hold a right, and those that were shown holding it: what somebody else changed since stays. */
export interface RoleChoice {
  readonly wanted: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
}

/** Roles that a choice gives a right to or takes it from, in one order for everybody, so that saves never wait in a ring. */
export const changedRoles = ({ wanted, last }: RoleChoice): readonly string[] =>
  [...new Set([...wanted, ...last])].filter((id) => wanted.has(id) !== last.has(id)).toSorted();

/**
 * Gives one row of the menu to roles and takes it from others, with the checks of every grant.
 *
 * @returns a line for the operation log per role
 * @throws AppError as `saveGrants` does
 */
export async function giveRight(
  save: Omit<GrantSave, "target">,
  permissionId: string,
  choice: RoleChoice,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const [right, none] = [new Set([permissionId]), new Set<string>()];
  for (const id of changedRoles(choice)) {
    const target = { kind: "role", id } as const;
    const change = choice.wanted.has(id) ? { wanted: right, last: none } : { wanted: none, last: right };
    lines.push(await grantWords(save.trx, save.models, target, await saveGrants({ ...save, target }, change)));
  }
  return lines;
}
