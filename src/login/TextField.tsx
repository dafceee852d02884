import type { InputRef } from "antd";
// Alone: the sign-in page has no use for the areas, codes and searches that come with antd's whole Input.
import Input from "antd/es/input/Input";
import { type ReactNode, type Ref, useId } from "react";
import "./text-field.css";

interface TextFieldProps {
  /** Name of the field for everybody who does not see the icon. */
  readonly label: string;
  /** Shows the label above the control; otherwise it is only spoken. */
  readonly hasVisibleLabel?: boolean;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong, shown below; its room is always there. */
  readonly error?: string | undefined;
  readonly type?: "text" | "password";
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly icon?: ReactNode;
  readonly suffix?: ReactNode;
  readonly disabled?: boolean;
  /** Takes the focus when the page opens. */
  readonly hasFocus?: boolean;
  readonly inputRef?: Ref<InputRef>;
}

/** A field of the console's own pages: its name, antd's input, and what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="text-field sc-origin">
      <label htmlFor={id} className={props.hasVisibleLabel ? "text-field-label" : "visually-hidden"}>
        {props.label}
      </label>
      <Input
        id={id}
        ref={props.inputRef}
        // biome-ignore lint/a11y/noAutofocus: the first field of a page that is nothing but a form
        autoFocus={props.hasFocus ?? false}
        type={props.type ?? "text"}
        status={props.error ? "error" : ""}
        prefix={props.icon}
        suffix={props.suffix}
        value={props.value}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={props.maxLength}
        disabled={props.disabled ?? false}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={props.error ? errorId : undefined}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {props.error && (
        <p id={errorId} className="text-field-error sc-cut" role="alert">
          {props.error}
        </p>
      )}
    </div>
  );
}
