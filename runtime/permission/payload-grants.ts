import type { Grants } from "./grants.ts";

/** One button row of the permission payload (contract 01 §1.4); `action` may be a comma list. */
export interface PayloadEntry {
  readonly action: string;
  readonly status?: string;
}

export interface PayloadGrants extends Grants {
  /** Every code that has a row, switched on or off: what `decideButton` asks for. */
  readonly existing: ReadonlySet<string>;
}

/** The two lists that the console was sent, as the decisions want them: the same ones that the server takes. */
export function payloadGrants(
  payload: { readonly auth: readonly PayloadEntry[]; readonly allAuth: readonly PayloadEntry[] },
  roles: readonly string[],
): PayloadGrants {
  return {
    isAdmin: roles.includes("admin"),
    permissions: codesOf(payload.auth),
    controlled: codesOf(payload.allAuth.filter((entry) => entry.status !== "0")),
    existing: codesOf(payload.allAuth),
  };
}

function codesOf(entries: readonly PayloadEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap((entry) => entry.action.split(",").map((code) => code.trim())).filter(Boolean));
}
