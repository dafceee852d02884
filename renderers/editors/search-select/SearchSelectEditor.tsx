import { observer } from "mobx-react-lite";
import { useState } from "react";
import { resolveNarrowing } from "../../../runtime/record/narrowing.ts";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import { foundChoices } from "../dict-choices.ts";
import type { EditorProps } from "../editor-props.ts";
import { searchPauses, useRecordSearch } from "../use-record-search.ts";

/** Rows read before anything is typed, and for each search. */
const firstPage = 10;

/** One row of another model, found by typing. Shows the words of the present value before anything is asked. */
export const SearchSelectEditor = observer(function SearchSelectEditor(props: EditorProps) {
  const { id, options, dict, dictionaries, value, text, disabled, aria, services, scope, onChange, onBlur } = props;
  const autoOpen = props.autoOpen ?? false;
  const [isOpen, setOpen] = useState(autoOpen);
  const look = useRecordSearch(services, dict, isOpen, {
    pauseMs: searchPauses.search,
    where: isOpen && scope && options.type === "search-select" ? resolveNarrowing(options.where, scope()) : undefined,
    pageSize: (options.type === "search-select" ? options.pageSize : undefined) ?? firstPage,
  });
  const placeholder = options.type === "search-select" ? options.placeholder : undefined;
  const current = value === null || value === undefined || value === "" ? null : String(value);
  const words = text ?? (dict && current !== null ? dictionaries.text(dict, current) : undefined);
  return (
    <ChoiceSelect
      id={id}
      aria={aria}
      autoOpen={autoOpen}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.searchHint}
      choices={foundChoices(look.options)}
      chosen={current === null ? [] : [{ value: current, label: words ?? current }]}
      empty={<LookUpState isLoading={look.loading} problem={look.problem} onRetry={look.retry} />}
      onSearch={look.search}
      onOpenChange={setOpen}
      onChange={([next]) => {
        // Its words stay known: it may come back when a question about the next choice is answered with no.
        if (dict && next) dictionaries.know(dict, next.value, next.label);
        props.onPicked?.(next?.label);
        onChange(next?.value ?? null);
      }}
      onBlur={onBlur}
    />
  );
});
