import { useRef } from "react";
import { clampWidth } from "./column-choice.ts";

interface ResizeHandleProps {
  /** A column has a new width in pixels; undefined = as the document has it. */
  onResize(width: number | undefined): void;
}

/** The right edge of a head: dragged it sets the width, pressed twice it gives the document's back. */
export function ResizeHandle({ onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  return (
    // The keyboard's way is the column settings: a tab stop at every head would be in everybody's way.
    <i
      className="sc-resize"
      aria-hidden="true"
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement;
        if (!head || event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: head.offsetWidth };
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (from) onResize(clampWidth(from.width + event.clientX - from.x));
      }}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}
