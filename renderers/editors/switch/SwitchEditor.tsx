import { Switch } from "antd";
import { isOn } from "../../../runtime/format/cell-text.ts";
import { pairOf } from "../../../runtime/record/toggle.ts";
import type { EditorProps } from "../editor-props.ts";
import "../control-line.css";

/** On or off. An empty value counts as off. */
export function SwitchEditor({ id, title, field, options, value, disabled, onChange }: EditorProps) {
  const pair = pairOf(field, options.type === "switch" ? options.values : undefined);
  return (
    <span className="sc-control-line">
      <Switch
        id={id}
        aria-label={title}
        disabled={disabled}
        checked={isOn(value, pair)}
        onChange={(isNowOn) => onChange(isNowOn ? pair[0] : pair[1])}
      />
    </span>
  );
}
