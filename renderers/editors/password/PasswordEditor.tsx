import EyeInvisibleOutlined from "@ant-design/icons/EyeInvisibleOutlined";
import EyeOutlined from "@ant-design/icons/EyeOutlined";
import { useState } from "react";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import "../../layouts/box.css";

/** A secret: never shown unless the eye is pressed, never filled in by the browser. */
export function PasswordEditor({ id, title, field, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="sc-box sc-password">
      <input
        {...aria}
        id={id}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        disabled={disabled}
        maxLength={field.maxLength}
        placeholder={messages.form.input(title)}
        value={value === null || value === undefined ? "" : String(value)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <button
        type="button"
        className="sc-box-button"
        aria-label={messages.form.showTyped}
        aria-pressed={isShown}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOutlined aria-hidden="true" /> : <EyeInvisibleOutlined aria-hidden="true" />}
      </button>
    </span>
  );
}
