import { useEffect, useRef } from "react";

/**
 * Runs a load when one of `needs` changes, and aborts it when they change again or the part goes.
 *
 * A page behind another tab is hidden, and its effects end and begin again with each visit. What it has loaded stands:
 * only a load that was cut off runs again.
 */
export function useLoad(load: (signal: AbortSignal) => Promise<void>, needs: readonly unknown[]): void {
  const wanted = useRef({ needs, round: 0 });
  if (!isSame(wanted.current.needs, needs)) wanted.current = { needs, round: wanted.current.round + 1 };
  const { round } = wanted.current;
  const done = useRef<number | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the load needs
  useEffect(() => {
    if (done.current === round) return;
    const request = new AbortController();
    void load(request.signal).finally(() => {
      if (!request.signal.aborted) done.current = round;
    });
    return () => request.abort();
  }, [round]);
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((need, at) => Object.is(need, other[at]));
}
