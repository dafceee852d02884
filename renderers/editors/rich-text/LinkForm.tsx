import { Button, Input } from "antd";
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
    <div className="sc-rich-link sc-under sc-line sc-wrap">
      <Input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        aria-label={texts.address}
        aria-invalid={isWrong || undefined}
        className="sc-grow"
        status={isWrong ? "error" : ""}
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
      <Button type="link" onClick={finish}>
        {texts.confirm}
      </Button>
      <Button type="link" onClick={onCancel}>
        {texts.cancel}
      </Button>
      {isWrong ? (
        <span className="sc-hint sc-bad" role="alert">
          {texts.addressWrong}
        </span>
      ) : null}
    </div>
  );
}
