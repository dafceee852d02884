import { Select } from "antd";
import { observer } from "mobx-react-lite";
import { commaParts } from "../../runtime/format/text.ts";
import { DictionaryState } from "../layouts/DictionaryState.tsx";
import { useOpenedDictionary } from "../layouts/use-opened-dictionary.ts";
import { messages } from "../messages.ts";
import type { FilterProps } from "./FilterControl.tsx";

/** One or several entries of a dictionary; yes and no for a boolean. */
export const DictFilter = observer(function DictFilter({ id, item, value, dictionaries, onChange }: FilterProps) {
  const setOpen = useOpenedDictionary(dictionaries, item.dict, true);
  const options = item.dict
    ? dictionaries.options(item.dict).map((option) => ({ value: option.value, label: option.text }))
    : [
        { value: "true", label: messages.form.yes },
        { value: "false", label: messages.form.no },
      ];
  const several = item.op === "in";
  return (
    <Select<string | string[]>
      id={id}
      autoFocus
      defaultOpen
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      {...(several ? { mode: "multiple" as const, maxTagCount: "responsive" as const } : {})}
      className="sc-filter-select"
      placeholder={messages.form.select(item.title)}
      notFoundContent={<DictionaryState dict={item.dict} dictionaries={dictionaries} />}
      options={options}
      value={several ? commaParts(value) : ((value as string | undefined) ?? null)}
      onOpenChange={setOpen}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
});
