import { Input } from "antd";
import type { ReactNode } from "react";
import { words } from "../../../runtime/format/words.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import type { Pick } from "./pick-types.ts";

interface PickInputProps extends EditorProps {
  readonly picks: readonly Pick[];
  readonly placeholder: string;
  readonly icon: ReactNode;
  onOpen(): void;
}

/** What was picked, in words; a press or Enter opens the dialog, the cross empties it. */
export function PickInput({ id, picks, placeholder, icon, disabled, aria, onOpen, onChange, onBlur }: PickInputProps) {
  const open = () => (disabled ? undefined : onOpen());
  return (
    <Input
      {...aria}
      id={id}
      readOnly
      allowClear
      className="sc-pick-input"
      aria-haspopup="dialog"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={placeholder}
      suffix={icon}
      value={picks.map((pick) => pick.text).join(words.listComma)}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open();
      }}
      // The input is read-only: the only change is the cross, which must not open the dialog as well.
      onChange={() => onChange(null)}
      onBlur={onBlur}
    />
  );
}
