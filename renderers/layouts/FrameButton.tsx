import type { ReactNode } from "react";

interface FrameButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  /** Left out where the head is narrow. */
  readonly wideOnly?: boolean;
  onClick(): void;
}

/** A button of one icon in the head of a frame. */
export function FrameButton({ label, icon, disabled = false, wideOnly = false, onClick }: FrameButtonProps) {
  return (
    <button
      type="button"
      className={wideOnly ? "sc-icon-button sc-wide-only" : "sc-icon-button"}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
