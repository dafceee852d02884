import { Select } from "antd";
import { useState } from "react";
import { commaParts } from "../../runtime/format/text.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import { LookUpState } from "../layouts/LookUpState.tsx";
import { messages } from "../messages.ts";
import type { FilterProps } from "./FilterControl.tsx";
import { useRecordSearch } from "./use-record-search.ts";

/** Rows of another model, found by typing. Chosen ones keep their words although the list moves on. */
export function RecordFilter({ id, item, value, services, onChange }: FilterProps) {
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<readonly DictOption[]>([]);
  const { options, loading, problem, search, retry } = useRecordSearch(services, item.dict, open);
  const several = item.op === "in";
  const known = [...options, ...chosen.filter((each) => !options.some((option) => option.value === each.value))];
  return (
    <Select<string | string[]>
      id={id}
      autoFocus
      defaultOpen
      allowClear
      showSearch={{ filterOption: false, onSearch: search }}
      {...(several ? { mode: "multiple" as const, maxTagCount: "responsive" as const } : {})}
      className="sc-filter-select"
      placeholder={messages.form.select(item.title)}
      loading={loading}
      notFoundContent={<LookUpState isLoading={loading} problem={problem} onRetry={retry} />}
      options={known.map((option) => ({ value: option.value, label: option.text }))}
      value={several ? commaParts(value) : ((value as string | undefined) ?? null)}
      onOpenChange={setOpen}
      onChange={(next) => {
        setChosen(known.filter((option) => commaParts(next).includes(option.value)));
        onChange(next ?? undefined);
      }}
    />
  );
}
