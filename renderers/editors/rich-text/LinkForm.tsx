import { useState } from "react";
import { isSafeLink } from "../../../runtime/format/html-policy.ts";
import { messages } from "../../messages.ts";

const texts = messages.richText;

interface LinkFormProps {
  /** An empty address takes the link away. */
  onDone(address: string): void;
  onCancel(): void;
}

/** Asks for the address of a link. It stands inside a form, so Enter must not send that one. */
export function LinkForm({ onDone, onCancel }: LinkFormProps) {
  const [address, setAddress] = useState("");
  const [isWrong, setWrong] = useState(false);
  const finish = () => {
    const wanted = address.trim();
    if (wanted === "" || isSafeLink(wanted)) onDone(wanted);
    else setWrong(true);
  };
  return (
    <div className="sc-rich-link">
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        type="text"
        aria-label={texts.address}
        aria-invalid={isWrong || undefined}
        placeholder={texts.addressHint}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          // An input method's own keys.
          if (event.nativeEvent.isComposing) return;
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Enter") finish();
          else onCancel();
        }}
      />
      <button type="button" onClick={finish}>
        {texts.confirm}
      </button>
      <button type="button" onClick={onCancel}>
        {texts.cancel}
      </button>
      {isWrong ? <span role="alert">{texts.addressWrong}</span> : null}
    </div>
  );
}
