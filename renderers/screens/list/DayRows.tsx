import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button, Flex } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { CalendarPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { dayPageSize, readDay } from "../../../runtime/react/month-rows.ts";
import { textOfReason } from "../../../runtime/react/services.ts";
import { EmptyState } from "../../layouts/EmptyState.tsx";
import { IconButton } from "../../layouts/IconButton.tsx";
import { useLoad } from "../../layouts/use-load.ts";
import { messages } from "../../messages.ts";
import type { CalendarRowsProps } from "./CalendarRows.tsx";
import { tellDay } from "./calendar-days.ts";
import { calendarMessages as texts } from "./calendar-messages.ts";
import { RowCard } from "./RowCard.tsx";

interface DayRowsProps extends CalendarRowsProps {
  readonly calendar: CalendarPlan;
  /** `yyyy-MM-dd`. */
  readonly day: string;
  /** Those that came with the month. */
  readonly rows: readonly Row[];
  readonly count: number;
}

/** What is added to a day begins at a working hour; whoever means another one changes it. */
const startOfWork = " 09:00:00";

/** All rows of one day with what can be done with them, and the way to a new one. */
export const DayRows = observer(function DayRows(props: DayRowsProps) {
  const { store, actions, calendar, day, count } = props;
  const { date } = calendar;
  const name = tellDay(day);
  const add = date.readOnly ? undefined : actions.shown(store.plan.toolbar).find(({ preset }) => preset === "add");
  const handleAdd = () => {
    if (!add) return;
    const at = date.type === "datetime" ? day + startOfWork : day;
    void actions.press({ ...add, values: { ...add.values, [date.name]: at } });
  };
  return (
    <Flex
      component="section"
      vertical
      gap={12}
      flex="1 1 280px"
      className="sc-ground"
      style={{ padding: 16 }}
      aria-label={name}
    >
      <header className="sc-line">
        <h3 className="sc-grow">{name}</h3>
        {count > 0 ? <span className="sc-hint sc-num">{texts.count(count)}</span> : null}
        {add ? (
          <IconButton
            label={texts.add(add.label, name)}
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={actions.isDisabled(add)}
            onClick={handleAdd}
          />
        ) : null}
      </header>
      {count === 0 ? (
        <p className="sc-hint">{store.status === "ready" ? texts.nothing(store.plan.model.title) : ""}</p>
      ) : store.dayCounts ? (
        <ReadRows key={day} {...props} />
      ) : (
        <DayCards {...props} />
      )}
    </Flex>
  );
});

interface ReadState {
  readonly rows: readonly Row[];
  readonly pageNo: number;
  readonly problem?: unknown;
}

/** The rows of a day in a month that has too many of them to be read at once: some at a time. */
const ReadRows = observer(function ReadRows(props: DayRowsProps) {
  const { store, day, count } = props;
  const [asked, setAsked] = useState(1);
  const [read, setRead] = useState<ReadState>({ rows: [], pageNo: 0 });
  const [attempt, setAttempt] = useState(0);
  const load = async (signal: AbortSignal) => {
    try {
      const { rows } = await readDay(store, day, asked, signal);
      if (signal.aborted) return;
      const kept = (asked - 1) * dayPageSize;
      setRead((before) => ({ rows: [...before.rows.slice(0, kept), ...rows], pageNo: asked }));
    } catch (problem) {
      if (!signal.aborted) setRead((before) => ({ ...before, problem }));
    }
  };
  // What is done to a row reads the month anew, and the day with it.
  useLoad(load, [asked, attempt, store.dayCounts]);
  const left = count - read.rows.length;
  if (read.problem !== undefined) {
    return (
      <EmptyState
        kind="error"
        title={messages.states.errorTitle}
        text={textOfReason(read.problem)}
        reason={read.problem}
      >
        <Button onClick={() => setAttempt(attempt + 1)}>{messages.states.retry}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {read.pageNo === 0 ? <p className="sc-hint">{messages.states.loading}</p> : null}
      <DayCards {...props} rows={read.rows} />
      {read.pageNo > 0 && left > 0 ? (
        <Button block loading={read.pageNo < asked} onClick={() => setAsked(asked + 1)}>
          {messages.list.moreOfGroup(read.rows.length, count)}
        </Button>
      ) : null}
    </>
  );
});

function DayCards({ store, columns, context, dictionaries, rows, rowActions, onPress }: DayRowsProps) {
  return (
    <ul className="sc-stack sc-airy">
      {rows.map((row) => (
        <RowCard
          key={store.keyOf(row)}
          row={row}
          columns={columns}
          context={context}
          dictVersion={dictionaries.version}
          actions={rowActions(row)}
          inline={1}
          isSelected={false}
          onPress={onPress}
        />
      ))}
    </ul>
  );
}
