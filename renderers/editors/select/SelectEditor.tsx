import { Select } from "antd";
import { observer } from "mobx-react-lite";
import type { EditorProps } from "../../form/editor-props.ts";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { useOpenedDictionary } from "../../layouts/use-opened-dictionary.ts";
import { messages } from "../../messages.ts";
import { type Choice, dictChoices } from "../dict-choices.ts";

/** One entry of a dictionary. */
export const SelectEditor = observer(function SelectEditor(props: EditorProps) {
  const { id, title, options, dict, dictionaries, value, disabled, aria, onChange, onBlur } = props;
  const setOpen = useOpenedDictionary(dictionaries, dict, props.autoOpen ?? false);
  const placeholder = options.type === "select" ? options.placeholder : undefined;
  return (
    <Select<string>
      {...aria}
      id={id}
      allowClear
      defaultOpen={props.autoOpen ?? false}
      autoFocus={props.autoOpen ?? false}
      showSearch={{ optionFilterProp: "label" }}
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.select(title)}
      notFoundContent={<DictionaryState dict={dict} dictionaries={dictionaries} />}
      options={dictChoices(props) as Choice[]}
      value={value === null || value === undefined || value === "" ? null : String(value)}
      onOpenChange={setOpen}
      onChange={(next) => onChange(next ?? null)}
      onBlur={onBlur}
    />
  );
});
