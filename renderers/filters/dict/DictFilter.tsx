import { observer } from "mobx-react-lite";
import { commaParts } from "../../../runtime/format/text.ts";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import { yesNoPair } from "../../../runtime/record/toggle.ts";
import { ChoiceSelect } from "../../editors/ChoiceSelect.tsx";
import type { Choice } from "../../editors/dict-choices.ts";
import { dictChoices } from "../../editors/dict-choices.ts";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { useOpenedDictionary } from "../../layouts/use-opened-dictionary.ts";
import { messages } from "../../messages.ts";
import type { FilterProps } from "../filter-props.ts";
import { queryValue } from "../query-value.ts";

function yesAndNo(field: ResolvedField): readonly Choice[] {
  const labels = [messages.form.yes, messages.form.no];
  return (yesNoPair(field) ?? []).map((value, at) => ({ value: String(value), label: labels[at] ?? "" }));
}

/** One or several entries of a dictionary; yes and no for a switch. */
export const DictFilter = observer(function DictFilter({ id, item, value, dictionaries, onChange }: FilterProps) {
  const { dict } = item;
  const setOpen = useOpenedDictionary(dictionaries, dict, false);
  const several = item.op === "in";
  const choices = dict ? dictChoices({ dict, dictionaries }) : yesAndNo(item.field);
  return (
    <ChoiceSelect
      id={id}
      several={several}
      placeholder={messages.form.select(item.title)}
      choices={choices}
      chosen={commaParts(value).map(
        (one) => choices.find((choice) => choice.value === one) ?? { value: one, label: one },
      )}
      empty={<DictionaryState dict={dict} dictionaries={dictionaries} />}
      onOpenChange={setOpen}
      onChange={(next) => onChange(queryValue(next, several))}
    />
  );
});
