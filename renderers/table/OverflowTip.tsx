import { type CSSProperties, type ReactNode, useRef } from "react";

/** A hint before this would flicker while the pointer only passes. */
const tipDelayMs = 300;

/**
 * A scroll box whose cut cells show their whole text: on hover the one cell under the pointer is looked at,
 * never all of them, and gets a title when its text does not fit.
 */
interface OverflowTipProps {
  readonly className: string;
  /** Name of the box where nothing in it takes the keyboard: it takes it itself, or it could not be scrolled. */
  readonly label: string | undefined;
  /** Greatest height of the box, pixels. */
  readonly height: number | undefined;
  readonly children: ReactNode;
}

export function OverflowTip({ className, label, height, children }: OverflowTipProps) {
  const timer = useRef<number | undefined>(undefined);
  return (
    <div
      className={className}
      style={height === undefined ? undefined : ({ "--sc-table-max": `${height}px` } as CSSProperties)}
      {...(label === undefined ? {} : { role: "group", "aria-label": label, tabIndex: 0 })}
      onPointerOver={(event) => {
        window.clearTimeout(timer.current);
        const cell = (event.target as Element).closest<HTMLElement>("td, th");
        if (!cell || cell.title) return;
        timer.current = window.setTimeout(() => {
          if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText.trim();
        }, tipDelayMs);
      }}
      onPointerLeave={() => window.clearTimeout(timer.current)}
    >
      {children}
    </div>
  );
}
