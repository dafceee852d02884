import { RequestError } from "../../runtime/react/services.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { ApiClient } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import type { DictionaryStore } from "./dictionaries.ts";
import type { FeedbackStore } from "./feedback.ts";
import { greetingAt } from "./greeting.ts";
import type { LockStore } from "./lock.ts";
import type { PasswordLock } from "./password-lock.ts";
import type { PermissionStore } from "./permissions.ts";
import type { SecondFactorStore } from "./second-factor.ts";
import { readSessionUser, type SessionStore, type SessionUser } from "./session.ts";
import type { TabsStore } from "./tabs.ts";
import type { UnsavedStore } from "./unsaved.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly captcha: string;
  readonly checkKey: string;
  readonly remember: boolean;
}

export interface PhoneCredentials {
  readonly phone: string;
  readonly code: string;
  readonly remember: boolean;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** Signing in and out, and the own password. */
export interface Account {
  /** The captcha's picture as an address, or null when the server asks none. */
  fetchCaptcha(key: string): Promise<string | null>;
  /** Fetches what sign-in will need besides, while the person types; never fails. */
  prepareSignIn(): Promise<void>;
  /** @throws RequestError with the server's message, unless the answer carries code 200 */
  signIn(credentials: Credentials): Promise<void>;
  /** As `signIn`, with a number and the code that was sent to it. */
  signInByPhone(credentials: PhoneCredentials): Promise<void>;
  /** As `signIn`, with the ticket that a provider's way ended with. */
  signInOutside(ticket: string, source: string, remember: boolean): Promise<void>;
  /** As `signIn`, with a ticket of a CAS server and the address that it was given for. */
  signInByCas(ticket: string, service: string): Promise<void>;
  /** Proves which account belongs to an identity of a provider, then signs in. `path` is below `/sys/thirdLogin`. */
  bindOutside(
    path: string,
    data: Readonly<Record<string, string>>,
    way: { readonly source: string; readonly remember: boolean },
  ): Promise<void>;
  /**
   * Signs in again while a page is open. The session goes on in its department and tenant when it is the same person;
   * otherwise the new session is ended again.
   *
   * @returns whether it is the same person
   * @throws RequestError with the server's message
   */
  renew(credentials: Omit<Credentials, "remember">): Promise<boolean>;
  /** Clears everything local, then tells the server; completes even when the server cannot be told. */
  signOut(): Promise<void>;
  /** After the permission list could not be loaded: says why, clears everything local and ends the session on the server. */
  signOutAfter(error: unknown): Promise<void>;
  /** Clears everything local and loads the console anew on the sign-in page, which remembers the place. */
  forget(): void;
  /** Changes the own password; this session goes on. @throws RequestError with the server's message */
  changePassword(change: PasswordChange): Promise<void>;
}

interface Parts {
  readonly client: ApiClient;
  readonly session: SessionStore;
  readonly permissions: PermissionStore;
  readonly dictionaries: DictionaryStore;
  readonly tabs: TabsStore;
  readonly feedback: FeedbackStore;
  readonly lock: Pick<LockStore, "unlock">;
  readonly passwordLock: PasswordLock;
  readonly secondFactor: Pick<SecondFactorStore, "complete">;
  readonly unsaved: Pick<UnsavedStore, "forgetDrafts" | "release">;
  leave(to: string): void;
  /** Loads the whole console anew, on the sign-in page: nothing of the person before stays in memory. */
  restart(): void;
}

interface WireLogin {
  readonly token?: unknown;
  readonly userInfo?: unknown;
  readonly mustChangePassword?: unknown;
  readonly mustSetUpSecondFactor?: unknown;
  readonly sysAllDictItems?: unknown;
  readonly multi_depart?: unknown;
  readonly tenantList?: unknown;
}

interface Login {
  readonly token: string;
  readonly user: SessionUser;
  readonly dictionaries: unknown;
  readonly hasNoDepartment: boolean;
}

/**
 * The answer of every way of signing in. Other calls succeed with code 0 too; signing in needs 200 (SES-01) and a token.
 *
 * @throws RequestError with the server's message
 */
export function readLogin(envelope: Envelope): Login {
  const login = (envelope.result ?? {}) as WireLogin;
  if (envelope.code !== 200 || typeof login.token !== "string" || login.token === "") {
    throw new RequestError(envelope.message || messages.login.failed, 200, envelope);
  }
  const user = readSessionUser(login.userInfo);
  const mustChangePassword = user.mustChangePassword || login.mustChangePassword === true;
  const hasTenants = Array.isArray(login.tenantList) && login.tenantList.length > 1;
  return {
    token: login.token,
    user: {
      ...user,
      mustChangePassword,
      ...(login.mustSetUpSecondFactor === true ? { mustSetUpSecondFactor: true } : {}),
      mustChoose: login.multi_depart === 2 || hasTenants,
    },
    dictionaries: login.sysAllDictItems,
    hasNoDepartment: login.multi_depart === 0,
  };
}

/** Department and tenant of the session before, where the new one began in others; undefined when it did not. */
function placeToReturnTo(before: SessionUser, now: SessionUser) {
  const isDepartLeft = before.orgCode !== "" && before.orgCode !== now.orgCode;
  // "0" is no tenant: nobody can choose it.
  const isTenantLeft = before.tenantId !== "0" && before.tenantId !== now.tenantId;
  if (!isDepartLeft && !isTenantLeft) return undefined;
  return {
    ...(isDepartLeft ? { orgCode: before.orgCode } : {}),
    ...(isTenantLeft ? { loginTenantId: before.tenantId } : {}),
  };
}

export function createAccount(parts: Parts): Account {
  const { client, session, permissions, dictionaries, tabs } = parts;
  const complete: SecondFactorStore["complete"] = (send) => parts.secondFactor.complete(send);

  function clearLocal(): void {
    parts.unsaved.release();
    session.clear();
    permissions.clear();
    dictionaries.clear();
    tabs.clear();
  }

  /** Ends the session on the server. @returns why that failed, or undefined */
  async function endOnServer(token: string | undefined): Promise<string | undefined> {
    if (!token) return undefined;
    try {
      await client.call({ method: "POST", url: "/sys/logout", data: {}, token, quiet: "all" });
      return undefined;
    } catch (error) {
      // A session that ended before needs no end.
      if (error instanceof RequestError && error.status === 401) return undefined;
      return error instanceof Error ? error.message : messages.failure.unknown;
    }
  }

  /** Sign-in with a password, locked once more when the server has another key by now (409). */
  async function callLogin({ password, ...rest }: Readonly<Record<string, unknown>> & { readonly password: string }) {
    const send = async () =>
      client.call({
        method: "POST",
        url: "/sys/login",
        data: { ...rest, ...(await parts.passwordLock.lock(password)) },
        quiet: "all",
      });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 409) throw error;
      parts.passwordLock.forget();
      return send();
    }
  }

  /** Begins the session of an answer. @throws RequestError with the server's message, unless it carries code 200 */
  function begin(envelope: Envelope, remember: boolean): void {
    const login = readLogin(envelope);
    permissions.clear();
    parts.lock.unlock();
    const welcome = messages.shell.greetingTo(greetingAt(new Date().getHours()), login.user.realname);
    session.signIn(login.token, { ...login.user, welcome }, remember);
    if (login.dictionaries) dictionaries.replaceAll(login.dictionaries);
    if (login.hasNoDepartment) parts.feedback.notify("warning", messages.login.noDepartment);
  }

  async function signInOutside(ticket: string, source: string, remember: boolean): Promise<void> {
    const url = `/sys/thirdLogin/getLoginUser/${encodeURIComponent(ticket)}/${encodeURIComponent(source)}`;
    begin(await complete(() => client.call({ method: "GET", url, quiet: "all" })), remember);
  }

  return {
    async fetchCaptcha(key) {
      const picture = await client.request<string | null>({
        method: "GET",
        url: `/sys/randomImage/${key}`,
        quiet: "all",
      });
      return typeof picture === "string" && picture.startsWith("data:image/") ? picture : null;
    },

    prepareSignIn: () => parts.passwordLock.prepare(),

    async signIn({ remember, ...credentials }) {
      begin(await complete(() => callLogin({ ...credentials, remember_me: remember })), remember);
    },

    async signInByPhone({ phone, code, remember }) {
      const data = { mobile: phone, captcha: code };
      const send = () => client.call({ method: "POST", url: "/sys/phoneLogin", data, quiet: "all" });
      begin(await complete(send), remember);
    },

    signInOutside,

    async signInByCas(ticket, service) {
      const params = { ticket, service };
      const url = "/sys/cas/client/validateLogin";
      const envelope = await complete(() => client.call({ method: "GET", url, params, quiet: "all" }));
      // The contract tells this one by `success`; its code may be missing.
      begin({ ...envelope, code: 200 }, true);
    },

    async bindOutside(path, data, { source, remember }) {
      const { result } = await client.call({ method: "POST", url: `/sys/thirdLogin${path}`, data, quiet: "all" });
      await signInOutside(String(result), source, remember);
    },

    async renew(credentials) {
      const before = session.user;
      const login = readLogin(await complete(() => callLogin(credentials)));
      const { token, user } = login;
      if (!before || user.id !== before.id) {
        await endOnServer(token);
        return false;
      }
      const place = placeToReturnTo(before, user);
      if (place) {
        const data = { ...place, username: before.username };
        await client.call({ method: "POST", url: "/sys/selectDepart", data, token, quiet: "all" });
      }
      const { token: old } = session;
      session.renew(token);
      // A screen that was locked still had its session; one is enough.
      void endOnServer(old);
      return true;
    },

    async signOut() {
      const { token } = session;
      parts.unsaved.forgetDrafts();
      clearLocal();
      parts.leave(loginPath);
      const problem = await endOnServer(token);
      if (problem !== undefined) parts.feedback.notify("error", messages.session.signOutFailed(problem));
    },

    async signOutAfter(error) {
      const { token } = session;
      clearLocal();
      parts.feedback.notify("error", error instanceof Error ? error.message : messages.failure.unknown, {
        reason: error,
      });
      await endOnServer(token);
    },

    forget() {
      clearLocal();
      parts.restart();
    },

    async changePassword({ oldPassword, newPassword, confirmation }) {
      const { user } = session;
      if (!user) throw new RequestError(messages.password.noUser, 0, undefined);
      await client.call({
        method: "POST",
        url: "/sys/user/updatePassword",
        data: {
          username: user.username,
          oldpassword: oldPassword,
          password: newPassword,
          confirmpassword: confirmation,
        },
        quiet: "notices",
      });
      session.updateUser({ mustChangePassword: false });
    },
  };
}
