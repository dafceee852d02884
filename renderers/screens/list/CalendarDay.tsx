import type { KeyboardEvent } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { EntryWords } from "./calendar-days.ts";
import { calendarMessages, calendarMessages as texts } from "./calendar-messages.ts";

interface CalendarDayProps {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  readonly label: string;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly isFocused: boolean;
  /** Days of the months beside it only lead there. */
  readonly isInMonth: boolean;
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
const mostDots = 3;

/** One day of the month: its number, and its rows as entries, or as dots where there is no room for words. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, label, isToday, isChosen, isInMonth, rows, count } = props;
  const shown = count > room ? rows.slice(0, room - 1) : rows;
  const state = [isToday && "sc-day-today", isChosen && "sc-day-chosen", !isInMonth && "sc-day-beside"];
  return (
    <div className={["sc-day", ...state].filter(Boolean).join(" ")}>
      <button
        type="button"
        className="sc-day-number sc-num"
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
      {count === 0 ? null : (
        <>
          <span className="sc-day-dots" aria-hidden="true">
            {rows.length === 0
              ? count
              : rows
                  .slice(0, mostDots)
                  .map((row) => <i key={props.keyOf(row)} className={`sc-dot sc-dot-${props.wordsOf(row).tone}`} />)}
          </span>
          <ul className="sc-day-entries">
            {shown.map((row) => (
              <Entry
                key={props.keyOf(row)}
                words={props.wordsOf(row)}
                onOpen={props.onOpen && (() => props.onOpen?.(row))}
              />
            ))}
            {count > shown.length ? (
              <li className="sc-day-more sc-muted">
                {shown.length === 0 ? texts.count(count) : calendarMessages.more(count - shown.length)}
              </li>
            ) : null}
          </ul>
        </>
      )}
    </div>
  );
}

interface EntryProps {
  readonly words: EntryWords;
  readonly onOpen: (() => void) | undefined;
}

/** The keyboard reaches rows through the list of the day, not through a hundred stops of a month. */
function Entry({ words: { time, text, state, tone }, onOpen }: EntryProps) {
  const content = (
    <>
      {time ? <span className="sc-num">{time}</span> : null}
      <span className="sc-cut">{text}</span>
    </>
  );
  const name = [time, text, state].filter(Boolean).join(" ");
  const look = `sc-day-entry sc-tag-${tone}`;
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
