import { useEffect } from "react";

/** Reads again every so many seconds, while somebody can see it. */
export function useRefresh(seconds: number | undefined, read: () => void): void {
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setInterval(() => (document.visibilityState === "visible" ? read() : undefined), seconds * 1_000);
    return () => clearInterval(timer);
  });
}
