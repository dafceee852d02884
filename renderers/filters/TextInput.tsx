import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import { type InputHTMLAttributes, useRef } from "react";
import { messages } from "../messages.ts";
import "../layouts/box.css";

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  readonly value: string;
  readonly large?: boolean;
  onChange(text: string): void;
}

/** One line of text with a mark that empties it; plain markup in antd's shape. */
export function TextInput({ value, large, onChange, ...rest }: TextInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={large ? "sc-box sc-box-large" : "sc-box"}>
      <input {...rest} ref={input} type="text" value={value} onChange={(event) => onChange(event.target.value)} />
      {value ? (
        <button
          type="button"
          className="sc-box-clear"
          aria-label={messages.list.clear}
          tabIndex={-1}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <CloseCircleFilled aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}
