import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button, Input, Select } from "antd";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../layouts/IconButton.tsx";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { type Entry, type EntryColumn, readEntries, writeEntries } from "./entry-texts.ts";

const { entries: texts } = messages;

/** A few settings of one kind, one below the other; what is typed stays as typed while it is read. */
export function EntriesEditor(props: EditorProps) {
  const { id, title, field, options, value, disabled, aria, onChange, onBlur } = props;
  const columns = options.type === "entries" ? options.columns : [];
  const written = useRef<unknown>(undefined);
  const [entries, setEntries] = useState(() => readEntries(value, columns));
  // Only a value from outside is read again: reading one's own would tidy what is half typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are the document's
  useEffect(() => {
    if (JSON.stringify(value ?? null) !== JSON.stringify(written.current ?? null))
      setEntries(readEntries(value, columns));
  }, [value]);

  if (entries === undefined) {
    return (
      <Input.TextArea
        {...aria}
        id={id}
        autoSize={{ minRows: 3, maxRows: 12 }}
        disabled={disabled}
        value={typeof value === "string" ? value : JSON.stringify(value)}
        onChange={(event) => onChange(event.target.value || null)}
        onBlur={onBlur}
      />
    );
  }
  const change = (next: readonly Entry[]) => {
    setEntries(next);
    written.current = writeEntries(next, columns, field.type !== "json");
    onChange(written.current);
  };
  const type = (at: number, key: string, text: string) =>
    change(
      entries.map((entry, index) => (index === at ? { ...entry, texts: typed(columns, entry, key, text) } : entry)),
    );
  const move = (at: number, by: 1 | -1) => {
    const next = [...entries];
    next.splice(at + by, 0, ...next.splice(at, 1));
    change(next);
  };
  return (
    <fieldset className="sc-boxes" aria-label={title} {...aria} onBlur={onBlur}>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place
        <div key={at} className="sc-line sc-tight" style={{ alignItems: "flex-start" }}>
          {columns.map((column) => (
            <div
              key={column.key}
              className={column.width ? "sc-still" : "sc-grow"}
              style={column.width ? { width: column.width } : undefined}
            >
              <EntryField
                id={at === 0 && column === columns[0] ? id : undefined}
                label={texts.field(at + 1, column.title)}
                column={column}
                value={entry.texts[column.key] ?? ""}
                disabled={disabled}
                onChange={(text) => type(at, column.key, text)}
              />
            </div>
          ))}
          <IconButton
            label={texts.up(at + 1)}
            icon={<ArrowUpOutlined aria-hidden="true" />}
            disabled={disabled || at === 0}
            onClick={() => move(at, -1)}
          />
          <IconButton
            label={texts.down(at + 1)}
            icon={<ArrowDownOutlined aria-hidden="true" />}
            disabled={disabled || at === entries.length - 1}
            onClick={() => move(at, 1)}
          />
          <IconButton
            label={texts.remove(at + 1)}
            icon={<DeleteOutlined aria-hidden="true" />}
            disabled={disabled}
            onClick={() => change(entries.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        id={entries.length === 0 ? id : undefined}
        aria-label={texts.add}
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={disabled}
        onClick={() => change([...entries, { texts: {}, rest: {} }])}
      >
        {texts.add}
      </Button>
    </fieldset>
  );
}

/** An option may bring what the next column begins with, as long as that is empty or another option's beginning. */
function typed(columns: readonly EntryColumn[], entry: Entry, key: string, text: string): Entry["texts"] {
  const at = columns.findIndex((column) => column.key === key);
  const next = columns[at + 1];
  const options = columns[at]?.options ?? [];
  const start = options.find((option) => option.value === text)?.start;
  const before = next ? (entry.texts[next.key] ?? "") : "";
  const isUntouched = before === "" || options.some((option) => option.start === before);
  return { ...entry.texts, [key]: text, ...(next && start !== undefined && isUntouched ? { [next.key]: start } : {}) };
}

interface EntryFieldProps {
  readonly id: string | undefined;
  readonly label: string;
  readonly column: EntryColumn;
  readonly value: string;
  readonly disabled: boolean;
  onChange(text: string): void;
}

function EntryField({ id, label, column, value, disabled, onChange }: EntryFieldProps) {
  const shared = {
    ...(id === undefined ? {} : { id }),
    "aria-label": label,
    disabled,
    placeholder: column.tip ?? column.title,
  };
  if (column.options) {
    return (
      <Select
        {...shared}
        className="sc-select"
        value={value === "" ? null : value}
        showSearch={{ optionFilterProp: "label" }}
        options={column.options.map((option) => ({ value: option.value, label: option.title }))}
        onChange={(next) => onChange(next ?? "")}
      />
    );
  }
  const input = { ...shared, value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  return column.form === "pairs" ? (
    <Input.TextArea {...input} autoSize={{ minRows: 1, maxRows: 6 }} />
  ) : (
    <Input {...input} />
  );
}
