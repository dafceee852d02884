import { isOn } from "../../../runtime/format/cell-text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { pairOf } from "../pair.ts";
import "./switch.css";

/** On or off. An empty value counts as off. */
export function SwitchEditor({ id, title, field, options, value, disabled, onChange }: EditorProps) {
  const pair = pairOf(field, options.type === "switch" ? options.values : undefined);
  const on = isOn(value, pair);
  return (
    <span className="sc-switch-line">
      <button
        type="button"
        role="switch"
        id={id}
        className="sc-switch"
        aria-label={title}
        aria-checked={on}
        disabled={disabled}
        onClick={() => onChange(on ? pair[1] : pair[0])}
      />
    </span>
  );
}
