import { InputNumber, type InputNumberProps } from "antd";
import { type ClipboardEvent, type FormEvent, useRef, useState } from "react";
import { messages } from "../../messages.ts";
import { cutNote, fitNumber, numberFrom, plainDigits } from "./number-text.ts";
import { useStepNames } from "./use-step-names.ts";

interface NumberInputProps extends Omit<InputNumberProps<number>, "value" | "onChange" | "parser"> {
  readonly value: number | null;
  /** Decimal places that are taken. */
  readonly scale: number | undefined;
  onChange(value: number | null): void;
}

/** antd's InputNumber that takes what a Chinese input method and a copied amount bring, and says what it left out. */
export function NumberInput({ scale, value, onChange, ...rest }: NumberInputProps) {
  const [note, setNote] = useState<string | undefined>(undefined);
  const isComposing = useRef(false);
  const input = useStepNames();
  // A field that is left wrong says the same below it.
  const isBroken = scale === 0 && value !== null && !Number.isInteger(value) && !rest["aria-invalid"];
  const hint = note ?? (isBroken ? messages.form.wholeNumber : undefined);
  const tell = (next: number | null) => (next === value ? undefined : onChange(next));
  /** Text that would come in; typed letters do not, a paste keeps what fits. */
  const handleTyped = (event: FormEvent<HTMLInputElement>) => {
    const { data } = event.nativeEvent as InputEvent;
    // What an input method composes is not stopped on its way: it is read once it is there.
    if (!data || isComposing.current || event.nativeEvent.type === "compositionend") return;
    const said = cutNote(withInserted(event.currentTarget, data), scale);
    setNote(said);
    if (said !== undefined) event.preventDefault();
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = withInserted(event.currentTarget, event.clipboardData.getData("text"));
    event.preventDefault();
    setNote(cutNote(text, scale));
    tell(numberFrom(fitNumber(plainDigits(text), scale)));
  };
  return (
    <>
      <InputNumber<number>
        {...rest}
        ref={input}
        style={wide}
        inputMode="decimal"
        autoComplete="off"
        parser={(text) => fitNumber(plainDigits(text ?? ""), scale) as unknown as number}
        value={value}
        onBeforeInput={handleTyped}
        onPaste={handlePaste}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onInput={(text) => setNote(cutNote(text, scale))}
        onChange={(next) => tell(next === null ? null : numberFrom(String(next)))}
      />
      {hint === undefined ? null : (
        <div className="sc-hint sc-warn" role="status">
          {hint}
        </div>
      )}
    </>
  );
}

const wide = { width: "100%" };

/** The text of an input once more of it is put where the caret is. */
function withInserted({ value, selectionStart, selectionEnd }: HTMLInputElement, text: string): string {
  return value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length);
}
