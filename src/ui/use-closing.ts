import { type RefObject, useLayoutEffect, useRef } from "react";

/** Escape, a press elsewhere and the focus going elsewhere close the panel; its opener gets the focus back. */
export function useClosing(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      // Taken by what stands above, a search over the page for instance.
      if (event.key !== "Escape" || event.defaultPrevented) return;
      latest.current();
      anchor.current?.focus();
    };
    const handleElsewhere = ({ target }: Event) => {
      const isInside = target instanceof Node && (panel.current?.contains(target) || anchor.current?.contains(target));
      if (!isInside) latest.current();
    };
    document.addEventListener("keydown", handleKey);
    document.addEventListener("pointerdown", handleElsewhere);
    document.addEventListener("focusin", handleElsewhere);
    return () => {
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener("pointerdown", handleElsewhere);
      document.removeEventListener("focusin", handleElsewhere);
    };
  }, [panel, anchor]);
}
