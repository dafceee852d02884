import { Select } from "antd";
import type { EditorProps } from "../../form/editor-props.ts";
import { iconNames, iconOf } from "../../layouts/icons.tsx";
import { messages } from "../../messages.ts";

/** One of the icons that documents may name, drawn beside its name. */
export function IconEditor({ id, title, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const current = typeof value === "string" && value ? value : null;
  const names = current && !iconNames.includes(current) ? [current, ...iconNames] : iconNames;
  return (
    <Select<string>
      {...aria}
      id={id}
      allowClear
      showSearch
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={messages.form.select(title)}
      options={names.map((name) => ({ value: name, label: name }))}
      optionRender={({ value: name }) => (
        <span className="sc-icon-option">
          {iconOf(String(name))} {name}
        </span>
      )}
      value={current}
      onChange={(next) => onChange(next ?? null)}
      onBlur={onBlur}
    />
  );
}
