import { createBrowserRouter, type LoaderFunctionArgs, Navigate, type RouteObject, redirect } from "react-router-dom";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import { loadPart } from "../../runtime/react/lazy-part.ts";
import { loadDocumentTexts } from "../language/load-texts.ts";
import { ErrorPage } from "../pages/ErrorPage.tsx";
import { askedScreen } from "../router/generated-screen.ts";
import {
  decideEntry,
  firstPasswordPath,
  landingOf,
  loginPath,
  resetLinkPath,
  setUpFactorPath,
} from "../router/guard.ts";
import { findRoute } from "../router/menu-routes.ts";
import { loadShell } from "../router/preload.ts";
import type { Console } from "../stores/console.ts";
import { Root } from "./Root.tsx";

/**
 * The fixed addresses. Everything a menu names lives below the shell and is looked up in the permission list
 * (`findRoute`), because one signed-in person's addresses are not another's.
 */
export function buildRoutes(owner: Console): RouteObject[] {
  const guard = ({ request }: LoaderFunctionArgs) => enter(owner, new URL(request.url));
  const guarded = { loader: guard, shouldRevalidate: () => true };
  return [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      HydrateFallback: ProgressBar,
      children: [
        { path: "/user", element: <Navigate to={loginPath} replace /> },
        {
          path: loginPath,
          ...guarded,
          lazy: async () => ({ Component: (await loadPart(() => import("../login/LoginPage.tsx"))).LoginPage }),
        },
        {
          path: "/user/register",
          ...guarded,
          lazy: async () => ({ Component: (await loadPart(() => import("../login/RegisterPage.tsx"))).RegisterPage }),
        },
        {
          path: "/user/register-result",
          id: "registerResult",
          ...guarded,
          lazy: async () => ({
            Component: (await loadPart(() => import("../login/RegisterResultPage.tsx"))).RegisterResultPage,
          }),
        },
        {
          path: "/user/alteration",
          ...guarded,
          lazy: async () => ({ Component: (await loadPart(() => import("../login/RecoverPage.tsx"))).RecoverPage }),
        },
        {
          path: resetLinkPath,
          ...guarded,
          lazy: async () => ({ Component: (await loadPart(() => import("../login/ResetLinkPage.tsx"))).ResetLinkPage }),
        },
        {
          path: firstPasswordPath,
          ...guarded,
          lazy: async () => ({
            Component: (await loadPart(() => import("../login/FirstPasswordPage.tsx"))).FirstPasswordPage,
          }),
        },
        {
          path: setUpFactorPath,
          ...guarded,
          lazy: async () => ({
            Component: (await loadPart(() => import("../account/SetUpFactorPage.tsx"))).SetUpFactorPage,
          }),
        },
        { path: "/", loader: () => redirect(landingOf(owner.session.user ?? {})), element: null },
        { path: "/test", element: <Navigate to="/test/home" replace /> },
        {
          lazy: async () => ({ Component: (await loadShell()).ShellLayout }),
          errorElement: <ErrorPage />,
          children: [
            {
              path: "*",
              ...guarded,
              errorElement: <ErrorPage />,
              lazy: async () => ({ Component: (await loadPart(() => import("../pages/MenuPage.tsx"))).MenuPage }),
            },
          ],
        },
      ],
    },
  ];
}

export function createConsoleRouter(owner: Console) {
  const router = createBrowserRouter(buildRoutes(owner));
  owner.go = (to, options) => void router.navigate(to, options);
  return router;
}

/** Runs the guard's decision for one navigation. */
async function enter(owner: Console, target: URL): Promise<Response | null> {
  const { session, permissions, account } = owner;
  const decision = decideEntry({
    pathname: target.pathname,
    search: target.search,
    isSignedIn: session.token !== undefined,
    mustChangePassword: session.user?.mustChangePassword === true,
    mustSetUpSecondFactor: session.user?.mustSetUpSecondFactor === true,
    mustChoose: session.user?.mustChoose === true,
    hasPermissions: permissions.isLoaded,
    ownHome: session.user?.ownHome,
  });
  if (decision.kind === "enter") return null;
  if (decision.kind === "go") return redirect(decision.to);
  try {
    await loadDocumentTexts(owner.client);
    await permissions.load();
    const match = findRoute(owner.navigation.current, target.pathname);
    owner.early.ask(match && askedScreen(match, target.pathname));
    return null;
  } catch (error) {
    // The session may have ended meanwhile, or the person has no menu: nothing can be shown, so sign in again.
    if (session.token !== undefined) await account.signOutAfter(error);
    return redirect(decision.otherwise);
  }
}
