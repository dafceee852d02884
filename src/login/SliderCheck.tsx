import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { Icon } from "./Icon.tsx";
import { loginIcons } from "./login-icons.ts";

interface SliderCheckProps {
  readonly isPassed: boolean;
  readonly onPass: () => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** Pixels; as wide as the control is high. */
const handlePx = 40;
/** Share of the way that one press of an arrow key covers. */
const keyStep = 0.25;

/**
 * 拖动滑块验证: drag the handle to the right end, or focus it and press the right arrow (End goes at once).
 * It keeps careless double submits away; the server's own guards are the captcha and the attempt limits.
 */
export function SliderCheck({ isPassed, onPass, error, disabled }: SliderCheckProps) {
  const track = useRef<HTMLDivElement>(null);
  const grabbedAt = useRef(0);
  const [share, setShare] = useState(0);
  const shown = isPassed ? 1 : share;

  function move(next: number): void {
    const bounded = Math.min(1, Math.max(0, next));
    setShare(bounded);
    if (bounded === 1) onPass();
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>): void {
    if (isPassed || disabled) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbedAt.current = event.clientX;
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>): void {
    if (isPassed || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const way = (track.current?.clientWidth ?? 0) - handlePx;
    if (way > 0) move((event.clientX - grabbedAt.current) / way);
  }

  function handlePointerUp(): void {
    if (!isPassed) setShare(0);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (isPassed || disabled) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: share + keyStep,
      ArrowUp: share + keyStep,
      ArrowLeft: share - keyStep,
      ArrowDown: share - keyStep,
      End: 1,
      Home: 0,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  }

  return (
    <div className="text-field sc-origin">
      <div
        ref={track}
        className="slider-check"
        data-passed={isPassed ? "" : undefined}
        data-invalid={error ? "" : undefined}
      >
        <span className="slider-check-text" aria-live="polite">
          {isPassed ? messages.login.slideDone : messages.login.slide}
        </span>
        <span
          className="slider-check-handle sc-middle"
          style={{ left: `calc((100% - ${handlePx}px) * ${shown})` }}
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-label={messages.login.slideHint}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(shown * 100)}
          aria-disabled={disabled}
          aria-invalid={error ? true : undefined}
          onPointerDown={handlePointerDown}
          onPointerMove={handlePointerMove}
          onPointerUp={handlePointerUp}
          onPointerCancel={handlePointerUp}
          onKeyDown={handleKeyDown}
        >
          <Icon shape={isPassed ? loginIcons.check : loginIcons.doubleRight} size={14} />
        </span>
      </div>
      {error && (
        <p className="text-field-error sc-cut" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
