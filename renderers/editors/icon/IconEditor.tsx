import type { EditorProps } from "../../form/editor-props.ts";
import { iconNames, iconOf } from "../../layouts/icons.tsx";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import type { Choice } from "../dict-choices.ts";

/** One of the icons that documents may name, drawn beside its name. */
export function IconEditor({ id, title, value, disabled, aria, autoOpen, onChange, onBlur }: EditorProps) {
  const current = typeof value === "string" && value ? value : undefined;
  const names = current && !iconNames.includes(current) ? [current, ...iconNames] : iconNames;
  return (
    <ChoiceSelect
      id={id}
      aria={aria}
      autoOpen={autoOpen ?? false}
      disabled={disabled}
      placeholder={messages.form.select(title)}
      choices={names.map(choiceOf)}
      chosen={current ? [choiceOf(current)] : []}
      empty={<LookUpState isLoading={false} problem={undefined} onRetry={undefined} />}
      drawChoice={({ value: name }) => (
        <span className="sc-icon-option">
          {iconOf(name)} {name}
        </span>
      )}
      onChange={([next]) => onChange(next?.value ?? null)}
      onBlur={onBlur}
    />
  );
}

const choiceOf = (name: string): Choice => ({ value: name, label: name });
