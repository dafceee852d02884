import DownOutlined from "@ant-design/icons/DownOutlined";
import UpOutlined from "@ant-design/icons/UpOutlined";
import { type KeyboardEvent, useState } from "react";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { keepFocus } from "../../layouts/BoxClear.tsx";
import { messages } from "../../messages.ts";
import { isPartOfNumber, numberFrom, plainDigits } from "./number-text.ts";
import "../../layouts/box.css";
import "./number.css";

/** A number; its unit stands at the right, decimals are those of the field. The arrow keys go up and down by a step. */
export function NumberEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "number" ? options : undefined;
  const unit = props?.unit ?? (field.type === "percent" ? "%" : undefined);
  const scale = props?.scale ?? (field.type === "integer" ? 0 : field.scale);
  const current = value === null || value === undefined || value === "" ? null : Number(value);
  // Typing stays as it is typed for as long as it means what the field holds.
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const text = draft !== undefined && numberFrom(draft) === current ? draft : textOf(current, scale, field.type);
  const type = (typed: string) => {
    const next = plainDigits(typed);
    if (!isPartOfNumber(next, scale)) return;
    setDraft(next);
    onChange(numberFrom(next));
  };
  const step = (ways: number) => {
    const places = Math.max(scale ?? 0, decimalsOf(current ?? 0), decimalsOf(props?.step ?? 1));
    setDraft(undefined);
    onChange(Number(((current ?? 0) + ways * (props?.step ?? 1)).toFixed(Math.min(places, 10))));
  };
  const handleKeys = (event: KeyboardEvent) => {
    const ways = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (ways === undefined || disabled) return;
    event.preventDefault();
    step(ways);
  };
  return (
    <span className="sc-box sc-number">
      <input
        {...aria}
        id={id}
        // biome-ignore lint/a11y/useSemanticElements: the browser's own takes neither full-width digits nor separators
        role="spinbutton"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-valuenow={current ?? undefined}
        disabled={disabled}
        placeholder={messages.form.input(title)}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeys}
        onBlur={() => {
          setDraft(undefined);
          onBlur();
        }}
      />
      {unit ? <span className="sc-unit">{unit}</span> : null}
      {props?.step === undefined || disabled ? null : (
        <span className="sc-number-steps" aria-hidden="true">
          <button type="button" className="sc-box-mini" tabIndex={-1} onMouseDown={keepFocus} onClick={() => step(1)}>
            <UpOutlined />
          </button>
          <button type="button" className="sc-box-mini" tabIndex={-1} onMouseDown={keepFocus} onClick={() => step(-1)}>
            <DownOutlined />
          </button>
        </span>
      )}
    </span>
  );
}

const decimalsOf = (value: number): number => String(value).split(".")[1]?.length ?? 0;

/** What is stored with decimals is read without the empty ones: 1.00 is 1. Amounts keep theirs. */
function textOf(value: number | null, scale: number | undefined, type: ResolvedField["type"]): string {
  if (value === null) return "";
  const text = scale === undefined || !Number.isFinite(value) ? String(value) : value.toFixed(scale);
  return type === "number" && text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
