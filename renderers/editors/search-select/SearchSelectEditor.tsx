import { Select } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { searchPauses, useRecordSearch } from "../../filters/use-record-search.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";

/** Rows read before anything is typed, and for each search. */
const firstPage = 10;

/** One row of another model, found by typing. Shows the words of the present value before anything is asked. */
export const SearchSelectEditor = observer(function SearchSelectEditor(props: EditorProps) {
  const { id, options, dict, dictionaries, value, text, disabled, aria, services, onChange, onBlur } = props;
  const [open, setOpen] = useState(props.autoOpen ?? false);
  const look = useRecordSearch(services, dict, open, {
    pauseMs: searchPauses.search,
    pageSize: (options.type === "search-select" ? options.pageSize : undefined) ?? firstPage,
  });
  const placeholder = options.type === "search-select" ? options.placeholder : undefined;
  const current = value === null || value === undefined || value === "" ? null : String(value);
  const words = text ?? (dict && current !== null ? dictionaries.text(dict, current) : undefined);
  return (
    <Select<{ value: string; label: string }>
      {...aria}
      id={id}
      allowClear
      labelInValue
      defaultOpen={props.autoOpen ?? false}
      autoFocus={props.autoOpen ?? false}
      showSearch={{ filterOption: false, onSearch: look.search }}
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      loading={look.loading}
      placeholder={placeholder ?? messages.form.searchHint}
      notFoundContent={<LookUpState isLoading={look.loading} problem={look.problem} onRetry={look.retry} />}
      options={look.options.map((option) => ({ value: option.value, label: option.text }))}
      value={current === null ? null : { value: current, label: words ?? current }}
      onOpenChange={setOpen}
      onChange={(next) => {
        const option = look.options.find((each) => each.value === next?.value);
        // Its words stay known: it may come back when a question about the next choice is answered with no.
        if (dict && option) dictionaries.know(dict, option.value, option.text);
        props.onPicked?.(option?.text);
        onChange(next?.value ?? null);
      }}
      onBlur={onBlur}
    />
  );
});
