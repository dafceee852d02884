import type { PointerEvent } from "react";
import { messages } from "../../messages.ts";

interface SplitterProps {
  /** Share of the upper part, 0.15…0.85. */
  readonly ratio: number;
  readonly resizable: boolean;
  onChange(ratio: number): void;
}

const [least, most] = [0.15, 0.85];
const keySteps: Readonly<Record<string, (ratio: number) => number>> = {
  ArrowUp: (ratio) => ratio - 0.05,
  ArrowDown: (ratio) => ratio + 0.05,
  Home: () => least,
  End: () => most,
};

/** The 12 px between master and details: dragged, or moved with the arrow keys, Home and End. */
export function Splitter({ ratio, resizable, onChange }: SplitterProps) {
  const change = (next: number) => onChange(Math.min(most, Math.max(least, next)));
  if (!resizable) return <div className="sc-splitter" />;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: handle, pointerId } = event;
    if (!handle.hasPointerCapture(pointerId)) return;
    const box = handle.parentElement?.getBoundingClientRect();
    if (box && box.height > 0) change((event.clientY - box.top) / box.height);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value can
    <div
      className="sc-splitter sc-splitter-moves"
      role="separator"
      aria-orientation="horizontal"
      aria-label={messages.list.splitter}
      aria-valuenow={Math.round(ratio * 100)}
      aria-valuemin={least * 100}
      aria-valuemax={most * 100}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const step = keySteps[event.key];
        if (!step) return;
        event.preventDefault();
        change(step(ratio));
      }}
    />
  );
}
