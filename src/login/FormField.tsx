import { TextField } from "../ui/TextField.tsx";

interface FormFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly autoComplete: string;
  readonly disabled: boolean;
  readonly maxLength?: number;
  readonly type?: "text" | "password";
}

/** One line of a form before sign-in: its name stands in the control and is spoken. */
export function FormField({ name, label, maxLength = 128, ...field }: FormFieldProps) {
  return (
    <div data-field={name}>
      <TextField label={label} placeholder={label} maxLength={maxLength} {...field} />
    </div>
  );
}
