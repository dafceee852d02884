import { type RefObject, useEffect, useState } from "react";

/** Pixels of scroll after which the header leaves. */
const hideAfterPx = 100;
/** A page has to be this much longer than what is hidden, else hiding the header would end the scroll that hid it. */
const reservePx = 200;

/**
 * Whether the header is away now: after more than 100 pixels of scroll downwards, until the page is scrolled up again.
 * Whatever scrolls the page counts: the frame, or the rows of a list.
 */
export function useHeaderHidden(frame: RefObject<HTMLElement | null>, isOn: boolean): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!isOn || !element) return setHidden(false);
    const last = new WeakMap<Element, number>();
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.scrollHeight <= target.clientHeight) return;
      const { scrollTop, scrollHeight, clientHeight } = target;
      const before = last.get(target) ?? 0;
      last.set(target, scrollTop);
      if (scrollTop === before) return;
      const isLong = scrollHeight - clientHeight > hideAfterPx + reservePx;
      if (scrollTop <= hideAfterPx || scrollTop < before) setHidden(false);
      else if (isLong) setHidden(true);
    };
    // Whoever reaches it by keyboard sees it.
    const show = ({ target }: Event) => {
      if (target instanceof Element && target.closest("header")) setHidden(false);
    };
    element.addEventListener("scroll", follow, { capture: true, passive: true });
    element.addEventListener("focusin", show);
    return () => {
      element.removeEventListener("scroll", follow, { capture: true });
      element.removeEventListener("focusin", show);
    };
  }, [frame, isOn]);
  return isHidden;
}
