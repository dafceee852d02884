import LeftOutlined from "@ant-design/icons/LeftOutlined";
import RightOutlined from "@ant-design/icons/RightOutlined";
import { Button, Calendar, DatePicker, Flex } from "antd";
import dayjs from "dayjs";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { ButtonPlan, CalendarPlan, ColumnPlan } from "../../../runtime/compile/plan.ts";
import { businessTime } from "../../../runtime/format/business-time.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { RowButton } from "../../../runtime/react/button-state.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { maySee } from "../../../runtime/react/field-rights.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { IconButton } from "../../layouts/IconButton.tsx";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { CalendarDay } from "./CalendarDay.tsx";
import { addDays, addMonths, entryWords, rowsByDay, tellDay } from "./calendar-days.ts";
import { calendarMessages as texts } from "./calendar-messages.ts";
import { DayRows } from "./DayRows.tsx";
import { ListState } from "./ListState.tsx";
import "./calendar.css";

export interface CalendarRowsProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
  readonly columns: readonly ColumnPlan[];
  rowActions(row: Row): readonly RowButton[];
  onPress(button: ButtonPlan, row: Row): void;
}

interface CalendarState {
  readonly calendar: CalendarPlan;
  /** `yyyy-MM-dd`, kept by the list, which draws its rows elsewhere on a phone; undefined = today. */
  readonly chosen: string | undefined;
  onChoose(day: string): void;
}

/** How far a key goes from a day; Monday to Sunday or Sunday to Saturday is one line. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const monthSteps: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** The rows of a list on the days of a month, and beside or below it all rows of the day that was chosen. */
export const CalendarRows = observer(function CalendarRows(props: CalendarRowsProps & CalendarState) {
  const { store, actions, context, calendar } = props;
  const { plan, services, rows, dayCounts } = store;
  const hasRoom = !useMedia(mobileQuery);
  const today = businessTime(new Date(), services.timeZone).slice(0, 10);
  const month = store.month ?? today.slice(0, 7);
  const chosen = props.chosen ?? today;
  const [reached, setReached] = useState(chosen);
  const takesFocus = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const inMonth = (day: string) => [day, today].find((each) => each.startsWith(month)) ?? `${month}-01`;
  const day = inMonth(chosen);
  const focused = inMonth(reached);
  const hasFailed = store.status === "error" || store.status === "denied";
  const days = useMemo(() => rowsByDay(rows, calendar.date.name), [rows, calendar]);
  const columns = useMemo(
    () => calendar.columns.filter(({ field }) => maySee(services, plan.model, field)),
    [calendar, services, plan],
  );
  const countOf = (each: string) => dayCounts?.get(each) ?? days.get(each)?.length ?? 0;
  const open = opener(plan.table.columns, plan.rowActions.items, props);

  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    root.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const show = (next: string) => {
    props.onChoose(next);
    setReached(next);
    void store.setMonth(next.slice(0, 7));
  };
  const handleKey = (event: KeyboardEvent) => {
    const [by, byMonth] = [steps[event.key], monthSteps[event.key]];
    if (by === undefined && byMonth === undefined) return;
    event.preventDefault();
    const next = by === undefined ? `${addMonths(month, byMonth ?? 0)}-01` : addDays(focused, by);
    takesFocus.current = true;
    setReached(next);
    void store.setMonth(next.slice(0, 7));
  };
  const drawDay = (each: string) => {
    const isInMonth = each.startsWith(month);
    const count = isInMonth ? countOf(each) : 0;
    return (
      <CalendarDay
        day={each}
        label={texts.ofDay(tellDay(each), count) + (each === today ? texts.isToday : "")}
        isToday={each === today}
        isChosen={each === day}
        isFocused={each === focused}
        hasRoom={hasRoom}
        rows={isInMonth ? (days.get(each) ?? []) : []}
        count={count}
        keyOf={(row) => store.keyOf(row)}
        wordsOf={(row) => entryWords(row, calendar.date, columns, calendar.color, context)}
        onChoose={() => show(each)}
        onOpen={open}
        onKeyDown={handleKey}
      />
    );
  };
  const isLoading = store.status === "loading" || store.status === "idle";
  return (
    <Flex
      wrap
      flex="auto"
      className="sc-calendar sc-over"
      style={hasRoom ? undefined : { alignContent: "start" }}
      ref={root}
      data-dict-version={props.dictionaries.version}
    >
      <Flex vertical flex="999 1 560px" style={{ padding: 16 }}>
        <div className="sc-line">
          <IconButton
            label={texts.previous}
            icon={<LeftOutlined aria-hidden="true" />}
            onClick={() => show(`${addMonths(month, -1)}-01`)}
          />
          <DatePicker
            picker="month"
            variant="borderless"
            allowClear={false}
            inputReadOnly
            suffixIcon={null}
            style={{ width: 120 }}
            aria-label={texts.month}
            format={texts.monthFormat}
            value={dayjs(`${month}-01`)}
            onChange={(next) => next && show(next.format("YYYY-MM-01"))}
          />
          <IconButton
            label={texts.next}
            icon={<RightOutlined aria-hidden="true" />}
            onClick={() => show(`${addMonths(month, 1)}-01`)}
          />
          <Button onClick={() => show(today)}>{texts.today}</Button>
          <span className="sc-grow" />
          <span className="sc-hint sc-num sc-still" role="status">
            {isLoading ? messages.states.loading : hasFailed ? "" : messages.list.total(String(store.total))}
          </span>
        </div>
        {hasFailed ? (
          <ListState store={store} actions={actions} />
        ) : (
          <section aria-label={texts.days(plan.title)} aria-busy={isLoading}>
            <Calendar
              // antd turns the page only after it has drawn: the day that gets the focus would become another one.
              key={month}
              fullscreen={hasRoom}
              value={dayjs(day)}
              headerRender={() => null}
              fullCellRender={(date) => drawDay(date.format("YYYY-MM-DD"))}
              onSelect={(date) => show(date.format("YYYY-MM-DD"))}
            />
          </section>
        )}
      </Flex>
      {hasFailed ? null : <DayRows {...props} day={day} rows={days.get(day) ?? noRows} count={countOf(day)} />}
    </Flex>
  );
});

/** A row opens as its title does in the table, or by the button that opens its detail. */
function opener(
  columns: readonly ColumnPlan[],
  buttons: readonly ButtonPlan[],
  { context, onPress }: CalendarRowsProps,
): ((row: Row) => void) | undefined {
  for (const { cell } of columns) {
    if (cell.kind !== "cell" || cell.props.type !== "link") continue;
    const { do: link } = cell.props;
    return (row) => context.run(row, link);
  }
  const detail = buttons.find(({ preset }) => preset === "detail");
  return detail && ((row) => onPress(detail, row));
}

const noRows: readonly Row[] = [];
