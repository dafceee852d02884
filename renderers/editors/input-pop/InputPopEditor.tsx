import FullscreenOutlined from "@ant-design/icons/FullscreenOutlined";
import { Popover } from "antd";
import Input from "antd/es/input/Input";
import TextArea from "antd/es/input/TextArea";
import { useState } from "react";
import { IconButton } from "../../layouts/IconButton.tsx";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { isTooLong } from "../text-limit.ts";

/** PCK-14: pixels of the small window of a form; the cell of a table has 300 × 210. */
const usualSize = { width: 200, height: 150 } as const;

/** One line, and beside it a small window for several. Both hold the same text. */
export function InputPopEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const [isOpen, setOpen] = useState(false);
  const props = options.type === "input-pop" ? options : undefined;
  const text = value === null || value === undefined ? "" : String(value);
  const { width = usualSize.width, height = usualSize.height } = props ?? {};
  const area = (
    <TextArea
      autoFocus
      aria-label={title}
      styles={{ textarea: { width, height, resize: "none" } }}
      status={isTooLong(text, field.maxLength) ? "error" : ""}
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
      status={aria["aria-invalid"] || isTooLong(text, field.maxLength) ? "error" : ""}
      disabled={disabled}
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
            <IconButton
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
