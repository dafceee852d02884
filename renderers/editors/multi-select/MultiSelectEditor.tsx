import { Select } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { useRecordSearch } from "../../filters/use-record-search.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { type Choice, dictChoices } from "../dict-choices.ts";

/** Several entries of a dictionary or several rows of a model, stored as one comma-joined text. */
export const MultiSelectEditor = observer(function MultiSelectEditor(props: EditorProps) {
  const { id, title, dict, value, text, disabled, aria, services, onChange, onBlur } = props;
  const [open, setOpen] = useState(props.autoOpen ?? false);
  const { options, loading, search } = useRecordSearch(services, dict, open);
  const placeholder = props.options.type === "multi-select" ? props.options.placeholder : undefined;
  const values = commaParts(value);
  const words = text?.split(",") ?? [];
  const found: readonly Choice[] =
    dict?.kind === "model"
      ? [
          ...options.map((option) => ({ value: option.value, label: option.text })),
          ...values
            .filter((each) => !options.some((option) => option.value === each))
            .map((each) => ({ value: each, label: words[values.indexOf(each)] ?? each })),
        ]
      : dictChoices({ ...props, field: { ...props.field, multiple: true } });
  return (
    <Select<string[]>
      {...aria}
      id={id}
      mode="multiple"
      maxTagCount={1}
      allowClear
      defaultOpen={props.autoOpen ?? false}
      autoFocus={props.autoOpen ?? false}
      showSearch={dict?.kind === "model" ? { filterOption: false, onSearch: search } : { optionFilterProp: "label" }}
      loading={loading}
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.select(title)}
      options={found as Choice[]}
      value={values}
      onOpenChange={setOpen}
      onChange={(next) => {
        props.onPicked?.(found.flatMap((each) => (next.includes(each.value) ? [each.label] : [])).join(","));
        onChange(next.length > 0 ? next.join(",") : null);
      }}
      onBlur={onBlur}
    />
  );
});
