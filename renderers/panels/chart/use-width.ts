import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element, followed while it lives; the given one until it is measured. */
export function useWidth(fallback: number): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(fallback);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || fallback);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [fallback]);
  return [place, width];
}
