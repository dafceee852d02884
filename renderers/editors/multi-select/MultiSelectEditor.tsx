import { observer } from "mobx-react-lite";
import { useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { useOpenedDictionary } from "../../layouts/use-opened-dictionary.ts";
import { messages } from "../../messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import { type Choice, dictChoices, foundChoices } from "../dict-choices.ts";
import type { EditorProps } from "../editor-props.ts";
import { useRecordSearch } from "../use-record-search.ts";

/** Several entries of a dictionary or several rows of a model, stored as one comma-joined text. */
export const MultiSelectEditor = observer(function MultiSelectEditor(props: EditorProps) {
  const { id, title, dict, dictionaries, value, text, disabled, aria, services, onChange, onBlur } = props;
  const autoOpen = props.autoOpen ?? false;
  const [isOpen, setOpen] = useState(autoOpen);
  const look = useRecordSearch(services, dict, isOpen);
  const setDictionaryOpen = useOpenedDictionary(dictionaries, dict, autoOpen);
  const placeholder = props.options.type === "multi-select" ? props.options.placeholder : undefined;
  const values = commaParts(value);
  const words = text?.split(",") ?? [];
  const isSearched = dict?.kind === "model";
  const offered: readonly Choice[] = isSearched
    ? foundChoices(look.options)
    : dictChoices({ ...props, field: { ...props.field, multiple: true } });
  const wordsOf = (one: string, index: number) =>
    offered.find((each) => each.value === one)?.label ??
    (dict ? dictionaries.text(dict, one) : undefined) ??
    (words.length === values.length ? words[index] : undefined) ??
    one;
  return (
    <ChoiceSelect
      id={id}
      aria={aria}
      several
      autoOpen={autoOpen}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.select(title)}
      choices={offered}
      chosen={values.map((one, index) => ({ value: one, label: wordsOf(one, index) }))}
      empty={
        isSearched ? (
          <LookUpState isLoading={look.loading} problem={look.problem} onRetry={look.retry} />
        ) : (
          <DictionaryState dict={dict} dictionaries={dictionaries} />
        )
      }
      {...(isSearched ? { onSearch: look.search } : {})}
      onOpenChange={(open) => {
        setOpen(open);
        setDictionaryOpen(open);
      }}
      onChange={(next) => {
        // Their words stay known although the search moves on.
        if (dict && isSearched) for (const one of next) dictionaries.know(dict, one.value, one.label);
        props.onPicked?.(next.map(({ label }) => label).join(","));
        onChange(next.length > 0 ? next.map((each) => each.value).join(",") : null);
      }}
      onBlur={onBlur}
    />
  );
});
