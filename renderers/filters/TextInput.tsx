import { type InputHTMLAttributes, useRef } from "react";
import { BoxClear } from "../layouts/BoxClear.tsx";
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
        <BoxClear
          onClear={() => {
            onChange("");
            input.current?.focus();
          }}
        />
      ) : null}
    </span>
  );
}
