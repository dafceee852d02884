import { Select } from "antd";
import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { words } from "../../runtime/format/words.ts";
import { clearMark } from "../layouts/clear-mark.tsx";
import { opensAtOnce } from "../layouts/opens-at-once.ts";
import type { Choice } from "./dict-choices.ts";
import type { EditorProps } from "./editor-props.ts";
import "./choice-select.css";

interface ChoiceSelectProps {
  readonly id?: string;
  readonly placeholder: string;
  /** Its name where no label stands beside it. */
  readonly label?: string | undefined;
  readonly aria?: EditorProps["aria"] | undefined;
  readonly disabled?: boolean;
  readonly several?: boolean;
  /** It is changed, never emptied. */
  readonly isKept?: boolean;
  /** It stands open at once, with the focus: the cell of a table that was opened to choose. */
  readonly autoOpen?: boolean;
  readonly className?: string | undefined;
  /** What may be chosen; found already where `onSearch` is there, else narrowed here by what is typed. */
  readonly choices: readonly Choice[];
  /** What is chosen, with its words. */
  readonly chosen: readonly Choice[];
  /** In place of the entries while there are none. */
  readonly empty: ReactNode;
  drawChoice?(choice: Choice): ReactNode;
  onSearch?: ((text: string) => void) | undefined;
  onOpenChange?(isOpen: boolean): void;
  onChange(chosen: readonly Choice[]): void;
  onBlur?(): void;
}

/** antd's Select over entries with words: one of them or several, found by typing. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { aria, disabled = false, several = false, autoOpen = false, choices, chosen, drawChoice, onSearch } = props;
  const [isOpen, setOpen] = useState(autoOpen && !disabled);
  const change = (open: boolean) => {
    setOpen(open);
    props.onOpenChange?.(open);
  };
  const isTitled = useMemo(() => choices.some(({ subtitle }) => subtitle !== undefined), [choices]);
  const entries = chosen.map(({ value, label }) => ({ value, label }));
  const handleKeys = (event: KeyboardEvent) => {
    // Leaving by key chooses nothing: closed before antd looks at the key.
    if (event.key === "Tab" && isOpen) flushSync(() => change(false));
  };
  return (
    <Select<Entry | readonly Entry[] | null, Choice>
      {...aria}
      // On its way to antd: its types know only the way back.
      {...{ onKeyDownCapture: handleKeys }}
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(several ? { mode: "multiple" as const, maxTagCount: 1, maxTagPlaceholder: countOf } : {})}
      optionRender={({ data }) => (drawChoice ?? drawTitled)(data)}
      aria-label={props.label}
      aria-description={chosen.map(({ label }) => label).join(words.listComma) || undefined}
      className={props.className ? `sc-select ${props.className}` : "sc-select"}
      classNames={{ popup: { root: "sc-select-list" } }}
      {...(isTitled ? roomForTwoLines : {})}
      labelInValue
      status={aria?.["aria-invalid"] ? "error" : ""}
      autoFocus={autoOpen}
      {...opensAtOnce(autoOpen)}
      disabled={disabled}
      placeholder={props.placeholder}
      allowClear={props.isKept ? false : clearMark}
      showSearch={onSearch ? { filterOption: false, onSearch } : narrowing}
      open={isOpen}
      options={choices as Choice[]}
      value={several ? entries : (entries[0] ?? null)}
      notFoundContent={props.empty}
      onOpenChange={change}
      onChange={(next) => props.onChange(choicesOf(next))}
    />
  );
}

/** What antd hands over and takes: a value and what stands for it. */
interface Entry {
  readonly value: string;
  readonly label?: ReactNode;
}

/** Wider than a cell of a table: what tells namesakes apart has to be read. */
const roomForTwoLines = { styles: { popup: { root: { minWidth: 300 } } } };

/** An entry with what tells it from its namesakes below it. */
const drawTitled = ({ label, subtitle }: Choice): ReactNode =>
  subtitle === undefined ? (
    label
  ) : (
    <>
      <div>{label}</div>
      <div className="sc-hint">{subtitle}</div>
    </>
  );

const countOf = (others: readonly unknown[]) => `+${others.length}`;
const narrowing = {
  filterOption: (typed: string, choice?: Choice) =>
    choice?.label.toLowerCase().includes(typed.trim().toLowerCase()) ?? false,
};

function choicesOf(chosen: Entry | readonly Entry[] | null | undefined): readonly Choice[] {
  const entries = chosen ? [chosen].flat() : [];
  return entries.map(({ value, label }) => ({ value, label: typeof label === "string" ? label : value }));
}
