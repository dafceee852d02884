import { observer } from "mobx-react-lite";
import { isOn } from "../../../runtime/format/cell-text.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { EntriesInSight } from "../EntriesInSight.tsx";
import { pairOf } from "../pair.ts";
import "../ticks.css";

/** A single tick for yes and no, or one per entry of a dictionary. */
export const CheckboxEditor = observer(function CheckboxEditor(props: EditorProps) {
  const { id, title, field, dict, options, value, disabled, aria, onChange } = props;
  const pair = pairOf(field, options.type === "checkbox" ? options.values : undefined);
  if (dict && field.multiple) {
    const chosen = commaParts(value);
    return (
      <EntriesInSight {...props}>
        {(choices) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and want a legend
          <div role="group" id={id} aria-label={title} aria-describedby={aria["aria-describedby"]} className="sc-ticks">
            {choices.map((choice) => (
              <label key={choice.value} className="sc-tick">
                <input
                  type="checkbox"
                  className="sc-check"
                  disabled={disabled || choice.disabled}
                  checked={chosen.includes(choice.value)}
                  onChange={(event) => {
                    const others = chosen.filter((one) => one !== choice.value);
                    onChange((event.target.checked ? [...others, choice.value] : others).join(",") || null);
                  }}
                />
                <span>{choice.label}</span>
              </label>
            ))}
          </div>
        )}
      </EntriesInSight>
    );
  }
  return (
    <span className="sc-tick">
      <input
        {...aria}
        type="checkbox"
        className="sc-check"
        id={id}
        disabled={disabled}
        checked={isOn(value, pair)}
        onChange={(event) => onChange(event.target.checked ? pair[0] : pair[1])}
      />
    </span>
  );
});
