import CloseOutlined from "@ant-design/icons/CloseOutlined";
import DownOutlined from "@ant-design/icons/DownOutlined";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { words } from "../../runtime/format/words.ts";
import type { Choice } from "../editors/dict-choices.ts";
import type { EditorProps } from "../form/editor-props.ts";
import { BoxClear, keepFocus } from "../layouts/BoxClear.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { firstActive, nextActive, steps } from "./choice-keys.ts";
import "../layouts/box.css";
import "./choice.css";

interface ChoiceBoxProps {
  readonly id: string;
  readonly title: string;
  readonly placeholder: string;
  /** Where no label stands beside it. */
  readonly label?: string;
  readonly aria?: EditorProps["aria"];
  readonly disabled?: boolean;
  readonly several?: boolean;
  /** It is changed, never emptied. */
  readonly isKept?: boolean;
  /** It stands open at once, with the focus. */
  readonly autoOpen?: boolean;
  /** What may be chosen; found already where `onSearch` is there, else narrowed here by what is typed. */
  readonly choices: readonly Choice[];
  /** What is chosen, with its words. */
  readonly chosen: readonly Choice[];
  /** In place of the entries while there are none. */
  readonly empty: ReactNode;
  drawChoice?(choice: Choice): ReactNode;
  onSearch?(text: string): void;
  onOpenChange?(isOpen: boolean): void;
  onChange(chosen: readonly Choice[]): void;
  onBlur?(): void;
}

/** One entry of a list or several, found by typing. The choice of every form, filter and cell. */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { id, title, placeholder, aria, disabled = false, several = false, choices, chosen, onSearch } = props;
  const box = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState((props.autoOpen ?? false) && !disabled);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState<number | undefined>(undefined);
  const values = useMemo(() => new Set(chosen.map(({ value }) => value)), [chosen]);
  const found = useMemo(() => (onSearch ? choices : narrow(choices, typed)), [choices, typed, onSearch]);
  const active = !isOpen ? -1 : at === undefined || at >= found.length ? firstActive(found, typed ? none : values) : at;

  const tell = useEvent((open: boolean) => props.onOpenChange?.(open));
  useEffect(() => {
    if (props.autoOpen) input.current?.focus({ preventScroll: true });
  }, [props.autoOpen]);
  const search = (text: string) => {
    setTyped(text);
    setAt(undefined);
    onSearch?.(text);
  };
  const open = (next: boolean) => {
    if (next === isOpen || disabled) return;
    setOpen(next);
    setAt(undefined);
    if (!next && typed) search("");
    tell(next);
  };
  const remove = (choice: Choice) => props.onChange(chosen.filter(({ value }) => value !== choice.value));
  const choose = (choice: Choice) => {
    if (!several) {
      open(false);
      if (!values.has(choice.value)) props.onChange([choice]);
      return;
    }
    if (typed) search("");
    if (values.has(choice.value)) remove(choice);
    else props.onChange([...chosen, choice]);
  };
  const handleKeys = (event: KeyboardEvent) => {
    // Enter, Escape and the arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing || disabled) return;
    const { key } = event;
    const step = steps[key];
    const last = chosen.at(-1);
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open(true);
      else setAt(nextActive(found, active, step));
    } else if (key === "Enter") {
      event.preventDefault();
      const choice = found[active];
      if (!isOpen) open(true);
      else if (choice) choose(choice);
    } else if (key === "Escape" && isOpen) {
      // A cell of a table that was opened to choose is given up as a whole.
      if (!props.autoOpen) event.stopPropagation();
      open(false);
    } else if (key === "Backspace" && several && typed === "" && last) remove(last);
  };
  const [first] = chosen;
  const mayClear = chosen.length > 0 && !disabled && !props.isKept;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by key, the input in it does the same */}
      <span
        ref={box}
        className={several ? "sc-box sc-choice sc-choice-several" : "sc-box sc-choice"}
        onMouseDown={(event) => {
          if (disabled || event.button !== 0) return;
          // Only the input takes the focus; a press on its own text places the caret.
          if (event.target !== input.current) event.preventDefault();
          input.current?.focus();
          open(typed === "" ? !isOpen : true);
        }}
      >
        {several && first && typed === "" ? (
          <span className="sc-choice-tags" title={chosen.map(({ label }) => label).join("\n")}>
            <span className="sc-choice-tag">
              <span className="sc-cut">{first.label}</span>
              {disabled ? null : (
                <button
                  type="button"
                  className="sc-box-mini"
                  tabIndex={-1}
                  aria-label={messages.pick.removeOne(first.label)}
                  onMouseDown={keepFocus}
                  onClick={() => remove(first)}
                >
                  <CloseOutlined aria-hidden="true" />
                </button>
              )}
            </span>
            {chosen.length > 1 ? <span className="sc-choice-tag">+{chosen.length - 1}</span> : null}
          </span>
        ) : null}
        {!several && first && typed === "" ? (
          <span className={isOpen ? "sc-choice-words sc-choice-pale" : "sc-choice-words"} title={first.label}>
            {first.label}
          </span>
        ) : null}
        <input
          {...aria}
          aria-label={props.label}
          ref={input}
          id={id}
          // biome-ignore lint/a11y/useSemanticElements: a native select has no search
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && found[active] ? `${id}-list-${active}` : undefined}
          aria-description={chosen.map(({ label }) => label).join(words.listComma) || undefined}
          disabled={disabled}
          placeholder={first ? undefined : placeholder}
          value={typed}
          onChange={(event) => {
            open(true);
            search(event.target.value);
          }}
          onKeyDown={handleKeys}
          onBlur={() => {
            open(false);
            props.onBlur?.();
          }}
        />
        {mayClear ? (
          <BoxClear
            onClear={() => {
              open(false);
              props.onChange([]);
            }}
          />
        ) : null}
        <DownOutlined aria-hidden="true" />
      </span>
      {isOpen ? (
        <ChoiceList
          id={`${id}-list`}
          box={box}
          label={title}
          choices={found}
          chosen={values}
          several={several}
          active={active}
          empty={props.empty}
          {...(props.drawChoice ? { drawChoice: props.drawChoice } : {})}
          onActive={setAt}
          onChoose={choose}
        />
      ) : null}
    </>
  );
}

const none: ReadonlySet<string> = new Set();

function narrow(choices: readonly Choice[], typed: string): readonly Choice[] {
  const sought = typed.trim().toLowerCase();
  return sought === "" ? choices : choices.filter(({ label }) => label.toLowerCase().includes(sought));
}
