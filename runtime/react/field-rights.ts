import type { ResolvedField } from "../model/resolved-model.ts";
import { type RestrictedNames, restrictedNames } from "../permission/page-rights.ts";
import type { ConsoleServices, PermissionEntry } from "./services.ts";

type Rights = Pick<ConsoleServices, "hasPermission" | "permissions">;
type Owner = { readonly permissionPrefix: string };

/** Whether a person sees a field: the model's own statement and the permission rows agree. The server decides again. */
export function maySee(services: Rights, owner: Owner, field: Pick<ResolvedField, "name" | "permission">): boolean {
  const { see } = field.permission;
  if (see !== undefined && !services.hasPermission(see)) return false;
  return !namesOf(services, owner.permissionPrefix).hidden.has(field.name);
}

/** Whether a person may search and sort by a field: what they see partly hidden they may not ask about either. */
export function mayAsk(
  services: Rights,
  owner: Owner,
  field: Pick<ResolvedField, "name" | "permission" | "queryable">,
): boolean {
  const { plain } = field.permission;
  if (!field.queryable || (plain !== undefined && !services.hasPermission(plain))) return false;
  return maySee(services, owner, field);
}

/** Whether a person may change a field that they see. */
export function mayChange(services: Rights, owner: Owner, field: Pick<ResolvedField, "name" | "permission">): boolean {
  const { edit } = field.permission;
  if (edit !== undefined && !services.hasPermission(edit)) return false;
  return !namesOf(services, owner.permissionPrefix).disabled.has(field.name);
}

/** The lists are replaced as a whole, so what follows from them is kept beside them. */
const known = new WeakMap<readonly PermissionEntry[], Map<string, RestrictedNames>>();

export function namesOf({ permissions }: Pick<Rights, "permissions">, prefix: string): RestrictedNames {
  const { auth, allAuth } = permissions;
  const kept = known.get(allAuth) ?? new Map<string, RestrictedNames>();
  known.set(allAuth, kept);
  const before = kept.get(prefix);
  if (before) return before;
  const names = restrictedNames(prefix, { auth, allAuth });
  kept.set(prefix, names);
  return names;
}
