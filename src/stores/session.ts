import { action, computed, makeObservable, observableRef } from "mobx";
import type { LocalEntries } from "./local-entries.ts";

export const sessionLifetimeMs = 604_800_000;

/** The signed-in user as the console uses it; `raw` keeps what the server sent for the personal pages. */
export interface SessionUser {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  readonly avatar: string;
  readonly orgCode: string;
  readonly roles: readonly string[];
  readonly tenantId: string;
  readonly mustChangePassword: boolean;
  /** A role asks for two-step verification, which is not set up: nothing opens before. */
  readonly mustSetUpSecondFactor?: boolean;
  /** Several departments or tenants, and none chosen yet: nothing opens before. */
  readonly mustChoose: boolean;
  /** Where their work begins, when one of their roles says so. */
  readonly ownHome?: string | undefined;
  /**
   * The greeting of the hour with the name, first said at sign-in; pages and menu addresses know it as `user.welcome`.
   */
  readonly welcome?: string;
  /** Name of the administrator who looks at what this user sees; absent in a person's own session. */
  readonly viewedBy?: string;
}

interface Session {
  readonly token: string;
  readonly user: SessionUser;
}

/**
 * Who is signed in. Kept for 7 days when the person asked for it, otherwise until the browser tab closes.
 * `lasting` and `passing` are the two storages.
 */
export class SessionStore {
  private readonly lasting: LocalEntries;
  private readonly passing: LocalEntries;
  private current: Session | undefined;

  constructor(lasting: LocalEntries, passing: LocalEntries) {
    this.lasting = lasting;
    this.passing = passing;
    this.current = readSession(passing.read("session")) ?? readSession(lasting.read("session"));
    makeObservable<this, "current">(this, {
      current: observableRef,
      token: computed,
      user: computed,
      signIn: action,
      updateUser: action,
      renew: action,
      clear: action,
      lend: action,
      takeBack: action,
    });
  }

  get token(): string | undefined {
    return this.current?.token;
  }

  get user(): SessionUser | undefined {
    return this.current?.user;
  }

  /** `0` when the session belongs to no tenant; sent with every call. */
  get tenantId(): string {
    return this.user?.tenantId ?? "0";
  }

  signIn(token: string, user: SessionUser, remember: boolean): void {
    this.clear();
    this.current = { token, user };
    this.store(remember ? this.lasting : this.passing);
  }

  updateUser(change: Partial<SessionUser>): void {
    if (!this.current) return;
    this.current = { ...this.current, user: { ...this.current.user, ...change } };
    this.store(this.passing.read("session") ? this.passing : this.lasting);
  }

  /** The same person has a new token; it is kept where the old one was. */
  renew(token: string): void {
    if (!this.current) return;
    this.current = { ...this.current, token };
    this.store(this.passing.read("session") ? this.passing : this.lasting);
  }

  /** Goes on as somebody else in this tab; the own session is put aside until `takeBack`. */
  lend(token: string, user: SessionUser): void {
    const own = this.passing.read("ownSession") ?? {
      session: this.current,
      isLasting: this.passing.read("session") === undefined,
    };
    this.passing.write("ownSession", own, sessionLifetimeMs);
    this.current = { token, user };
    this.passing.write("session", this.current, sessionLifetimeMs);
  }

  /** The own session is there again; without one nobody is signed in. */
  takeBack(): void {
    const own = this.passing.read("ownSession") as { session?: unknown; isLasting?: unknown } | undefined;
    this.passing.remove("ownSession");
    this.passing.remove("session");
    this.current = readSession(own?.session);
    if (this.current && own?.isLasting !== true) this.passing.write("session", this.current, sessionLifetimeMs);
  }

  clear(): void {
    this.current = undefined;
    this.lasting.remove("session");
    this.passing.remove("session");
  }

  private store(entries: LocalEntries): void {
    entries.write("session", this.current, sessionLifetimeMs);
  }
}

function readSession(value: unknown): Session | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { token, user } = value as Partial<Session>;
  if (typeof token !== "string" || token === "" || typeof user !== "object" || user === null) return undefined;
  if (typeof user.username !== "string" || !Array.isArray(user.roles)) return undefined;
  return { token, user };
}

/**
 * A user as login and department choice send it -> as the console uses it. Role codes come as a list or joined by
 * commas.
 */
export function readSessionUser(wire: unknown): SessionUser {
  const user = (typeof wire === "object" && wire !== null ? wire : {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
  const roles = user.roles ?? user.roleCodes ?? user.roleCode;
  return {
    id: text(user.id),
    username: text(user.username),
    realname: text(user.realname) || text(user.username),
    avatar: text(user.avatar),
    orgCode: text(user.orgCode),
    roles: Array.isArray(roles) ? roles.map(text) : text(roles).split(",").filter(Boolean),
    tenantId: text(user.loginTenantId) || "0",
    mustChangePassword: user.mustChangePassword === true,
    mustChoose: false,
    ...(text(user.homePath) ? { ownHome: text(user.homePath) } : {}),
  };
}
