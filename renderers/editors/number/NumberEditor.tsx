import { InputNumber } from "antd";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";

/** A number; its unit stands at the right, decimals are those of the field. */
export function NumberEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "number" ? options : undefined;
  const unit = props?.unit ?? (field.type === "percent" ? "%" : undefined);
  const scale = props?.scale ?? field.scale;
  return (
    <InputNumber<number>
      {...aria}
      id={id}
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      {...(scale === undefined ? {} : { precision: scale })}
      {...(field.type === "number" ? { formatter: plainNumber } : {})}
      step={props?.step ?? 1}
      controls={props?.step !== undefined}
      suffix={unit ? <span className="sc-unit">{unit}</span> : undefined}
      placeholder={messages.form.input(title)}
      value={value === null || value === undefined || value === "" ? null : Number(value)}
      onChange={(next) => onChange(next)}
      onBlur={onBlur}
    />
  );
}

/** What is stored with decimals is read without the empty ones: 1.00 is 1. Typing stays as it is typed. */
function plainNumber(value: number | string | undefined, typed: { userTyping: boolean; input: string }): string {
  const text = String(value ?? "");
  if (typed.userTyping) return typed.input;
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
