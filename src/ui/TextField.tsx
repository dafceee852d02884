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
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A one-line input of the console's own pages, light enough for the sign-in page. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="text-field">
      <label htmlFor={id} className={props.hasVisibleLabel ? "text-field-label" : "visually-hidden"}>
        {props.label}
      </label>
      <div className="text-field-control" data-invalid={props.error ? "" : undefined}>
        {props.icon && <span className="text-field-icon">{props.icon}</span>}
        <input
          id={id}
          ref={props.inputRef}
          type={props.type ?? "text"}
          value={props.value}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={props.maxLength}
          disabled={props.disabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={props.error ? errorId : undefined}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {props.suffix}
      </div>
      {props.error && (
        <p id={errorId} className="text-field-error" role="alert">
          {props.error}
        </p>
      )}
    </div>
  );
}
