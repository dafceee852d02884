import CalendarOutlined from "@ant-design/icons/CalendarOutlined";
import DownOutlined from "@ant-design/icons/DownOutlined";
import "../layouts/box.css";

interface ChoiceFaceProps {
  readonly id: string;
  readonly placeholder: string;
  /** Words of what is chosen; undefined = nothing. */
  readonly text: string | undefined;
  readonly calendar?: boolean;
  /** Pressed, or opened by key: the real control takes its place. */
  onOpen?(): void;
}

/** How a closed select or date control looks. The control itself is mounted when it is touched. */
export function ChoiceFace({ id, placeholder, text, calendar, onOpen }: ChoiceFaceProps) {
  return (
    <button
      id={id}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-controls={`${id}-list`}
      className={text ? "sc-box" : "sc-box sc-face-empty"}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        onOpen?.();
      }}
    >
      <span className="sc-cut">{text ?? placeholder}</span>
      {calendar ? <CalendarOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
    </button>
  );
}
