import FullscreenOutlined from "@ant-design/icons/FullscreenOutlined";
import { Input, Popover } from "antd";
import { useState } from "react";
import type { EditorProps } from "../../form/editor-props.ts";
import { FrameButton } from "../../layouts/FrameButton.tsx";
import { messages } from "../../messages.ts";

/** PCK-14: pixels of the small window of a form; the cell of a table has 300 × 210. */
const usualSize = { width: 200, height: 150 } as const;

/** One line, and beside it a small window for several. Both hold the same text. */
export function InputPopEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const [isOpen, setOpen] = useState(false);
  const props = options.type === "input-pop" ? options : undefined;
  const text = value === null || value === undefined ? "" : String(value);
  const { width = usualSize.width, height = usualSize.height } = props ?? {};
  const area = (
    <Input.TextArea
      autoFocus
      aria-label={title}
      style={{ width, height, resize: "none" }}
      maxLength={field.maxLength}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  const toggle = (next: boolean) => {
    setOpen(next);
    if (!next) onBlur();
  };
  return (
    <Input
      {...aria}
      id={id}
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      maxLength={field.maxLength}
      placeholder={props?.placeholder ?? messages.form.input(title)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      suffix={
        <Popover
          open={isOpen}
          trigger="click"
          placement="bottomRight"
          content={area}
          onOpenChange={toggle}
          destroyOnHidden
        >
          <span>
            <FrameButton
              label={messages.form.writeLines}
              icon={<FullscreenOutlined aria-hidden="true" />}
              disabled={disabled}
              onClick={() => undefined}
            />
          </span>
        </Popover>
      }
    />
  );
}
