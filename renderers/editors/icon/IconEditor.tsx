import { iconNames, iconOf } from "../../layouts/icons.tsx";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { useAllIcons } from "../../layouts/use-all-icons.ts";
import { messages } from "../../messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import type { Choice } from "../dict-choices.ts";
import type { EditorProps } from "../editor-props.ts";

/** One of all icons, found by its name and drawn beside it. */
export function IconEditor({ id, title, value, disabled, aria, autoOpen, onChange, onBlur }: EditorProps) {
  const icons = useAllIcons(true);
  const current = typeof value === "string" && value ? value : undefined;
  const known = icons?.allIconNames ?? iconNames;
  const names = current && !known.includes(current) ? [current, ...known] : known;
  const draw = (name: string) => {
    const Icon = icons?.findIcon(name);
    return Icon ? <Icon aria-hidden="true" /> : iconOf(name);
  };
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
          {draw(name)} {name}
        </span>
      )}
      onChange={([next]) => onChange(next?.value ?? null)}
      onBlur={onBlur}
    />
  );
}

const choiceOf = (name: string): Choice => ({ value: name, label: name });
