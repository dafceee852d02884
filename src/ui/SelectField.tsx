import { useId } from "react";
import "./select-field.css";

interface SelectFieldProps {
  readonly label: string;
  /** Why it is asked; shown beside the label on hover and spoken with the control. */
  readonly tip?: string;
  readonly placeholder: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isWrong: boolean;
}

/** A choice on the browser's own `<select>`, light enough for the pages before the shell. */
export function SelectField({ label, tip, placeholder, options, value, onChange, isWrong }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="select-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        data-autofocus
        data-empty={value === "" ? "" : undefined}
        title={tip}
        value={value}
        aria-invalid={isWrong ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
