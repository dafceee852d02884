import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import { messages } from "../messages.ts";
import "./box.css";

/** The mark at the right of a box that empties it. Its press is none on the box, and the focus stays where it is. */
export function BoxClear({ onClear }: { onClear(): void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="sc-box-clear"
      aria-label={messages.list.clear}
      onMouseDown={keepFocus}
      onClick={(event) => {
        event.stopPropagation();
        onClear();
      }}
    >
      <CloseCircleFilled aria-hidden="true" />
    </button>
  );
}

/** For the press of a small button in a box. */
export function keepFocus(event: { preventDefault(): void; stopPropagation(): void }): void {
  event.preventDefault();
  event.stopPropagation();
}
