import { useEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router-dom";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import { findRoute } from "../router/menu-routes.ts";
import { type Console, useConsole } from "../stores/console.ts";
import { useTabActions } from "./use-tab-actions.ts";

interface Step {
  readonly historyAction: string;
  readonly currentLocation: Location;
  readonly nextLocation: Location;
}

/** A navigation that would end a page with unsaved input comes after the question that closing its tab asks. */
export function useBackQuestion(): void {
  const owner = useConsole();
  const ended = useRef("");
  const { refresh } = useTabActions("");
  const blocker = useBlocker((step) => {
    const path = endedBy(step, owner).find((one) => owner.unsaved.isDirty((each) => each === one));
    ended.current = path ?? "";
    return path !== undefined;
  });
  const ask = useEvent(async () => {
    const isGivenUp = await refresh(ended.current);
    if (isGivenUp) blocker.proceed?.();
    else blocker.reset?.();
  });
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (isBlocked) void ask();
  }, [isBlocked, ask]);
}

/** Paths of the pages that do not go on as they are after a step. */
function endedBy(
  { historyAction, currentLocation, nextLocation }: Step,
  { navigation, settings }: Pick<Console, "navigation" | "settings">,
): readonly string[] {
  const [from, to] = [currentLocation.pathname, nextLocation.pathname];
  // The browser's Back and Forward leave a page, whether or not it stays behind its tab.
  if (historyAction === "POP") return from === to ? [] : [from];
  const { isReturn } = (nextLocation.state ?? {}) as { readonly isReturn?: boolean };
  // A query of its own draws the page anew: another record in the same designer.
  const redrawn = nextLocation.search !== "" && !isReturn ? [to] : [];
  const route = findRoute(navigation.current, from)?.route;
  const isKept = from === to || route?.keepAlive || (settings.multipage && !route?.hideTab);
  return isKept ? redrawn : [...redrawn, from];
}
