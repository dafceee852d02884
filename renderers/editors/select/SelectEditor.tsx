import { observer } from "mobx-react-lite";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { useOpenedDictionary } from "../../layouts/use-opened-dictionary.ts";
import { messages } from "../../messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import { dictChoices } from "../dict-choices.ts";
import type { EditorProps } from "../editor-props.ts";

/** One entry of a dictionary. */
export const SelectEditor = observer(function SelectEditor(props: EditorProps) {
  const { id, title, options, dict, dictionaries, value, disabled, aria, onChange, onBlur } = props;
  const autoOpen = props.autoOpen ?? false;
  const setOpen = useOpenedDictionary(dictionaries, dict, autoOpen);
  const placeholder = options.type === "select" ? options.placeholder : undefined;
  const choices = dictChoices(props);
  const held = String(value ?? "");
  const chosen = held === "" ? undefined : choices.find((choice) => choice.value === held);
  return (
    <ChoiceSelect
      id={id}
      aria={aria}
      autoOpen={autoOpen}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.select(title)}
      choices={choices}
      chosen={chosen ? [chosen] : []}
      empty={<DictionaryState dict={dict} dictionaries={dictionaries} />}
      onOpenChange={setOpen}
      onChange={([next]) => onChange(next?.value ?? null)}
      onBlur={onBlur}
    />
  );
});
