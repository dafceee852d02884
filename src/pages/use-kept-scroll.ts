import { type RefObject, useLayoutEffect, useRef } from "react";

interface Place {
  readonly top: number;
  readonly left: number;
}

/** Where the parts of the shell that scroll stand now, so that asking them, which lays the page out, is rarely needed. */
const framePlaces = new WeakMap<Element, Place>();
const start: Place = { top: 0, left: 0 };

/**
 * Keeps the scroll positions of a page, its inner ones and that of the frame around it, while it is hidden. Browsers
 * differ in what they keep of an element that is not displayed.
 */
export function useKeptScroll(page: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<Element, Place>());
  useLayoutEffect(() => {
    const root = page.current;
    if (!root) return;
    const frames = framesOf(root);
    for (const [element, place] of places.current) {
      if (!element.isConnected) places.current.delete(element);
      else if (!frames.includes(element) && (place.top > 0 || place.left > 0)) moveTo(element, place);
    }
    // The frame scrolls, not the page: it begins at the top for a page that was never scrolled.
    for (const frame of frames) {
      const wanted = places.current.get(frame) ?? start;
      const now = framePlaces.get(frame) ?? start;
      if (wanted.top !== now.top || wanted.left !== now.left) moveTo(frame, wanted);
    }
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const isFrame = frames.includes(target);
      if (!isFrame && !root.contains(target)) return;
      const place = { top: target.scrollTop, left: target.scrollLeft };
      places.current.set(target, place);
      if (isFrame) framePlaces.set(target, place);
    };
    document.addEventListener("scroll", remember, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", remember, { capture: true });
  }, [page]);
}

function moveTo(element: Element, place: Place): void {
  element.scrollTo?.({ ...place, behavior: "instant" });
}

/** The parts of the shell that may scroll a page, by the layout settings. */
function framesOf(root: HTMLElement): readonly Element[] {
  return [".shell-page", ".shell-main", ".shell"].flatMap((name) => root.closest(name) ?? []);
}
