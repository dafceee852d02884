import Input from "antd/es/input/Input";
import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import { words } from "../../../runtime/format/words.ts";
import { clearMark } from "../../layouts/clear-mark.tsx";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import type { EditorProps } from "../editor-props.ts";
import type { Pick } from "./pick-types.ts";
import { usePicks } from "./use-picks.ts";
import "./picks.css";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";

/** What a picker's dialog gets: the picks as they are, and what ends it. */
export interface PickDialogParts {
  readonly picks: readonly Pick[];
  /** Takes the picks over and closes. */
  onDone(picks: readonly Pick[]): void;
  onClose(): void;
}

interface PickFieldProps extends EditorProps {
  readonly placeholder: string;
  readonly icon: ReactNode;
  /** Somebody is about to open the dialog: it and what it shows can be asked for. Called more than once. */
  onNear?(): void;
  /** The cross was pressed, after the field itself was emptied. */
  onClear?(): void;
  /** The dialog to pick in, drawn while it is open. */
  dialog(parts: PickDialogParts): ReactNode;
}

/**
 * What was picked, in words; a press or Enter opens the dialog, the cross empties it. In a cell and in a filter the
 * dialog stands open at once, and its end is the end of the control.
 */
export const PickField = observer(function PickField(given: PickFieldProps) {
  const { placeholder, icon, onNear, onClear, dialog, ...props } = given;
  const { id, disabled, aria, autoOpen = false, onChange, onBlur } = props;
  const { picks, choose } = usePicks(props);
  const [isOpen, setOpen] = useState(autoOpen && !disabled);
  const open = () => (disabled ? undefined : setOpen(true));
  const clear = () => {
    onChange(null);
    onClear?.();
  };
  const close = () => {
    setOpen(false);
    if (autoOpen) onBlur();
  };
  return (
    <>
      <Input
        {...aria}
        id={id}
        readOnly
        className="sc-pick-input"
        aria-haspopup="dialog"
        status={aria["aria-invalid"] ? "error" : ""}
        disabled={disabled}
        placeholder={placeholder}
        value={picks.map((pick) => pick.text).join(words.listComma)}
        onPointerEnter={disabled ? undefined : onNear}
        onFocus={disabled ? undefined : onNear}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          open();
        }}
        // The focus goes into the dialog and comes back.
        onBlur={isOpen ? undefined : onBlur}
        // antd offers to empty only what is typed.
        suffix={
          <>
            {picks.length > 0 && !disabled ? (
              <button type="button" className="ant-input-clear-icon" tabIndex={-1} onClick={clear}>
                {clearMark.clearIcon}
              </button>
            ) : null}
            {icon}
          </>
        }
      />
      {isOpen ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <KeyScope>
            {dialog({
              picks,
              onDone: (next) => {
                choose(next);
                close();
              },
              onClose: close,
            })}
          </KeyScope>
        </LazyBoundary>
      ) : null}
    </>
  );
});
