import { createContext, useContext, useSyncExternalStore } from "react";

/** Below this the table becomes cards and dialogs become pages (`metrics.breakpoints.mobile`). */
export const mobileQuery = "(max-width: 767px)";

/** What stands side by side has its room from here on (`metrics.breakpoints`). */
export const wideQuery = "(min-width: 1088px)";

/** Pixels that a part inside the window stands for, such as the preview of a phone; undefined for the window itself. */
export const WindowWidth = createContext<number | undefined>(undefined);

/** Whether a media query holds now; follows the window, or what stands for it. */
export function useMedia(query: string): boolean {
  const width = useContext(WindowWidth);
  const holds = useWindowMedia(query);
  const limit = /^\((max|min)-width: (\d+)px\)$/.exec(query);
  if (width === undefined || !limit) return holds;
  return limit[1] === "max" ? width <= Number(limit[2]) : width >= Number(limit[2]);
}

function useWindowMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
