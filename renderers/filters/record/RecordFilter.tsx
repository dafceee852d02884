import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { ChoiceSelect } from "../../editors/ChoiceSelect.tsx";
import { foundChoices } from "../../editors/dict-choices.ts";
import { useRecordSearch } from "../../editors/use-record-search.ts";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";
import type { FilterProps } from "../filter-props.ts";
import { queryValue } from "../query-value.ts";

/** Rows of another model, found by typing. Chosen ones keep their words although the list moves on. */
export const RecordFilter = observer(function RecordFilter(props: FilterProps) {
  const { id, item, value, services, dictionaries, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const { dict } = item;
  const { options, loading, problem, search, retry } = useRecordSearch(services, dict, isOpen);
  const several = item.op === "in";
  // A value of the address came without its words.
  useEffect(() => {
    if (dict) dictionaries.translate(dict, commaParts(value));
  }, [dict, dictionaries, value]);
  return (
    <ChoiceSelect
      id={id}
      several={several}
      placeholder={messages.form.select(item.title)}
      choices={foundChoices(options)}
      chosen={commaParts(value).map((one) => ({
        value: one,
        label: (dict ? dictionaries.text(dict, one) : undefined) ?? one,
      }))}
      empty={<LookUpState isLoading={loading} problem={problem} onRetry={retry} />}
      onSearch={search}
      onOpenChange={setOpen}
      onChange={(next) => {
        if (dict) for (const one of next) dictionaries.know(dict, one.value, one.label);
        onChange(queryValue(next, several));
      }}
    />
  );
});
