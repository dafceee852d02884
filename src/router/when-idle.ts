/** Runs the work when the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(work);
  else setTimeout(work, 200);
}
