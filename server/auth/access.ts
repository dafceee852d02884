import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { decideAction } from "../../runtime/permission/action.ts";
import { AppError } from "../http/errors.ts";
import { type Caller, defaultTenant } from "./caller.ts";
import type { SignedIn } from "./sign-in.ts";

/**
 * Who may call a route: a permission code, `"session"` for everyone signed in, `"public"` for everyone.
 * There is no default: a route without it stops the server from starting.
 */
export type RoutePermission = "public" | "session" | (string & {});

declare module "fastify" {
  interface FastifyContextConfig {
    permission?: RoutePermission;
    /** Also reached with the picture cookie, because an `<img>` sends no header; GET only. */
    fileCookie?: boolean;
    /** A live channel: also reached with the token as a sub-protocol, because a browser's socket sends no header. */
    liveToken?: boolean;
    /** The installation's own business (backups, jobs, monitoring): called from the default tenant only. */
    platform?: boolean;
    /** Open to API keys although it asks for no code. */
    apiKey?: true;
    /** Reachable before a one-time password was changed, and before a required two-step verification is set up. */
    beforeReady?: boolean;
    /** Of a person with two-step verification: asks for a code given in this session within the last ten minutes. */
    stepUp?: true;
    /**
     * A GET of the contract that changes something. Like any call that writes it is refused to who looks through
     * another's eyes and stands in the operation log; another site cannot set it off by a link.
     */
    changes?: true;
    /** A call that writes and that a session which only looks at what another sees may make all the same. */
    viewOnly?: "allowed";
  }
  interface FastifyRequest {
    /** Present on every route but public ones. */
    signedIn: SignedIn | null;
  }
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  return signedInOf(request).caller;
}

export function signedInOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new AppError("SESSION_MISSING");
  return request.signedIn;
}

/** One line per route, for the reference and for tests that walk all of them. */
export interface ClassifiedRoute {
  readonly method: string;
  readonly url: string;
  readonly permission: RoutePermission;
  /** Changes something, whatever its method. */
  readonly writes: boolean;
  /** Only in the default tenant, whoever holds the permission. */
  readonly platform: boolean;
  /** Whether people with two-step verification are asked for a code that is fresh. */
  readonly stepUp: boolean;
}

/**
 * Puts the guard in front of every route that is registered afterwards.
 *
 * @param authenticate reads the token header; undefined when there is none, AppError when it is no good
 * @returns the routes, growing while they are registered
 * @throws Error on registration of a route that says nothing about who may call it
 */
export function guardRoutes(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest) => Promise<SignedIn | undefined>,
): readonly ClassifiedRoute[] {
  const routes: ClassifiedRoute[] = [];
  app.decorateRequest("signedIn", null);
  app.decorateRequest("found", null);

  app.addHook("onRoute", (route: RouteOptions) => {
    if (route.config?.findRoute) return;
    const permission = route.config?.permission;
    if (!permission) {
      throw new Error(
        `route ${String(route.method)} ${route.url} declares no permission: a code, "session" or "public"`,
      );
    }
    if (route.config?.changes && (route.config.fileCookie || route.config.liveToken)) {
      throw new Error(`route ${route.url} changes something and can be reached without the token header`);
    }
    for (const method of [route.method].flat())
      routes.push(classify(method, route.url, { ...route.config, permission }));
  });

  app.addHook("onRequest", async (request) => {
    if (request.is404) return;
    const { config } = request.routeOptions;
    request.found = (await config.findRoute?.(request)) ?? null;
    if (config.findRoute && !request.found) return; // nothing is there
    await admit(request, request.found ?? config, authenticate);
  });
  return routes;
}

export function classify(
  method: string,
  url: string,
  config: FastifyContextConfig & { readonly permission: RoutePermission },
): ClassifiedRoute {
  const { permission, platform = false, stepUp = false } = config;
  return { method, url, permission, writes: isWriting(method, config), platform, stepUp };
}

/**
 * Lets a request in or refuses it; afterwards `callerOf` answers.
 *
 * @throws AppError SESSION_MISSING, PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_REQUIRED, STEP_UP_REQUIRED or FORBIDDEN
 */
async function admit(
  request: FastifyRequest,
  route: FastifyContextConfig,
  authenticate: (request: FastifyRequest) => Promise<SignedIn | undefined>,
): Promise<void> {
  const { permission, beforeReady } = route;
  if (route.changes && request.headers["sec-fetch-site"] === "cross-site") throw new AppError("FORBIDDEN");
  if (permission === "public") return;
  if (!permission) throw new AppError("FORBIDDEN");
  const signedIn = await authenticate(request);
  if (!signedIn) throw new AppError("SESSION_MISSING");
  request.signedIn = signedIn;
  if (signedIn.caller.key && !mayWithKey(signedIn.caller.key, request.method, route))
    throw new AppError("API_KEY_SCOPE");
  if (signedIn.caller.viewer && !mayWhileViewing(request.method, route)) throw new AppError("VIEW_ONLY");
  if (signedIn.mustChangePassword && !beforeReady) throw new AppError("PASSWORD_CHANGE_REQUIRED");
  if (signedIn.mustSetUpSecondFactor && !beforeReady) {
    throw new AppError("SECOND_FACTOR_REQUIRED", { result: { secondFactorWanted: "setUp" } });
  }
  if (permission !== "session" && !decideAction(signedIn.caller, permission).allowed) throw new AppError("FORBIDDEN");
  if (route.platform && signedIn.caller.tenantId !== defaultTenant) throw new AppError("PLATFORM_ONLY");
  if (route.stepUp) requireRecentCode(signedIn);
}

const codeLastsMs = 10 * 60_000;
/** Rows of an export that leave the house with a fresh code only. */
export const largeExportRows = 10_000;

/** @throws AppError STEP_UP_REQUIRED. Rows are counted for those only whom the answer concerns. */
export async function admitLargeExport(request: FastifyRequest, rows: () => Promise<number>): Promise<void> {
  const signedIn = signedInOf(request);
  if (lacksRecentCode(signedIn) && (await rows()) > largeExportRows) requireRecentCode(signedIn);
}

/** Whether what asks for a fresh code would be refused: of a person with two-step verification who gave none lately. */
export const lacksRecentCode = ({ provedAt }: SignedIn): boolean =>
  provedAt !== undefined && Date.now() - provedAt > codeLastsMs;

/** @throws AppError STEP_UP_REQUIRED */
export function requireRecentCode(signedIn: SignedIn): void {
  if (lacksRecentCode(signedIn)) throw new AppError("STEP_UP_REQUIRED", { result: { secondFactorWanted: "code" } });
}

/** A key calls what asks for a code of its tables; what everyone signed in may call is for people. */
function mayWithKey(
  { mayWrite }: { readonly mayWrite: boolean },
  method: string,
  route: FastifyContextConfig,
): boolean {
  if (route.permission === "session" && !route.apiKey) return false;
  return mayWrite || !isWriting(method, route);
}

function mayWhileViewing(method: string, route: FastifyContextConfig): boolean {
  return route.viewOnly === "allowed" || !isWriting(method, route);
}

/** Whether a call changes something: all but GET, and a POST that says it only reads (`operation: false`). */
export function isWriting(method: string, { changes, operation }: FastifyContextConfig): boolean {
  if (method === "GET" || method === "HEAD") return changes === true;
  return operation !== false;
}
