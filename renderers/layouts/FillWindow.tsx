import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";

interface FillWindowProps {
  readonly isFull: boolean;
  readonly className: string;
  readonly isInvalid?: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
  onLeave(): void;
}

/** PCK-11: above the page, below lists that open from it. */
const full: CSSProperties = {
  position: "fixed",
  inset: 0,
  zIndex: 999,
  display: "flex",
  flexDirection: "column",
  border: 0,
  borderRadius: 0,
  background: "var(--container)",
};

/** Within a window it covers the cross too, which antd puts at 1010. */
const inWindow: CSSProperties = { ...full, zIndex: 1020 };

const writable = '[contenteditable="true"], textarea:not(:disabled)';

/**
 * A control that can fill the window and come back. It stays the same element, so the caret, the selection and the steps to
 * undo stay; meanwhile the focus does not leave it, and Escape that nothing inside has used brings it back.
 */
export function FillWindow({ isFull, className, isInvalid, isDisabled, children, onLeave }: FillWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const layer = box.current;
    if (!isFull || !layer || layer.contains(document.activeElement)) return;
    // Its button leaves the focus where it was: in a field that now lies beneath, where letters and Escape would go.
    (layer.querySelector<HTMLElement>(writable) ?? layer.querySelector<HTMLElement>("button:not(:disabled)"))?.focus();
  }, [isFull]);
  const keepFocus = ({ relatedTarget, target }: FocusEvent) => {
    if (!isFull || !(relatedTarget instanceof Node) || box.current?.contains(relatedTarget)) return;
    // A list or a window opened from here stands beside the page, not in it.
    const around = box.current?.closest('[role="dialog"], #root') ?? document.body;
    if (around.contains(relatedTarget)) (target as HTMLElement).focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (!isFull || event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles from the control inside
    <div
      ref={box}
      className={className}
      style={isFull ? (box.current?.closest('[role="dialog"]') ? inWindow : full) : undefined}
      data-invalid={isInvalid}
      data-disabled={isDisabled || undefined}
      data-full={isFull || undefined}
      onBlur={keepFocus}
      onKeyDown={leave}
    >
      {children}
    </div>
  );
}
