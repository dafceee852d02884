import type { KeyboardEvent } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { EntryWords } from "./calendar-days.ts";
import { calendarMessages as texts } from "./calendar-messages.ts";

interface CalendarDayProps {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  readonly label: string;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly isFocused: boolean;
  /** There is room for words; else dots say that there is something. */
  readonly hasRoom: boolean;
  readonly rows: readonly Row[];
  readonly count: number;
  keyOf(row: Row): string;
  wordsOf(row: Row): EntryWords;
  onChoose(): void;
  /** Absent where a row has no detail. */
  readonly onOpen: ((row: Row) => void) | undefined;
  onKeyDown(event: KeyboardEvent): void;
}

/** Entries that have room below the number of a day; the last one gives way to a line that says how many more there are. */
const room = 3;

/** One day of the month, in the words of antd's calendar: its number, and its rows as entries or as dots. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, label, isToday, isChosen, hasRoom, rows, count } = props;
  const number = (
    <button
      type="button"
      className={hasRoom ? "ant-picker-calendar-date-value sc-num" : "ant-picker-cell-inner sc-middle sc-num"}
      data-day={day}
      tabIndex={props.isFocused ? 0 : -1}
      aria-label={label}
      aria-pressed={isChosen}
      aria-current={isToday ? "date" : undefined}
      onClick={(event) => {
        event.stopPropagation();
        props.onChoose();
      }}
      onKeyDown={props.onKeyDown}
    >
      {Number(day.slice(8))}
    </button>
  );
  if (!hasRoom) {
    return (
      <>
        {number}
        <div className="sc-hint" aria-hidden="true">
          {rows.length === 0
            ? count || "\u00a0"
            : rows
                .slice(0, room)
                .map((row) => <i key={props.keyOf(row)} className={`sc-dot sc-dot-${props.wordsOf(row).tone}`} />)}
        </div>
      </>
    );
  }
  const shown = count > room ? rows.slice(0, room - 1) : rows;
  const today = isToday ? " ant-picker-calendar-date-today" : "";
  return (
    <div className={`ant-picker-cell-inner ant-picker-calendar-date${today}`}>
      {number}
      <ul className="ant-picker-calendar-date-content">
        {shown.map((row) => (
          <Entry
            key={props.keyOf(row)}
            words={props.wordsOf(row)}
            onOpen={props.onOpen && (() => props.onOpen?.(row))}
          />
        ))}
        {count > shown.length ? (
          <li className="sc-hint">{shown.length === 0 ? texts.count(count) : texts.more(count - shown.length)}</li>
        ) : null}
      </ul>
    </div>
  );
}

interface EntryProps {
  readonly words: EntryWords;
  readonly onOpen: (() => void) | undefined;
}

/** The keyboard reaches rows through the list of the day, not through a hundred stops of a month. */
function Entry({ words: { time, text, state, tone }, onOpen }: EntryProps) {
  const content = [time, text].filter(Boolean).join(" ");
  const name = [content, state].filter(Boolean).join(" ");
  const look = `sc-tag sc-tag-${tone} sc-cut`;
  return (
    <li>
      {onOpen ? (
        <button
          type="button"
          className={look}
          tabIndex={-1}
          aria-label={name}
          title={name}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          {content}
        </button>
      ) : (
        <span className={look} title={name}>
          {content}
        </span>
      )}
    </li>
  );
}
