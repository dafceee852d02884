import { useEffect } from "react";
import { useBlocker, useLocation } from "react-router-dom";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import { useConsole } from "../stores/console.ts";
import { useTabActions } from "./use-tab-actions.ts";

/** The browser's Back and Forward leave a page with unsaved input after the question that closing its tab asks. */
export function useBackQuestion(): void {
  const { unsaved } = useConsole();
  const { pathname } = useLocation();
  const { refresh } = useTabActions(pathname);
  const blocker = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      historyAction === "POP" &&
      currentLocation.pathname !== nextLocation.pathname &&
      unsaved.isDirty((path) => path === currentLocation.pathname),
  );
  const ask = useEvent(async () => {
    const isGivenUp = await refresh(pathname);
    if (isGivenUp) blocker.proceed?.();
    else blocker.reset?.();
  });
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (isBlocked) void ask();
  }, [isBlocked, ask]);
}
