import { Select } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { useRecordSearch } from "../../filters/use-record-search.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { useOpenedDictionary } from "../../layouts/use-opened-dictionary.ts";
import { messages } from "../../messages.ts";
import { type Choice, dictChoices } from "../dict-choices.ts";
import "./multi-select.css";

/** Several entries of a dictionary or several rows of a model, stored as one comma-joined text. */
export const MultiSelectEditor = observer(function MultiSelectEditor(props: EditorProps) {
  const { id, title, dict, dictionaries, value, text, disabled, aria, services, onChange, onBlur } = props;
  const [open, setOpen] = useState(props.autoOpen ?? false);
  const look = useRecordSearch(services, dict, open);
  const setDictionaryOpen = useOpenedDictionary(dictionaries, dict, props.autoOpen ?? false);
  const placeholder = props.options.type === "multi-select" ? props.options.placeholder : undefined;
  const values = commaParts(value);
  const words = text?.split(",") ?? [];
  const isSearched = dict?.kind === "model";
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const offered: readonly Choice[] = isSearched
    ? look.options.map((option) => ({ value: option.value, label: option.text }))
    : dictChoices({ ...props, field: { ...props.field, multiple: true } });
  const wordsOf = (one: string, index: number) =>
    offered.find((each) => each.value === one)?.label ??
    seen.get(one) ??
    (words.length === values.length ? words[index] : undefined) ??
    one;
  return (
    <Select<{ value: string; label: string }[]>
      {...aria}
      id={id}
      mode="multiple"
      maxTagCount={1}
      allowClear
      labelInValue
      defaultOpen={props.autoOpen ?? false}
      autoFocus={props.autoOpen ?? false}
      showSearch={isSearched ? { filterOption: false, onSearch: look.search } : { optionFilterProp: "label" }}
      loading={look.loading}
      notFoundContent={
        isSearched ? (
          <LookUpState isLoading={look.loading} problem={look.problem} onRetry={look.retry} />
        ) : (
          <DictionaryState dict={dict} dictionaries={dictionaries} />
        )
      }
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.select(title)}
      options={offered as Choice[]}
      value={values.map((one, index) => ({ value: one, label: wordsOf(one, index) }))}
      onOpenChange={(isOpen) => {
        setOpen(isOpen);
        setDictionaryOpen(isOpen);
      }}
      onChange={(next) => {
        setSeen(new Map([...seen, ...next.map(({ value: one, label }) => [one, label] as const)]));
        props.onPicked?.(next.map(({ label }) => label).join(","));
        onChange(next.length > 0 ? next.map((each) => each.value).join(",") : null);
      }}
      onBlur={onBlur}
    />
  );
});
