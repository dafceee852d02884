import { forwardRef, useImperativeHandle, useRef } from "react";
import { createPortal } from "react-dom";

/** Pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface PopupAnchorProps {
  /** An element that somebody else has drawn. */
  readonly element: HTMLElement;
  /** A point instead of the element. */
  readonly at?: Point | undefined;
}

/** The child of one of antd's popups: what it is placed at, and whose press does not count as one beside it. */
export const PopupAnchor = forwardRef<HTMLElement, PopupAnchorProps>(function PopupAnchor({ element, at }, ref) {
  const point = useRef<HTMLSpanElement>(null);
  useImperativeHandle(ref, () => (at ? (point.current as HTMLElement) : element), [at, element]);
  if (!at) return null;
  // Without any size it would count as hidden, and nothing is placed at it.
  const style = { position: "fixed", left: at.x, top: at.y, width: 1, height: 1 } as const;
  return createPortal(<span ref={point} style={style} />, document.body);
});
