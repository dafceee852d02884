import type { UnknownPerson } from "../../config/outside-sign-in.ts";

/** Names of the claims or CAS attributes that fill an account; a dot leads into an object (`realm_access.roles`). */
export interface ClaimNames {
  readonly username: string;
  readonly realname: string;
  readonly email: string;
  readonly phone: string;
  readonly departs: string;
  readonly roles: string;
}

/** What a value of a claim stands for here: the code of a department or a role. */
export interface MappedValue {
  readonly value: string;
  readonly code: string;
}

/** Somebody else's sign-in that this console trusts; its secret in the clear. */
export interface Provider {
  readonly id: string;
  /** Part of the addresses: `/sys/thirdLogin/<code>/callback`. */
  readonly code: string;
  readonly name: string;
  readonly icon: string;
  readonly protocol: "oidc" | "cas";
  /** Issuer, or base address of the CAS server, without a slash at its end. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly unknown: UnknownPerson;
  /** A verified e-mail address is enough to be taken for the user who has it. */
  readonly linksByEmail: boolean;
  readonly claims: ClaimNames;
  readonly departMap: readonly MappedValue[];
  readonly roleMap: readonly MappedValue[];
  /** Role ids of accounts that are made at the first sign-in. */
  readonly defaultRoles: readonly string[];
  /** Departments and roles of the two maps follow the provider at every sign-in. */
  readonly syncsRights: boolean;
  /** CAS: clients of the 2.4 era bring a ticket without a state. */
  readonly takesBareTickets: boolean;
}

/** Who somebody is, as a provider has said and we have checked. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name of the session: `sid`, or the CAS ticket as a digest; empty when it has none. */
  readonly sid: string;
  readonly username: string;
  readonly realname: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string;
  readonly isPhoneVerified: boolean;
  readonly departs: readonly string[];
  readonly roles: readonly string[];
}

export type Claims = Readonly<Record<string, unknown>>;

/** All values of a claim as texts; own properties only, so that no name reaches a prototype. */
export function valuesOf(claims: Claims, name: string): string[] {
  if (name === "") return [];
  const whole = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const found = whole ?? name.split(".").reduce<unknown>((at, part) => childOf(at, part), claims);
  return [found]
    .flat()
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => String(value).trim())
    .filter((value) => value !== "" && value.length <= 300)
    .slice(0, 500);
}

function childOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
}

/** What a provider says of a person, read by the names of its claims. */
export function readPerson(
  { claims: names }: Pick<Provider, "claims">,
  claims: Claims,
  known: Pick<Person, "issuer" | "subject" | "sid" | "isEmailVerified" | "isPhoneVerified">,
): Person {
  const first = (name: string) => valuesOf(claims, name)[0] ?? "";
  return {
    ...known,
    username: first(names.username),
    realname: first(names.realname).slice(0, 50),
    email: first(names.email).slice(0, 100),
    phone: first(names.phone),
    departs: valuesOf(claims, names.departs),
    roles: valuesOf(claims, names.roles),
  };
}
