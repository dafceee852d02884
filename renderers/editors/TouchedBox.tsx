import DownOutlined from "@ant-design/icons/DownOutlined";
import { type KeyboardEvent, Suspense, useState, useTransition } from "react";
import type { LazyPart } from "../../runtime/react/lazy-part.ts";
import type { EditorProps } from "../form/editor-props.ts";
import { BoxClear } from "../layouts/BoxClear.tsx";
import { messages } from "../messages.ts";
import "../layouts/box.css";
import "./picks/picks.css";

interface TouchedBoxProps {
  readonly editor: EditorProps;
  /** The control itself: it opens at once with `autoOpen`. */
  readonly control: LazyPart<EditorProps>;
  /** What is chosen, in words; empty = nothing. `undefined`: only the control can tell, so it is there from the start. */
  readonly words: string | undefined;
  onClear(): void;
}

const openingKeys: ReadonlySet<string> = new Set(["Enter", " ", "ArrowDown"]);

/**
 * A choice whose control weighs more than a form: closed it is a box with the words of what is chosen. A press fetches
 * the control, which takes its place, open; whoever leaves before it is there has called it off.
 */
export function TouchedBox({ editor, control: Control, words, onClear }: TouchedBoxProps) {
  const { id, title, disabled, aria, autoOpen = false, onBlur } = editor;
  const [isTouched, setTouched] = useState(autoOpen);
  const [, startTransition] = useTransition();
  // What stands there stays until the control is there.
  const touch = () => startTransition(() => setTouched(true));
  const handleKeys = (event: KeyboardEvent) => {
    if (!openingKeys.has(event.key) || disabled) return;
    event.preventDefault();
    touch();
  };
  const box = (
    // biome-ignore lint/a11y/noStaticElementInteractions: by key, the input in it does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span
      className="sc-box sc-pick-input"
      onPointerEnter={disabled ? undefined : () => void Control.preload()}
      onClick={disabled ? undefined : touch}
    >
      <input
        {...aria}
        id={id}
        // biome-ignore lint/a11y/useSemanticElements: a native select draws no tree
        role="combobox"
        type="text"
        readOnly
        aria-haspopup="tree"
        aria-expanded={false}
        aria-controls={`${id}-list`}
        disabled={disabled}
        placeholder={messages.form.select(title)}
        value={words ?? ""}
        onKeyDown={handleKeys}
        onBlur={() => {
          setTouched(false);
          onBlur();
        }}
      />
      {words && !disabled ? <BoxClear onClear={onClear} /> : null}
      <DownOutlined aria-hidden="true" />
    </span>
  );
  return (
    <Suspense fallback={box}>
      {isTouched || words === undefined ? <Control {...editor} autoOpen={isTouched && !disabled} /> : box}
    </Suspense>
  );
}
