/** A row condition granted to a role; `value` may hold system variables such as `#{sys_org_code}`. */
export interface DataRule {
  readonly column: string;
  readonly condition: string;
  readonly value: string;
}

/** The tenant of people and rows that belong to no customer: the platform's own. */
export const defaultTenant = 0;

/** Reaches the rows of every tenant where a model says so (`scope.tenant.supervised`), and nowhere else. */
export const isPlatformAdmin = (caller: Pick<Caller, "isAdmin" | "tenantId">): boolean =>
  caller.isAdmin && caller.tenantId === defaultTenant;

export interface Actor {
  readonly userId: string;
  readonly username: string;
  readonly realname: string;
}

/** Whom a log names: the person who really acts, and through whose eyes if not their own. */
export function logNames(caller: Caller): { readonly actor: Actor; readonly viewed: string | null } {
  const { viewer } = caller;
  return viewer ? { actor: viewer, viewed: caller.username } : { actor: caller, viewed: null };
}

/** What a log adds to its text when a program called in a person's name. */
export const keyWords = ({ key }: Pick<Caller, "key">): string => (key ? `（接口密钥 ${key.name}）` : "");

/**
 * Who is calling: made from the session and its grants only, never from a request's body, query or headers.
 * Cached per session and dropped when a grant changes.
 */
export interface Caller {
  /** Set for a call with an API key: its maker's rights, cut down to the key's tables. */
  readonly key?: { readonly id: string; readonly name: string; readonly mayWrite: boolean } | undefined;
  /** Who really sits there, when somebody looks through this person's eyes; such a session changes nothing. */
  readonly viewer?: Actor | undefined;
  readonly sessionId: string;
  readonly userId: string;
  readonly username: string;
  readonly realname: string;
  /** Code of the department that the session is scoped to; empty when the user has none. */
  readonly orgCode: string;
  /** All department codes of the user. */
  readonly orgCodes: readonly string[];
  readonly tenantId: number;
  readonly roles: readonly string[];
  /** Holds role `admin`: every permission, no data rules. */
  readonly isAdmin: boolean;
  /** Codes of granted menu and button rows, for example `member:member:add`. */
  readonly permissions: ReadonlySet<string>;
  /** All codes that exist and are switched on; a code outside it is not under control (the two-list rule). */
  readonly controlled: ReadonlySet<string>;
  /** Data rules by permission prefix of the model they narrow, ANDed. */
  readonly dataRules: ReadonlyMap<string, readonly DataRule[]>;
}

/** Nobody presses: the product itself does what its documents say, within a tenant. */
export const theProduct = (tenantId: number): Caller => ({
  sessionId: "",
  userId: "",
  username: "system",
  realname: "",
  orgCode: "",
  orgCodes: [],
  tenantId,
  roles: [],
  isAdmin: true,
  permissions: new Set(),
  controlled: new Set(),
  dataRules: new Map(),
});
