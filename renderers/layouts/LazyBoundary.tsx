import { type ReactNode, Suspense, useLayoutEffect, useReducer } from "react";
import { whenPartArrives } from "../../runtime/react/lazy-part.ts";

interface LazyBoundaryProps {
  /** Drawn until every lazy part among the children is there; nothing when left out. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * React's `Suspense`, which shows a part as soon as it has arrived. React by itself keeps what was waited for back until
 * 300 ms after the last fallback of the page, so that slow pages do not flicker; a part of the console is there within
 * a few, and a press would have to wait for the rest.
 */
export function LazyBoundary({ fallback, children }: LazyBoundaryProps) {
  const [, drawAgain] = useReducer((turns: number) => turns + 1, 0);
  return (
    <Suspense
      fallback={
        <>
          <Waiting onArrival={drawAgain} />
          {fallback}
        </>
      }
    >
      {children}
    </Suspense>
  );
}

function Waiting({ onArrival }: { readonly onArrival: () => void }) {
  useLayoutEffect(() => whenPartArrives(onArrival), [onArrival]);
  return null;
}
