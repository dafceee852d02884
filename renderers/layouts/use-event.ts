import { useCallback, useLayoutEffect, useRef } from "react";

/** A handler that keeps its identity and always calls the newest closure, so that memoised rows stay still. */
export function useEvent<Args extends readonly unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
