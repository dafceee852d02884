import { whenIdle } from "../../renderers/layouts/when-idle.ts";
import { loadPart } from "../../runtime/react/lazy-part.ts";

export const loadShell = () => loadPart(() => import("../shell/ShellLayout.tsx"));
export const loadScreenPage = () => loadPart(() => import("../pages/ScreenPage.tsx"));

/**
 * Fetches the shell and the screens while the person is still typing, so that signing in shows the first list at once.
 * It begins with the first key or touch: who only looks at the sign-in page loads only that.
 *
 * @returns takes the listeners away
 */
export function preloadShell(): () => void {
  const events = ["keydown", "pointerdown", "input"] as const;
  const stop = () => {
    for (const name of events) removeEventListener(name, begin, true);
  };
  const begin = () => {
    stop();
    whenIdle(fetchShell);
  };
  for (const name of events) addEventListener(name, begin, true);
  return stop;
}

function fetchShell(): void {
  // A failed preload costs nothing: the navigation itself asks again and reports.
  loadShell().catch(() => undefined);
  loadScreenPage()
    .then(({ preloadScreens }) => preloadScreens())
    .catch(() => undefined);
}
