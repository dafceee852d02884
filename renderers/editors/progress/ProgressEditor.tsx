import { Slider } from "antd";
import type { EditorProps } from "../editor-props.ts";

/** A share of a whole, 0 to 100. */
export function ProgressEditor({ title, value, disabled, onChange }: EditorProps) {
  return (
    <Slider
      ariaLabelForHandle={title}
      disabled={disabled}
      tooltip={{ formatter: (share) => `${share ?? 0}%` }}
      value={Number(value ?? 0)}
      onChange={(next) => onChange(next)}
    />
  );
}
