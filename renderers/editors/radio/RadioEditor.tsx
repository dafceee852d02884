import { Radio } from "antd";
import { observer } from "mobx-react-lite";
import { EntriesInSight } from "../EntriesInSight.tsx";
import type { EditorProps } from "../editor-props.ts";
import "../control-line.css";

/** One entry of a short dictionary, all of them in sight. */
export const RadioEditor = observer(function RadioEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange } = props;
  return (
    <EntriesInSight {...props}>
      {(choices) => (
        <Radio.Group
          {...aria}
          id={id}
          name={id}
          className="sc-control-line"
          aria-label={title}
          optionType={options.type === "radio" && options.button ? "button" : "default"}
          disabled={disabled}
          options={choices}
          value={value === null || value === undefined ? undefined : String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </EntriesInSight>
  );
});
