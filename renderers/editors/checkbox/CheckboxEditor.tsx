import { Checkbox } from "antd";
import { observer } from "mobx-react-lite";
import { isOn } from "../../../runtime/format/cell-text.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import { pairOf } from "../../../runtime/record/toggle.ts";
import { EntriesInSight } from "../EntriesInSight.tsx";
import type { EditorProps } from "../editor-props.ts";
import "../control-line.css";

/** A single tick for yes and no, or one per entry of a dictionary. */
export const CheckboxEditor = observer(function CheckboxEditor(props: EditorProps) {
  const { id, title, field, dict, options, value, disabled, aria, onChange } = props;
  const pair = pairOf(field, options.type === "checkbox" ? options.values : undefined);
  if (dict && field.multiple) {
    return (
      <EntriesInSight {...props}>
        {(choices) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and want a legend
          <div role="group" id={id} aria-label={title} aria-describedby={aria["aria-describedby"]}>
            <Checkbox.Group
              className="sc-control-line"
              disabled={disabled}
              options={choices}
              value={[...commaParts(value)]}
              onChange={(next) => onChange(next.join(",") || null)}
            />
          </div>
        )}
      </EntriesInSight>
    );
  }
  return (
    <span className="sc-control-line">
      <Checkbox
        {...aria}
        id={id}
        disabled={disabled}
        checked={isOn(value, pair)}
        onChange={(event) => onChange(event.target.checked ? pair[0] : pair[1])}
      />
    </span>
  );
});
