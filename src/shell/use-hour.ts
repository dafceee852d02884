import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** The hour of the day, 0–23, as it goes on while the page stays open. */
export function useHour(): number {
  return useSyncExternalStore(follow, () => new Date().getHours());
}

function follow(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}
