import { useSyncExternalStore } from "react";

/** Below this the table becomes cards and dialogs become pages (`metrics.breakpoints.mobile`). */
export const mobileQuery = "(max-width: 767px)";

/** What stands side by side has its room from here on (`metrics.breakpoints`). */
export const wideQuery = "(min-width: 1088px)";

/** Whether a media query holds now; follows the window. */
export function useMedia(query: string): boolean {
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
