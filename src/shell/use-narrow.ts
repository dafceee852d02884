import { useSyncExternalStore } from "react";

const query = "(max-width: 1087px)";

/** Whether the window is narrower than 1088 px: the menu is a drawer then. Follows the window. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}
