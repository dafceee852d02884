import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { NumberInput } from "./NumberInput.tsx";

/** A number; its unit stands at the right, decimals are those of the field. The arrow keys go up and down by a step. */
export function NumberEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "number" ? options : undefined;
  const unit = props?.unit ?? (field.type === "percent" ? "%" : undefined);
  const scale = props?.scale ?? (field.type === "integer" ? 0 : field.scale);
  return (
    <NumberInput
      {...aria}
      id={id}
      scale={scale}
      // Amounts keep their empty decimals; what is stored as 1.00 is read as 1. antd would round to no decimals.
      {...(!scale || field.type === "number" ? {} : { precision: scale })}
      step={props?.step ?? 1}
      controls={props?.step !== undefined}
      suffix={unit}
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={messages.form.input(title)}
      value={value === null || value === undefined || value === "" ? null : Number(value)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
