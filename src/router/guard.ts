import { safeRedirect } from "./safe-redirect.ts";

export const homePath = "/dashboard/analysis";
export const loginPath = "/user/login";
export const firstPasswordPath = "/user/password";
/** Where two-step verification is set up that a role asks for. */
export const setUpFactorPath = "/user/second-factor";

/** Where one-time links land; open to the signed-in too, whose browser may belong to somebody else. */
export const resetLinkPath = "/user/reset-link";

/** Pages that need no sign-in. */
export const publicPaths: readonly string[] = [
  loginPath,
  "/user/register",
  "/user/register-result",
  "/user/alteration",
  resetLinkPath,
];

/** What people type for the sign-in page. */
const shortLoginPath = "/login";

/** Left as soon as everything is in order. */
const beforeReady: readonly string[] = [loginPath, firstPasswordPath, setUpFactorPath];

export interface GuardInput {
  readonly pathname: string;
  /** Query with its question mark, or empty. */
  readonly search: string;
  readonly isSignedIn: boolean;
  readonly mustChangePassword: boolean;
  readonly mustSetUpSecondFactor: boolean;
  /** A department or tenant has to be chosen first; the sign-in page asks. */
  readonly mustChoose: boolean;
  readonly hasPermissions: boolean;
  /** The person's own home page; absent for the usual one. */
  readonly ownHome?: string | undefined;
}

export type GuardDecision =
  | { readonly kind: "enter" }
  | { readonly kind: "go"; readonly to: string }
  /** Load the permission list first, then enter; when that fails, sign out and go to `otherwise`. */
  | { readonly kind: "load"; readonly otherwise: string };

/** Where a person's work begins: the home page of one of their roles, else the console's. */
export function landingOf({ ownHome }: { readonly ownHome?: string | undefined }): string {
  return safeRedirect(ownHome) ?? homePath;
}

/** Where a person may go now. Pure: the router asks before every navigation. */
export function decideEntry(input: GuardInput): GuardDecision {
  const { pathname, search } = input;
  if (pathname === shortLoginPath) return { kind: "go", to: loginPath + search };
  const isPublic = publicPaths.includes(pathname);
  if (!input.isSignedIn) return isPublic ? { kind: "enter" } : { kind: "go", to: loginAddress(pathname + search) };
  const first = input.mustChangePassword
    ? firstPasswordPath
    : input.mustSetUpSecondFactor
      ? setUpFactorPath
      : undefined;
  if (first !== undefined) {
    const wanted = isPublic || beforeReady.includes(pathname) ? rememberedIn(search) : pathname + search;
    return pathname === first ? { kind: "enter" } : { kind: "go", to: remembering(first, wanted) };
  }
  if (input.mustChoose) {
    return pathname === loginPath ? { kind: "enter" } : { kind: "go", to: loginAddress(pathname + search) };
  }
  if (beforeReady.includes(pathname)) {
    return { kind: "go", to: placeAfter(search, input) };
  }
  if (isPublic || input.hasPermissions) return { kind: "enter" };
  return { kind: "load", otherwise: loginAddress(pathname + search) };
}

/** Where a page before the console leads on to: the place that its address remembers, else where work begins. */
export function placeAfter(search: string, person: { readonly ownHome?: string | undefined }): string {
  return rememberedIn(search) ?? landingOf(person);
}

function rememberedIn(search: string): string | undefined {
  return safeRedirect(new URLSearchParams(search).get("redirect"));
}

/** The sign-in page, remembering the wanted place; the home page needs no remembering. */
export function loginAddress(wanted: string): string {
  return remembering(loginPath, wanted);
}

/** A page before the console, with the place that is wanted after it. */
export function remembering(page: string, wanted: string | undefined): string {
  const redirect = safeRedirect(wanted);
  if (!redirect || redirect === "/" || redirect === homePath) return page;
  return `${page}?redirect=${encodeURIComponent(redirect)}`;
}
