import { useState } from "react";
import { isBlank } from "../../../runtime/format/cell-text.ts";
import { type DateKind, readTyped, readWire, writeWire } from "./date-text.ts";

export interface TypedDateOptions {
  readonly of: DateKind;
  /** As it is shown. */
  readonly format: string;
  readonly value: unknown;
  /** The field holds days: a month is stored as its first. */
  readonly holdsDays?: boolean;
  /** What is typed is handed over when the control is left, not with each key: the cell of a table. */
  readonly waits?: boolean;
  /** A date in its wire form, what was typed while it is none, or null. */
  onChange(value: string | null): void;
}

export interface TypedDate {
  /** What stands in the box in place of the date that is chosen; undefined = that date. */
  readonly text: string | undefined;
  readonly isTyping: boolean;
  /** What stands there is no date, and nobody is at it. */
  readonly isWrong: boolean;
  type(text: string, isComposing: boolean): void;
  /** Ends typing: text that is a date is drawn as one, other text stays to be put right. */
  end(): void;
  /** A date was chosen instead. */
  choose(value: string | null): void;
}

/** The text of a date while it is typed. It is read with every key, and drawn as it was typed until the control is left. */
export function useTypedDate(options: TypedDateOptions): TypedDate {
  const { of, format, value, waits = false } = options;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const stored = isBlank(value) ? null : String(value);
  const isUnread = stored !== null && readWire(stored, of) === null;
  const tell = (next: string | null) => (next === stored ? undefined : options.onChange(next));
  const wireOf = (text: string): string | null => {
    const day = readTyped(text, of, format);
    return day ? writeWire(day, of, options.holdsDays) : text.trim() || null;
  };
  return {
    text: draft ?? (isUnread ? stored : undefined),
    isTyping: draft !== undefined,
    isWrong: isUnread && draft === undefined,
    type: (text, isComposing) => {
      setDraft(text);
      if (!isComposing && !waits) tell(wireOf(text));
    },
    end: () => {
      if (draft === undefined) return;
      setDraft(undefined);
      tell(wireOf(draft));
    },
    choose: (next) => {
      setDraft(undefined);
      tell(next);
    },
  };
}
