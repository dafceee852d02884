import type { FastifyRequest } from "fastify";
import type { ServerContext } from "../context.ts";
import { AppError } from "../http/errors.ts";
import { isKnownBrowser } from "./known-browsers.ts";
import { noteOutsideSession } from "./outside/identities.ts";
import { createPass, readPass, takePass, wrongState } from "./outside/passes.ts";
import { verifyPassword } from "./passwords.ts";
import { isSecondFactorNeeded } from "./second-factor.ts";
import { hashToken } from "./sessions.ts";
import { writeSignInLog } from "./sign-in-log.ts";
import { firstTenant, type Tenant, tenantsOf, whyClosed } from "./tenants.ts";
import { loadUserInfo, type UserInfo } from "./user-info.ts";
import { chooseDepartment, type Department, departmentsOf, findUser, type User } from "./user-store.ts";

/** The answer of sign-in (contract 01 §1.1). */
export interface SignInResult {
  readonly token: string;
  readonly multi_depart: 0 | 1 | 2;
  readonly departs: readonly Department[];
  readonly userInfo: UserInfo;
  /** Open tenants of the user; the console asks when there are several. */
  readonly tenantList: readonly Tenant[];
  readonly sysAllDictItems: Readonly<Record<string, unknown>>;
  /** Ours: the console asks for a new password before anything else. */
  readonly mustChangePassword: boolean;
  /** Ours: a role of the person asks for two-step verification, which comes before anything else. */
  readonly mustSetUpSecondFactor: boolean;
}

/**
 * Checks name and password and opens a session. Unknown, frozen and deleted users and a wrong password are one
 * answer at one speed; the true reason goes to the log.
 *
 * @throws AppError LOGIN_FAILED, LOGIN_LOCKED
 */
export async function signIn(
  context: ServerContext,
  request: FastifyRequest,
  username: string,
  password: string,
): Promise<SignInResult> {
  const { user, mustChange } = await provePassword(context, request, username, password);
  return openSession(context, request, user, { mustChangePassword: mustChange });
}

/**
 * The same for clients that show no captcha: wrong passwords count together with those of `signIn`, and beyond a few of
 * them only a try with a captcha is taken. Who belongs to no department is told so after the password was right.
 *
 * @throws AppError LOGIN_FAILED, LOGIN_LOCKED, LOGIN_CAPTCHA, NO_DEPARTMENT
 */
export async function signInBare(
  context: ServerContext,
  request: FastifyRequest,
  username: string,
  password: string,
): Promise<SignInResult> {
  const { user, mustChange } = await provePassword(context, request, username, password, true);
  if ((await departmentsOf(context.db.kysely, user.id)).length === 0) {
    const { realname, tenantIds } = user;
    const refused = "no department";
    await writeSignInLog(context.db.kysely, request, { username, realname, tenantId: tenantIds[0], refused });
    throw new AppError("NO_DEPARTMENT");
  }
  return openSession(context, request, user, { mustChangePassword: mustChange });
}

/**
 * Checks name and password and opens nothing.
 *
 * @param isBare the try cost no captcha
 * @throws AppError LOGIN_FAILED, LOGIN_LOCKED, LOGIN_CAPTCHA
 */
export async function provePassword(
  context: ServerContext,
  request: FastifyRequest,
  username: string,
  password: string,
  isBare = false,
): Promise<{ readonly user: User; readonly mustChange: boolean }> {
  const { db, signInFailures } = context;
  let reason = "";
  let tenantId: number | undefined;
  const prove = async () => {
    const user = await findUser(db.kysely, { username });
    tenantId = user?.tenantIds[0];
    // Asked for an unknown user too, so that both take the same time.
    const secret = await loadSecret(context, user?.id ?? "");
    const matches = await verifyPassword(secret?.hash, password);
    if (user?.status === 1 && matches) return { user, mustChange: secret?.mustChange ?? false };
    reason = !user ? "unknown user" : user.status !== 1 ? "frozen user" : "wrong password";
    return undefined;
  };
  const known = await signInFailures.attempt(username, request.ip, prove, isBare);
  if (!known) {
    await writeSignInLog(db.kysely, request, { username, realname: "", tenantId, refused: reason });
    throw new AppError("LOGIN_FAILED");
  }
  return known;
}

/** What is known of a sign-in after its first proof. */
export interface FirstProof {
  readonly mustChangePassword: boolean;
  /** What the log says of it; default 登录成功. */
  readonly text?: string;
  /** The session at a provider that it came from. */
  readonly outside?: { readonly providerId: string; readonly subject: string; readonly sid: string };
}

/** Somebody who still owes a code. */
interface Owing extends FirstProof {
  readonly userId: string;
}

/** No browser is marked for it: the token was handed to whoever gave the first proof, and nobody else. */
const anyBrowser = "second factor";

/**
 * Opens a session for a user who has proved who they are, by whatever way. One with an authenticator owes its code
 * first, unless it was given in this browser and the browser is remembered.
 *
 * @throws AppError SECOND_FACTOR with the token for `openWithCode`
 */
export async function openSession(
  context: ServerContext,
  request: FastifyRequest,
  user: User,
  proof: FirstProof,
): Promise<SignInResult> {
  const { db, secondFactors } = context;
  const isOn = await secondFactors.isOn(user.id);
  if (!isOn || (await isKnownBrowser(db.kysely, request, user.id))) {
    const mustSetUpSecondFactor = !isOn && (await isSecondFactorNeeded(db.kysely, user.id));
    return open(context, request, user, { ...proof, isProved: false, mustSetUpSecondFactor });
  }
  const owing: Owing = { ...proof, userId: user.id };
  const secondFactor = await createPass(db.kysely, "second-factor", anyBrowser, owing);
  throw new AppError("SECOND_FACTOR", { result: { secondFactor } });
}

/**
 * The second step. A wrong code leaves the token good for another one.
 *
 * @throws AppError THIRD_STATE for a token that is unknown, used or too old; SECOND_FACTOR_WRONG, SECOND_FACTOR_LOCKED
 */
export async function openWithCode(
  context: ServerContext,
  request: FastifyRequest,
  token: unknown,
  code: string,
): Promise<SignInResult> {
  const { db, secondFactors } = context;
  const owing = await readPass<Owing>(db.kysely, "second-factor", token, anyBrowser);
  const user = owing && (await findUser(db.kysely, { id: owing.userId }));
  if (!owing || user?.status !== 1) throw wrongState();
  await secondFactors.prove(user.id, code).catch(async (error: unknown) => {
    const { username, realname, tenantIds } = user;
    const refused = error instanceof AppError ? error.errorName : "error";
    await writeSignInLog(db.kysely, request, { username, realname, tenantId: tenantIds[0], refused });
    throw error;
  });
  if (!(await takePass(db.kysely, "second-factor", token, anyBrowser))) throw wrongState();
  return open(context, request, user, { ...owing, isProved: true, mustSetUpSecondFactor: false });
}

/** What is known when a session opens. */
interface Proved extends FirstProof {
  readonly isProved: boolean;
  readonly mustSetUpSecondFactor: boolean;
}

async function open(
  context: ServerContext,
  request: FastifyRequest,
  user: User,
  { mustChangePassword, mustSetUpSecondFactor, isProved, text = "登录成功", outside }: Proved,
): Promise<SignInResult> {
  const { db, sessions } = context;
  const departs = await departmentsOf(db.kysely, user.id);
  const tenants = await tenantsOf(db.kysely, user);
  const tenantId = await openTenant(context, request, user, tenants);
  const orgCode = chooseDepartment(user, departs, tenantId);
  const { token } = await sessions.create({
    userId: user.id,
    tenantId,
    orgCode,
    address: request.ip,
    userAgent: String(request.headers["user-agent"] ?? ""),
    isProved,
  });
  if (outside) await noteOutsideSession(db.kysely, hashToken(token), outside.providerId, outside);
  await writeSignInLog(db.kysely, request, { username: user.username, realname: user.realname, tenantId, text });
  return {
    token,
    multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
    departs,
    userInfo: { ...(await loadUserInfo(db.kysely, user.id, orgCode)), loginTenantId: tenantId },
    tenantList: tenants,
    sysAllDictItems: await context.dictionaries.allEnabled(),
    mustChangePassword,
    mustSetUpSecondFactor,
  };
}

/** That all of a person's tenants are closed is told after they have proved who they are, and stands in the log. */
async function openTenant(
  { db }: ServerContext,
  request: FastifyRequest,
  user: User,
  tenants: readonly Tenant[],
): Promise<number> {
  const tenantId = firstTenant(user, tenants);
  if (tenantId !== undefined) return tenantId;
  const { username, realname, tenantIds } = user;
  await writeSignInLog(db.kysely, request, { username, realname, tenantId: tenantIds[0], refused: "closed tenant" });
  throw new AppError(await whyClosed(db.kysely, user));
}

async function loadSecret(
  { db }: ServerContext,
  userId: string,
): Promise<{ readonly hash: string; readonly mustChange: boolean } | undefined> {
  const row = await db.kysely
    .selectFrom("sys_user_secret")
    .select(["password_hash", "must_change"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { hash: String(row.password_hash), mustChange: row.must_change === true };
}
