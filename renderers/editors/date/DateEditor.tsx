import CalendarOutlined from "@ant-design/icons/CalendarOutlined";
import ClockCircleOutlined from "@ant-design/icons/ClockCircleOutlined";
import { type KeyboardEvent, Suspense, useState, useTransition } from "react";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { BoxClear } from "../../layouts/BoxClear.tsx";
import { messages } from "../../messages.ts";
import { dateKind, readTyped, readWire, shownFormat, writeWire } from "./date-text.ts";
import "../../layouts/box.css";

/** A calendar weighs as much as all other controls together: it comes when a date is touched. */
const CalendarEditor = lazyPart(async () => ({ default: (await import("./CalendarEditor.tsx")).CalendarEditor }));

/** A day, a day with time, a month or a time of day, text in, text out: typed as it is, or chosen in a calendar. */
export function DateEditor(props: EditorProps) {
  const [isTouched, setTouched] = useState(props.autoOpen ?? false);
  const [, startTransition] = useTransition();
  if (props.autoOpen) return <CalendarEditor {...props} />;
  return (
    <Suspense>
      {isTouched && !props.disabled ? (
        <CalendarEditor {...props} />
      ) : (
        <TypedDate
          {...props}
          // What stands there stays until the calendar is there.
          onTouch={() => startTransition(() => setTouched(true))}
          // Who types has no use for it.
          onType={() => setTouched(false)}
        />
      )}
    </Suspense>
  );
}

interface TypedDateProps extends EditorProps {
  onTouch(): void;
  onType(): void;
}

function TypedDate(props: TypedDateProps) {
  const { id, title, field, options, value, disabled, aria, onChange, onBlur, onTouch, onType } = props;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const of = dateKind(options);
  const shown = readWire(value, of)?.format(shownFormat(options)) ?? "";
  const Icon = of === "time" ? ClockCircleOutlined : CalendarOutlined;
  const type = (text: string) => {
    onType();
    setDraft(text);
    const day = readTyped(text, options);
    if (day || text === "") onChange(writeWire(day, of, field));
  };
  const handleKeys = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    onTouch();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by key, the input in it does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span className="sc-box" onClick={disabled ? undefined : onTouch}>
      <input
        {...aria}
        id={id}
        type="text"
        autoComplete="off"
        disabled={disabled}
        placeholder={messages.form.select(title)}
        value={draft ?? shown}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeys}
        onFocus={() => void CalendarEditor.preload()}
        onBlur={() => {
          // What was no date is what it was before.
          setDraft(undefined);
          onBlur();
        }}
      />
      {value && !disabled ? (
        <BoxClear
          onClear={() => {
            setDraft(undefined);
            onChange(null);
          }}
        />
      ) : null}
      <Icon aria-hidden="true" />
    </span>
  );
}
