import { Icon, type IconShape } from "./Icon.tsx";
import { TextField } from "./TextField.tsx";
import type { FieldProps } from "./use-fields.ts";

interface FormFieldProps extends FieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
  readonly maxLength?: number;
  readonly type?: "text" | "password";
  readonly shape?: IconShape | undefined;
  /** Shows the name above the control instead of in it. */
  readonly hasVisibleLabel?: boolean;
}

/** One line of a small form; its name stands in the control or above it, and is spoken. */
export function FormField({ name, label, shape, maxLength = 128, ...field }: FormFieldProps) {
  return (
    <div data-field={name}>
      <TextField
        label={label}
        {...(field.hasVisibleLabel ? {} : { placeholder: label })}
        maxLength={maxLength}
        icon={shape && <Icon shape={shape} size={16} />}
        {...field}
      />
    </div>
  );
}
