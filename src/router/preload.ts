import { whenIdle } from "./when-idle.ts";

export const loadShell = () => import("../shell/ShellLayout.tsx");
export const loadScreenPage = () => import("../pages/ScreenPage.tsx");

/** Fetches the shell and the screens while the person is still typing, so that signing in shows the first list at once. */
export function preloadShell(): void {
  whenIdle(() => {
    // A failed preload costs nothing: the navigation itself asks again and reports.
    loadShell().catch(() => undefined);
    loadScreenPage()
      .then(({ preloadScreens }) => preloadScreens())
      .catch(() => undefined);
  });
}
