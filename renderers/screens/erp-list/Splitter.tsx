import type { PointerEvent } from "react";
import type { LayoutPlan } from "../../../runtime/compile/plan.ts";
import { messages } from "../../messages.ts";

interface SplitterProps {
  /** `vertical`: between what stands above and below, `horizontal`: left and right. */
  readonly split: LayoutPlan["split"];
  /** Share of the first part, 0.15…0.85. */
  readonly ratio: number;
  /** The share to go back to. */
  readonly first: number;
  readonly resizable: boolean;
  onChange(ratio: number): void;
}

const [least, most] = [0.15, 0.85];
const less = (ratio: number) => ratio - 0.05;
const more = (ratio: number) => ratio + 0.05;
const ends = { Home: () => least, End: () => most };
const keySteps: Readonly<Record<SplitterProps["split"], Readonly<Record<string, (ratio: number) => number>>>> = {
  vertical: { ...ends, ArrowUp: less, ArrowDown: more },
  horizontal: { ...ends, ArrowLeft: less, ArrowRight: more },
};

/** The 12 px between master and details: dragged, or moved by key; pressed twice, or Enter, it goes back. */
export function Splitter({ split, ratio, first, resizable, onChange }: SplitterProps) {
  const change = (next: number) => onChange(Math.min(most, Math.max(least, next)));
  if (!resizable) return <div className="sc-splitter sc-still" />;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: handle, pointerId } = event;
    if (!handle.hasPointerCapture(pointerId)) return;
    const share = shareAt(split, handle, event);
    if (share !== undefined) change(share);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value can
    <div
      className="sc-splitter sc-still sc-splitter-moves"
      role="separator"
      aria-orientation={split === "vertical" ? "horizontal" : "vertical"}
      aria-label={messages.list.splitter[split]}
      aria-valuenow={Math.round(ratio * 100)}
      aria-valuemin={least * 100}
      aria-valuemax={most * 100}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => change(first)}
      onKeyDown={(event) => {
        const step = event.key === "Enter" ? () => first : keySteps[split][event.key];
        if (!step) return;
        event.preventDefault();
        change(step(ratio));
      }}
    />
  );
}

/** Where the pointer stands between the start of the part before the line and the end of the one after it. */
function shareAt(split: SplitterProps["split"], handle: Element, pointer: PointerEvent): number | undefined {
  const before = handle.previousElementSibling?.getBoundingClientRect();
  const after = handle.nextElementSibling?.getBoundingClientRect();
  if (!before || !after) return undefined;
  const [start, end, at] =
    split === "vertical" ? [before.top, after.bottom, pointer.clientY] : [before.left, after.right, pointer.clientX];
  return end > start ? (at - start) / (end - start) : undefined;
}
