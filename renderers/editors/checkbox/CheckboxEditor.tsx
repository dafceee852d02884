import { Checkbox } from "antd";
import { observer } from "mobx-react-lite";
import { isOn } from "../../../runtime/format/cell-text.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { EntriesInSight } from "../EntriesInSight.tsx";
import { pairOf } from "../pair.ts";

/** A single tick for yes and no, or one per entry of a dictionary. */
export const CheckboxEditor = observer(function CheckboxEditor(props: EditorProps) {
  const { id, title, field, dict, options, value, disabled, aria, onChange } = props;
  const pair = pairOf(field, options.type === "checkbox" ? options.values : undefined);
  if (dict && field.multiple) {
    return (
      <EntriesInSight {...props}>
        {(choices) => (
          <Checkbox.Group
            {...aria}
            aria-label={title}
            disabled={disabled}
            options={choices}
            value={commaParts(value)}
            onChange={(next) => onChange(next.length > 0 ? next.join(",") : null)}
          />
        )}
      </EntriesInSight>
    );
  }
  return (
    <Checkbox
      {...aria}
      id={id}
      disabled={disabled}
      checked={isOn(value, pair)}
      onChange={(event) => onChange(event.target.checked ? pair[0] : pair[1])}
    />
  );
});
