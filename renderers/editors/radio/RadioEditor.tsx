import { Radio } from "antd";
import { observer } from "mobx-react-lite";
import type { EditorProps } from "../../form/editor-props.ts";
import { EntriesInSight } from "../EntriesInSight.tsx";

/** One entry of a short dictionary, all of them in sight. */
export const RadioEditor = observer(function RadioEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange } = props;
  return (
    <EntriesInSight {...props}>
      {(choices) => (
        <Radio.Group
          {...aria}
          id={id}
          aria-label={title}
          disabled={disabled}
          optionType={options.type === "radio" && options.button ? "button" : "default"}
          options={choices}
          value={value === null || value === undefined ? null : String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </EntriesInSight>
  );
});
