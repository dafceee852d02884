import { observer } from "mobx-react-lite";
import type { EditorProps } from "../../form/editor-props.ts";
import { EntriesInSight } from "../EntriesInSight.tsx";
import "../ticks.css";

/** One entry of a short dictionary, all of them in sight. */
export const RadioEditor = observer(function RadioEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange } = props;
  const isButtons = options.type === "radio" && options.button === true;
  const current = value === null || value === undefined ? undefined : String(value);
  return (
    <EntriesInSight {...props}>
      {(choices) => (
        <div
          {...aria}
          id={id}
          role="radiogroup"
          aria-label={title}
          className={isButtons ? "sc-ticks sc-ticks-buttons" : "sc-ticks"}
        >
          {choices.map((choice) => (
            <label key={choice.value} className="sc-tick">
              <input
                type="radio"
                className="sc-check"
                name={id}
                disabled={disabled || choice.disabled}
                checked={choice.value === current}
                onChange={() => onChange(choice.value)}
              />
              <span>{choice.label}</span>
            </label>
          ))}
        </div>
      )}
    </EntriesInSight>
  );
});
